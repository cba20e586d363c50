"""From corners to faces, with odds: each by itself, then beside the others in view."""
