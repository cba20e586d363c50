"""From pixels to a reading: which tiles lie on the table, where, and what they are.

`read` is the way through a photo and `film.live` that through moving pictures. Both lead through four rooms:

* `pixels`: a file becomes upright pixels;
* `corners`: the detector finds the four corners of every tile face in them;
* `faces`: the classifier, and those it asks, say with what probability each is which face, or none;
* `hand`: how the tiles lie and what the rules allow makes the likeliest hand of them.

`looks` decides what is looked at, and whether once more; `compose` says what came of it, as a `reading`, and
`framing` and `legibility` what another photo should do better.
"""
