"""From corners to faces, with probabilities: each by itself, then beside the others in view."""
