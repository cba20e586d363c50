"""From faces to the likeliest hand that can exist: how the tiles lie, and what they are together."""
