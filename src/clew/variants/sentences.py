"""The rules of a puzzle in words, for people who solve it on a picture: a sentence for each kind of clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from clew.render.languages import FILLED, marked, templates
from clew.variants.drawing import LINES, NOTES, SHADED
from clew.variants.kinds import KINDS, Cell, VariantClue
from clew.variants.puzzle import VariantPuzzle

LANGUAGES: Final = Path(__file__).with_name("languages")
"""For each language a file with a key and its text on each line: a sentence and a title for each kind, colours, sides.

In a sentence `{value}` is a number that the picture does not show, and `{size}` the largest digit.
"""
COLOURS: Final = {
    "hue-0": "red", "hue-1": "blue", "hue-2": "green", "hue-3": "yellow", "hue-4": "violet", "hue-5": "orange",
    "hue-6": "turquoise", "hue-7": "pink", "hue-8": "grey", "hue-9": "brown", "hue-11": "lime",
    "conflict-edge": "dark red", "faint": "dark brown", "line": "brown",
}  # fmt: skip
"""The paints of the picture in words."""
DEFAULTS: Final = {"modularline": 3, "lockout": 4}


def rules_in_words(puzzle: VariantPuzzle, language: str = "en") -> str:
    """The rules of a puzzle, a line for each kind of clue that it has.

    Args:
        puzzle: the puzzle.
        language: `en`, `fr` or `de`.
    """
    said = templates(LANGUAGES, language)
    lines = [said["grid"].format(size=puzzle.size), *([said["small digits"]] if puzzle.marks else [])]
    kinds = dict.fromkeys(clue.kind for clue in puzzle.clues)
    return "\n".join([*lines, *(line for kind in kinds for line in _of_kind(puzzle, kind, said))])


def clue_words() -> Iterator[tuple[str, str, str]]:
    """The names of clues in other languages, in hints and in captions, as `clew.Problem.translations` has them."""
    english = templates(LANGUAGES, "en")
    for language in ("fr", "de"):
        said = templates(LANGUAGES, language)
        for kind in KINDS:
            name, word = english[f"clue {kind}"], said[f"clue {kind}"]
            # The caption of a rule of the whole grid names it without an article.
            is_whole = not KINDS[kind].fields and not kind.startswith("diagonal")
            within = word if is_whole else FILLED.format(said["different"], marked(word))
            yield language, english["different"].format(name), within
            yield language, f"{name} from", f"{word} {said['from']}"
            yield language, name, said[f"title {kind}"] if is_whole else word


def _of_kind(puzzle: VariantPuzzle, kind: str, said: Mapping[str, str]) -> Iterator[str]:
    """The lines about a kind: one for each number that the picture does not show."""
    sentence, clues = said[kind], [clue for clue in puzzle.clues if clue.kind == kind]
    shown: dict[object, list[VariantClue]] = {}
    for clue in clues:
        shown.setdefault(_value(puzzle, clue, said) if "{value}" in sentence else None, []).append(clue)
    for value, alike in shown.items():
        look = [*filter(None, [_colour(kind, said), _where(puzzle, alike, len(shown) > 1, said)])]
        title = said[f"title {kind}"]
        title = title[:1].upper() + title[1:] + (f" ({', '.join(look)})" if look else "")
        yield said["rule"].format(title, sentence.format(value=value, size=puzzle.size))


def _value(puzzle: VariantPuzzle, clue: VariantClue, said: Mapping[str, str]) -> object:
    if clue.kind == "negative":
        return said.get(f"negative {clue.value}", "")
    missing = (puzzle.size + 1) // 2 if clue.kind == "whispers" else DEFAULTS.get(clue.kind)
    return missing if clue.value is None else clue.value


def _colour(kind: str, said: Mapping[str, str]) -> str:
    paint = LINES[kind][0] if kind in LINES else f"hue-{SHADED[kind]}" if kind in SHADED else ""
    return said[COLOURS[paint]] if paint else ""


def _where(puzzle: VariantPuzzle, clues: Sequence[VariantClue], is_split: bool, said: Mapping[str, str]) -> str:
    """The places of clues that look like others."""
    kind, kinds = clues[0].kind, {clue.kind for clue in puzzle.clues if not clue.direction}
    cells = [next(iter((*clue.cells, *(cell for line in clue.lines for cell in line))), None) for clue in clues]
    outside = {one for one in kinds if KINDS[one].is_outside}
    if kind in outside and len(outside) > 1:
        return _beside(puzzle.size, [cell for cell in cells if cell], said)
    shaded = {one for one in kinds if kind in SHADED and SHADED.get(one) == SHADED[kind] and one not in NOTES}
    is_split |= kind in shaded and len(shaded) > 1
    return ", ".join(f"r{cell[0] + 1}c{cell[1] + 1}" for cell in cells if cell) if is_split else ""


def _beside(size: int, cells: Iterable[Cell], said: Mapping[str, str]) -> str:
    """Places beside a grid."""
    sides = {-1: ("above", "left of"), size: ("below", "right of")}
    return ", ".join(
        said[sides[r][0]].format(number=c + 1) if r in sides else said[sides[c][1]].format(number=r + 1)
        for r, c in cells
    )  # fmt: skip
