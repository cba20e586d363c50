"""What can go wrong between a photo and a reading: a branch of `scoring.errors.TilescoreError`.

TilescoreError
 ├─ PhotoError      a photo that cannot be read: one sentence for the person, one stable code for programs
 ├─ CameraError     a camera, film or stream that gives no pictures
 └─ ModelError      the shipped weights are missing or damaged
"""

from scoring.errors import TilescoreError


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be opened, in the system's words; ValueError is a null character in its name."""
    return getattr(error, "strerror", None) or str(error)


class PhotoError(TilescoreError):
    """A photo that gives no reading. `code` is stable, the message is one sentence.

    Codes: `missing`, `not-a-file`, `unreadable`, `empty`, `not-an-image`, `truncated`, `too-large`,
    `needs-extra`, `no-tiles`, `fewer-hands`, and `bad-reading` for a stored reading that is none.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class CameraError(TilescoreError):
    """A source of frames that gives none, or no more. `code` is stable, the message is one sentence.

    Codes: `no-camera`, `camera-busy`, `camera-lost`, `no-stream`, `stream-ended`; for films `missing`,
    `not-a-file`, `unreadable`, `not-a-film`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ModelError(TilescoreError):
    """The shipped weights are missing or damaged."""

    code = "model"
