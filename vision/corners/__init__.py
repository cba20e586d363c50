"""From pixels to the corners of every tile face."""
