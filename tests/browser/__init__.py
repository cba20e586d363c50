"""The page in a real Chromium, served by the real program with the shipped weights."""
