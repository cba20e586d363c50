"""The page for phone and desk: `tilescore serve`.

The server keeps no session. The browser holds the photo, the reading and the list of steps taken since, and
posts them at every change; the answer is the whole state of the hand. So nothing is lost when the server is
started again, nothing grows, and undo is to drop a step. What is kept, in the game book or among the player's
own tiles, is kept because somebody asked.

    serve.py       sockets, addresses, the QR code, a clean end
    app.py         the routes and what stands before them
    connection.py  how long a request may be in coming
    safety.py      hosts, origins, headers, rates
    access.py      the codes of --lan, each of which lets in one device
    pages.py       the pages, refusals and the documentation of the API
    api.py         the endpoints under /api, as one table
    handlers.py    what they do
    steps.py       a reading, settings and steps in
    state.py       the hand, its questions, problems and score out
    uploads.py     bodies: how large, how slow
    pool.py        readings in worker processes
    worker.py      what runs in one of them
    errors.py      what can be refused, and with which status
"""
