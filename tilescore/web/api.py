"""The endpoints under /api as one table.

The routes, the page that documents them and the test that holds that page against the program all come from
`ENDPOINTS`.
"""

from dataclasses import dataclass
from typing import Any, Final

from tilescore.web import handlers
from tilescore.web.handlers import Handler
from tilescore.web.worker import MOST_MEGAPIXELS, PREVIEW_SIDE

VERSION: Final = "v1"
"""Of the API: what is under /api/v1 stays as it is; /api is the current one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One of them. `path` is what follows /api; `words` are its documentation, broken into lines anyhow.

    `request` is an example of what to send: a JSON document, or the fields of a form; None where the body is
    a photo or where there is none. `answer` shows a part of what comes back for it: of objects some of the
    names, of lists the first entries.
    """

    method: str
    path: str
    title: str
    words: str
    handler: Handler
    takes: str = ""
    gives: str = "JSON"
    request: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    form: tuple[str, ...] = ()
    """The fields of a form besides the photo, as curl takes them: `name=value`, `name=<file`."""

    @property
    def command(self) -> str:
        """An example for a shell, where a photo must be sent."""
        if self.takes == _PHOTO:
            return f"curl --data-binary @hand.jpg http://127.0.0.1:8420/api{self.path}"
        if self.takes == _FORM:
            fields = " ".join(f"-F '{field}'" for field in ("photo=@hand.jpg", *self.form))
            return f"curl {fields} http://127.0.0.1:8420/api{self.path}"
        return ""

    @property
    def takes_photo(self) -> bool:
        """Whether a photo may come with it, which takes long to decode."""
        return self.takes in (_PHOTO, _FORM, _FORM_OR_JSON)


_PHOTO: Final = "the photo's bytes, or a form with the field photo"
_JSON: Final = "JSON"
_FORM: Final = "a form"
_FORM_OR_JSON: Final = "JSON, or a form"

_WON: Final[dict[str, Any]] = {
    "typed": "EEEw NNNw / 345d WWw SSw",
    "settings": {"rules": "babcock", "seat": "S"},
    "steps": [
        {"do": "insert", "tile": "Sw"},
        {"do": "answer", "question": "win", "value": "Sw"},
        {"do": "answer", "question": "how", "value": "wall"},
    ],
}

ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/read",
        "Read a photo",
        f"""The tiles on a photo: JPEG, PNG, WebP, TIFF, HEIC … of at most {MOST_MEGAPIXELS} megapixels and 40
        MB. In the query, all optional: rules (babcock, millington) says what face-down tiles of a kong
        mean; choice takes another row, 1, 2 …, where several may be the hand (0 is the likeliest; past
        the last one the refusal is fewer-hands); all=1 gives every face in view, in lines; name is what the
        reading calls the photo. Corners are pixels of the upright photo, tile by tile: top-left, top-right,
        bottom-right, bottom-left.""",
        handlers.read,
        takes=_PHOTO,
        answer={
            "photo": "hand.jpg",
            "size": [1600, 1200],
            "turned": 0,
            "rows": [
                {
                    "role": "exposed",
                    "groups": [
                        [
                            {
                                "tile": "7d",
                                "confidence": 0.9836,
                                "sure": True,
                                "alternatives": [["1s", 0.0029]],
                                "corners": [
                                    [1289.7, 354.1],
                                    [1360.2, 360.3],
                                    [1366.4, 447.9],
                                    [1295.8, 441.7],
                                ],
                            }
                        ]
                    ],
                }
            ],
            "hand": "7777d 4f / 333d 567b SSSw Rd Rd",
            "set_apart": "Rd",
            "problems": [],
            "milliseconds": {"decode": 17.8, "detect": 44.0, "classify": 22.5, "infer": 4.0, "total": 88.3},
        },
    ),
    Endpoint(
        "POST",
        "/confirm",
        "Discuss a hand",
        """From a reading (or a typed hand, or nothing), the table's settings and the steps taken since, the
        whole state of the hand: its parts, the questions that change its score, what is wrong with it,
        the sheet. Nothing is remembered between two calls: every one sends all steps, and to undo is to
        leave the last out. Settings, each optional: rules, options, names (the house's words for rules,
        by their ids), seat and prevailing, which are not asked then, and visible (tiles seen on the
        table). Parts: exposed, concealed, seasons, set_apart. Steps: replace {key, tile}, insert {tile,
        part or after}, lay {tile}, delete {keys}, move {keys, part, with}, join {keys}, split {key},
        answer {question, value}, retract {question}. A tile's key names it through all steps.""",
        handlers.confirm,
        takes=_JSON,
        request=_WON,
        answer={
            "notation": "EEEw NNNw / 345d SSSWWw",
            "headline": "South, won with the South Wind, drawn from the wall",
            "parts": [
                {
                    "role": "exposed",
                    "groups": [
                        [
                            {
                                "key": 1,
                                "number": 1,
                                "tile": "Ew",
                                "name": "East Wind",
                                "sure": True,
                                "doubtful": False,
                                "edited": True,
                                "confidence": None,
                                "alternatives": [],
                                "corners": None,
                            }
                        ]
                    ],
                }
            ],
            "questions": [],
            "assumptions": [],
            "facts": [
                {
                    "id": "won",
                    "text": "Did this hand win?",
                    "value": "yes",
                    "answered": False,
                    "choices": [{"value": "yes", "text": "it won", "total": 152}],
                }
            ],
            "answers": {"win": "Sw", "how": "wall"},
            "problems": [],
            "score": {"points": 38, "doubles": 2, "uncapped": 152, "total": 152},
            "sheet": [
                {
                    "rule": "mahjongg",
                    "text": "For winning the hand (Mah-Jongg)",
                    "points": 20,
                    "running": 20,
                    "source": "Babcock V",
                }
            ],
            "complete": True,
        },
    ),
    Endpoint(
        "POST",
        "/score",
        "Score a hand",
        """A hand to its score. Besides the tiles all is optional: id, which comes back; rules (babcock where
        none are named) and options, as GET /api/table lists them; seat and prevailing (E, S, W, N);
        exposed, a list of sets and Seasons; concealed and seasons; claim, the name of a limit hand, to be
        told what keeps the hand from it; win, null for a hand that did not win. Of the win: tile; from
        (wall, discard, loose, robbed); loose_after (kong, season); true or false: last_tile, kept_apart,
        dealt, first_discard, original_call; numbers: kongs_in_a_row, east_wins_in_a_row; visible, the
        tiles seen on the table. A hand that cannot be scored gives 422 and says why.""",
        handlers.score,
        takes=_JSON,
        request={
            "id": "fig27",
            "rules": "babcock",
            "options": {"four_winds": True},
            "seat": "E",
            "exposed": ["EEEw", "SSSw", "NNNw"],
            "concealed": "345d WWw",
            "win": {"tile": "Ew", "from": "discard"},
        },
        answer={
            "id": "fig27",
            "points": 32,
            "doubles": 2,
            "uncapped": 128,
            "total": 300,
            "limit": 300,
            "limit_hand": "four_winds",
            "dead": False,
            "problems": [],
            "items": [
                {
                    "rule": "mahjongg",
                    "text": "For winning the hand (Mah-Jongg)",
                    "points": 20,
                    "source": "Babcock V",
                }
            ],
            "reading": "EEEw SSSw NNNw / 345d WWw",
        },
    ),
    Endpoint(
        "POST",
        "/settle",
        "Settle a hand",
        """Who pays whom: who won, and the scores of the four, or under the name hands their hands, or the
        hands of some and the scores of the others. A draw game, whose winner is null, needs neither. Among
        the scores dead lists the seats whose hands are dead; cannon is the seat that let one off, by
        Millington; rules, options and prevailing are those of all hands.""",
        handlers.settle,
        takes=_JSON,
        request={"rules": "babcock", "scores": {"E": 4, "S": 64, "W": 20, "N": 0}, "winner": "S"},
        answer={
            "scores": {"E": 4, "S": 64, "W": 20, "N": 0},
            "payments": [{"from": "E", "to": "S", "points": 128}],
            "net": {"E": -152, "S": 256, "W": -12, "N": -92},
        },
    ),
    Endpoint(
        "GET",
        "/table",
        "What there is to choose from",
        """The table that the server was started for, and what may be chosen instead: the score sheets with
        their settings, and the tiles with their names.""",
        handlers.table,
        answer={
            "table": {"rules": "babcock", "options": {}},
            "sheets": [
                {
                    "id": "babcock",
                    "settings": [{"id": "limit", "default": 300, "choices": []}],
                }
            ],
            "tiles": [{"tile": "1c", "name": "one of characters", "family": "characters"}],
        },
    ),
    Endpoint(
        "POST",
        "/annotate",
        "Draw the reading on the photo",
        "Fields of the form: photo, and reading as JSON.",
        handlers.annotate,
        takes=_FORM,
        form=("reading=<reading.json",),
        gives="PNG",
    ),
    Endpoint(
        "POST",
        "/preview",
        "A photo that every browser shows",
        f"""The upright photo, at most {PREVIEW_SIDE} pixels long, without what cameras write into their
        files. For formats that browsers do not show, such as HEIC and TIFF.""",
        handlers.preview,
        takes=_PHOTO,
        gives="JPEG",
    ),
    Endpoint(
        "POST",
        "/book",
        "Keep a hand in the game book",
        """The same document as for confirm, as the body or as the form's field document; with a form, the
        photo may come along, and its preview is kept. What cannot be scored is not kept. Answered (201)
        when the hand is safely on the disk of the machine that runs tilescore.""",
        handlers.keep_hand,
        takes=_FORM_OR_JSON,
        request=_WON,
        answer={"id": 1},
    ),
    Endpoint(
        "GET",
        "/book",
        "The game book",
        """The newest hundred hands, in short; before=17 in the query gives those kept before hand 17.""",
        handlers.list_hands,
        answer={
            "hands": [
                {
                    "id": 1,
                    "photo": False,
                    "notation": "EEEw NNNw / 345d SSSWWw",
                    "rules": "babcock",
                    "seat": "S",
                    "won": True,
                    "limit_hand": None,
                }
            ]
        },
    ),
    Endpoint(
        "GET",
        "/book/{number}",
        "A hand of the game book",
        "All that was kept: reading, typed, settings and steps as posted; hand, notation and score.",
        handlers.show_hand,
        answer={"id": 1, "photo": False, "typed": "EEEw NNNw / 345d WWw SSw", "reading": None},
    ),
    Endpoint(
        "GET", "/book/{number}/photo", "The photo of a kept hand", "", handlers.show_photo, gives="JPEG"
    ),
    Endpoint(
        "DELETE", "/book/{number}", "Remove a kept hand", "", handlers.remove_hand, gives="nothing (204)"
    ),
    Endpoint(
        "POST",
        "/own",
        "Keep the tiles of your own set",
        """Pictures of the tiles of an agreed hand, so that your own set is read better from then on. Fields
        of the form: photo, document (as for confirm), and consent, which must say yes. Of a dead
        hand, and of what cannot be scored, nothing is kept.""",
        handlers.keep_own,
        takes=_FORM,
        form=("document=<document.json", "consent=yes"),
        answer={"tiles": 14},
    ),
    Endpoint(
        "GET", "/own", "How many of them are kept", "", handlers.list_own, answer={"hands": 0, "tiles": 0}
    ),
    Endpoint("DELETE", "/own", "Remove them all", "", handlers.clear_own, answer={"removed": 0}),
    Endpoint("DELETE", "/book", "Empty the game book", "", handlers.clear_book, answer={"removed": 1}),
)
