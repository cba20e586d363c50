"""From pixels to a reading: which tiles lie on the table, where, and what they are."""
