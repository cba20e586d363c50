"""What can go wrong in what people touch; part of the one tree under `scoring.errors.TilescoreError`.

TilescoreError
 ├─ EditError       bad-edit                    a correction that cannot be made; the hand stays as it was
 ├─ SettingsError   bad-settings, bad-option    a table's settings file, or a flag, that does not say what it should
 └─ OutputError     cannot-write                a result that cannot be written where it was asked for
"""

from scoring.errors import TilescoreError


class EditError(TilescoreError):
    """A correction that cannot be made: no such tile, no such choice, nothing to undo. The hand stays as
    it was.
    """

    code = "bad-edit"


class SettingsError(TilescoreError):
    """A table's settings that cannot be used."""

    code = "bad-settings"


class OutputError(TilescoreError):
    """A file that cannot be written."""

    code = "cannot-write"
