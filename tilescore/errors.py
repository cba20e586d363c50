"""What can go wrong in what people touch; part of the one tree under `scoring.errors.TilescoreError`.

TilescoreError
├── EditError        bad-edit        a correction that cannot be made
├── SettingsError    bad-settings    a table's settings, in a file or a flag, that do not say what they should
├── LibraryError     no-library      a compiled library that is installed and cannot be loaded
├── OutputError      cannot-write    a file that cannot be written where it was asked for
├── NoDisplayError   no-display      a window to open, and nowhere to open it
├── NoTerminalError  no-terminal     something to ask, and nobody to ask
├── BookError        no-such-hand,   the game book has no such hand, no more room, or cannot be used
│                    book-full, book-broken
└── AbandonedError   abandoned       the person left before the hand was agreed
"""

from scoring.errors import TilescoreError


class EditError(TilescoreError):
    """A correction that cannot be made: no such tile or choice, nothing to undo. The hand stays as it was."""

    code = "bad-edit"


class SettingsError(TilescoreError):
    """A table's settings that cannot be used."""

    code = "bad-settings"


class LibraryError(TilescoreError):
    """A compiled library, such as OpenCV, that cannot be loaded."""

    code = "no-library"


class OutputError(TilescoreError):
    """A file that cannot be written."""

    code = "cannot-write"


class BookError(TilescoreError):
    """The game book cannot do what it was asked."""

    code = "book-broken"


class NoDisplayError(TilescoreError):
    """No window can be opened."""

    code = "no-display"


class NoTerminalError(TilescoreError):
    """Questions are open and nobody is there to be asked."""

    code = "no-terminal"


class AbandonedError(TilescoreError):
    """The person left before the hand was agreed."""

    code = "abandoned"
