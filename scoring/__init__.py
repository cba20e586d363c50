"""The game: tiles, hands, two score sheets and the settlement. Pure values and functions, nothing outside the standard library."""
