"""The data of f-puzzles: puzzles of setters as JSON, and packed into the addresses of f-puzzles and SudokuPad."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

from clew.errors import InputError, OptionError, cut
from clew.variants.kinds import KINDS, LETTERS, Cell, VariantClue
from clew.variants.packed import pack, unpack
from clew.variants.puzzle import VariantPuzzle, cell_name

SITES: Final = {"f-puzzles": "https://www.f-puzzles.com/?load=", "sudokupad": "https://sudokupad.app/fpuz"}
"""The beginnings of addresses."""
WORDS: Final = {"title": "title", "author": "author", "ruleset": "rules"}
"""The words of a puzzle: their fields there and here."""
READ: Final = {*KINDS, *WORDS, "size", "grid", "solution"}
DRAWN: Final = {
    *("line", "rectangle", "circle", "text", "cage"),
    *("disabledlogic", "truecandidatesoptions", "fogofwar", "foglight", "triggereffect"),
}
"""Lists that say nothing about digits."""
_PACKED: Final = re.compile(r"(?:[?&]load=|(?:^|[/=])fpuz(?:zles)?)(?P<data>[^?&#]+)")
_DRAWING: Final = re.compile(r"(?:^|[/=])(?:scl|ctc|scf)\w")
_SITE: Final = re.compile(
    r"(?:https?://)?(?:[\w-]+\.)*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)\b|fpuz"
)


def from_fpuzzles(source: str | Mapping[str, Any]) -> VariantPuzzle:
    """The puzzle of an address of f-puzzles or SudokuPad, or of the JSON that is packed into it.

    Digits and pencil marks of a solver who has begun are left out.

    Args:
        source: an address such as `https://www.f-puzzles.com/?load=...` or `https://sudokupad.app/fpuz...`; or JSON, as
            text or as a mapping.

    Raises:
        InputError: it is no such address and no such JSON, or has a kind of clue that is not known.
        OptionError: the grid is too large to search.
    """
    data: Any = source if isinstance(source, Mapping) else _parsed(source.strip())
    if not isinstance(data, Mapping):
        raise InputError('the data is no object of JSON: give one such as {"size": 9, "thermometer": [...]}')
    try:
        return _puzzle(data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"the data is not as f-puzzles writes it ({cut(str(error), 60)}): export it there") from None


def to_fpuzzles(puzzle: VariantPuzzle) -> dict[str, Any]:
    """The puzzle as JSON that f-puzzles reads, and `from_fpuzzles`."""
    data: dict[str, Any] = {"size": puzzle.size}
    data |= {name: text for name, own in WORDS.items() if (text := getattr(puzzle, own))}
    lines = range(puzzle.size)
    data["grid"] = [[_entry(puzzle, (r, c)) for c in lines] for r in lines]
    for clue in puzzle.clues:
        if clue.kind == "negative":
            data.setdefault("negative", []).append(clue.value)
        elif not KINDS[clue.kind].fields:
            data[clue.kind] = True
        else:
            data.setdefault(clue.kind, []).append(_written(clue))
    if puzzle.solution:
        data["solution"] = [str(digit) if digit else "." for digit in puzzle.solution]
    return {**data, **puzzle.others}


def fpuzzles_address(puzzle: VariantPuzzle, site: str = "f-puzzles") -> str:
    """The address at which people can solve the puzzle.

    Args:
        puzzle: the puzzle.
        site: `f-puzzles` or `sudokupad`.

    Raises:
        OptionError: the site is neither.
    """
    if site not in SITES:
        raise OptionError(f"{site!r} is no site for puzzles: choose {' or '.join(SITES)}")
    return SITES[site] + quote(
        pack(json.dumps(to_fpuzzles(puzzle), separators=(",", ":"), ensure_ascii=False)), safe=""
    )


# -- reading ----------------------------------------------------------------------------------------


def _parsed(text: str) -> Any:
    """The JSON of a text, or of the address that it is."""
    if _SITE.match(text):
        if _DRAWING.search(text):
            raise InputError("SudokuPad's own data says what is drawn, not what it means: give an address with fpuz")
        if (found := _PACKED.search(text)) is None:
            raise InputError("the site keeps this puzzle: open it there, and give the long address of its export")
        text = unpack(unquote(found["data"]).replace(" ", "+"))
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as error:
        raise InputError(
            f"this is neither an address of f-puzzles or SudokuPad nor JSON: {cut(str(error), 60)}"
        ) from None


def _puzzle(data: Mapping[str, Any]) -> VariantPuzzle:
    rows = data.get("grid") or []
    entries = {(r, c): dict(entry) for r, row in enumerate(rows) for c, entry in enumerate(row)}
    size = data.get("size")
    if size is None:
        raise InputError('the data has no size: give it one, such as "size": 9')
    if rows and {*map(len, rows), len(rows)} != {size}:
        raise InputError(f"the grid of a puzzle of size {size} has {size} rows of {size} cells: give as many")
    given = {cell: _number(entry["value"], cell_name(cell)) for cell, entry in entries.items() if entry.get("given")}
    return VariantPuzzle(
        size,
        [clue for name, value in data.items() for clue in _clues(name, value)],
        {cell: digit for cell, digit in given.items() if digit is not None},
        {cell: tuple(entry["givenPencilMarks"]) for cell, entry in entries.items() if entry.get("givenPencilMarks")},
        _regions(size, entries),
        solution=[int(one) if str(one).isdecimal() else 0 for one in data.get("solution") or ()],
        others={name: value for name, value in data.items() if name not in READ},
        **{own: str(data.get(name) or "") for name, own in WORDS.items()},
    )


def _regions(size: int, entries: Mapping[Cell, Mapping[str, Any]]) -> dict[Cell, int] | None:
    """The regions that are not the usual boxes."""
    own = {cell: entry["region"] for cell, entry in entries.items() if "region" in entry}
    usual = VariantPuzzle(size).region_of
    regions = {cell: region for cell, region in {**usual, **own}.items() if region is not None}
    return None if regions == usual else regions


def _clues(name: str, value: Any) -> Iterator[VariantClue]:
    """The clues of a field of the data."""
    if name == "negative":
        yield from (VariantClue(name, value=one) for one in value or ())
    elif name in KINDS and not KINDS[name].fields:
        yield from [VariantClue(name)] if value else []
    elif name in KINDS:
        yield from (_clue(name, entry) for entry in value or ())
    elif name not in READ | DRAWN and value and (value is True or isinstance(value, list)):
        raise InputError(f"the kind {name!r} is not known: remove it, or use {', '.join(KINDS)}")


def _clue(kind: str, entry: Mapping[str, Any]) -> VariantClue:
    fields = KINDS[kind].fields
    keys = ["cell" if field == "outside" else field for field in fields]
    if missing := [key for key in keys if key not in entry]:
        raise InputError(f"a clue of the kind {kind} has no {missing[0]}: give it some, or remove it")
    cells = entry["cells"] if "cells" in fields else [entry["cell"]] if "cell" in keys else []
    lines = entry["lines"] if "lines" in fields else [entry["cloneCells"]] if "cloneCells" in fields else []
    direction = entry["direction"] if "direction" in fields else ""
    if "values" in fields:
        value: Any = tuple(digit for one in entry["values"] if (digit := _number(one, kind)) is not None)
    else:
        value = entry.get("value")
        is_mark = kind == "xv" and str(value).upper() in LETTERS
        value = str(value).upper() if is_mark else _number(value, kind)
    return VariantClue(
        kind, tuple(map(_cell, cells)), tuple(tuple(map(_cell, line)) for line in lines), value, direction
    )


def _cell(name: str) -> Cell:
    found = re.fullmatch(r"R(-?\d{1,4})C(-?\d{1,4})", name, re.IGNORECASE | re.ASCII)
    if found is None:
        raise InputError(f"{cut(repr(name), 20)} is no cell: write it as R1C1")
    return int(found[1]) - 1, int(found[2]) - 1


def _number(value: Any, name: str) -> int | None:
    """A number, which f-puzzles writes as text; None if it is left out."""
    text = "" if value is None else str(value).strip()
    if text and not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise InputError(f"{name}: {cut(repr(value), 20)} is no number: give one, or leave it out")
    return int(text) if text else None


# -- writing ----------------------------------------------------------------------------------------


def _entry(puzzle: VariantPuzzle, cell: Cell) -> dict[str, Any]:
    """A cell of the grid."""
    entry: dict[str, Any] = {"value": puzzle.given[cell], "given": True} if cell in puzzle.given else {}
    if cell in puzzle.marks:
        entry["givenPencilMarks"] = list(puzzle.marks[cell])
    if puzzle.regions is not None:
        entry["region"] = puzzle.regions.get(cell)
    return entry


def _written(clue: VariantClue) -> dict[str, Any]:
    """A clue as an entry of the list of its kind."""
    named = [cell_name(cell) for cell in clue.cells]
    shapes = [[*map(cell_name, line)] for line in clue.lines]
    parts: dict[str, Any] = {
        "cell": named[0] if named else "",
        "outside": named[0] if named else "",
        "cells": named,
        "lines": shapes,
        "cloneCells": shapes[0] if shapes else [],
        "values": clue.value,
        "direction": clue.direction,
    }
    fields = KINDS[clue.kind].fields
    entry = {"cell" if field == "outside" else field: parts[field] for field in fields}
    return entry if clue.value is None or "values" in fields else {**entry, "value": str(clue.value)}
