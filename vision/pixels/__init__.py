"""From a file to upright pixels, whatever wrote it."""
