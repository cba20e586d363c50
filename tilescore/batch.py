"""Many JSON documents, one a line: each is answered on its own line, in order, in constant memory."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from math import isinf
from typing import IO, Any, NoReturn

from scoring.errors import RecordError, quote
from scoring.record import error_record

Answer = Callable[[dict[str, Any]], dict[str, Any]]
"""From one document to its result, or to the contract's error object."""

LONGEST_LINE = 1 << 20
"""Bytes of one line that are read; a hand takes some hundreds, and memory stays bounded."""


def answer_lines(lines: IO[bytes], out: IO[str], err: IO[str], answer: Answer) -> bool:
    """Answers every line that is not blank; True when none was refused. Each refusal is a line on `err`."""
    fine = True
    for number, line in _numbered_lines(lines):
        result = answer_line(line.removesuffix(b"\n"), answer)
        out.write(json.dumps(result) + "\n")
        out.flush()  # whoever asks line by line waits for it
        if "error" in result:
            fine = False
            err.write(f"line {number}: {result['error']['message']}\n")
    return fine


def answer_line(line: bytes, answer: Answer) -> dict[str, Any]:
    """The answer to one document, or the error object for what is none."""
    try:
        document = parse_document(line)
    except RecordError as error:
        return {"id": None, "error": error_record(error)}
    return answer(document)


def parse_document(text: bytes) -> dict[str, Any]:
    """One JSON object. Raises `RecordError` for anything else: broken UTF-8, NaN, a number that is too large
    to be written again, nesting without end, a name that stands in an object twice, half a character."""
    if len(text) >= LONGEST_LINE:
        raise RecordError(f"longer than {LONGEST_LINE} bytes: no hand takes so many.")
    try:
        document = _DECODER.decode(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 at byte {error.start}.") from error
    except RecursionError as error:
        raise RecordError("nested too deep to be a hand.") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON at {_place(error)}: {_complaint(error)}.") from error
    except ValueError as error:  # Python refuses to read a number of some thousands of digits
        raise RecordError("a number in it is too long.") from error
    if b"\\u" in text and _holds_half_a_character(document):
        raise RecordError("a text in it holds half a character.")
    if not isinstance(document, dict):
        raise RecordError(f"a JSON object is expected, not {quote(document)}.")
    return document


def _holds_half_a_character(document: object) -> bool:
    """Whether a text in it holds half of a pair with which UTF-16 writes a character: none can show it."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _place(error: json.JSONDecodeError) -> str:
    """Where it is; a line only where there are several, for many documents are a line each."""
    column = f"character {error.colno}"
    return column if "\n" not in error.doc.rstrip() else f"line {error.lineno}, {column}"


def _complaint(error: json.JSONDecodeError) -> str:
    """The decoder's words as the end of a sentence: without "starting at", which leads on to the place."""
    words = error.msg.removesuffix(" at").removesuffix(" starting")
    return words[:1].lower() + words[1:]


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number there.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which each name stands once: of two, nobody could say which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise RecordError(f"{quote(name)} stands in it twice.")
    return found


def _finite(digits: str) -> float:
    """A number with a point or an exponent. Python takes 1e999 for infinity, for which JSON has no word."""
    number = float(digits)
    if isinf(number):
        raise RecordError("a number in it is too large.")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_object)


def _numbered_lines(lines: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, without blank ones. Of a line that is too long, the rest is skipped, and so
    nobody knows whether it is blank."""
    number = 0
    while line := lines.readline(LONGEST_LINE):
        number += 1
        rest = line
        while len(rest) >= LONGEST_LINE and not rest.endswith(b"\n"):
            rest = lines.readline(LONGEST_LINE)
        if line.strip() or rest is not line:
            yield number, line
