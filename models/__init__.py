"""The weights the program ships, and the code that trains, exports and judges them."""
