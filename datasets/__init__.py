"""The renderer of synthetic tables and the loaders of the real photo collections (development only)."""
