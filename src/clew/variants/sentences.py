"""The rules of a puzzle in words, for people who solve it on a picture: a sentence for each kind of clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from clew.variants.drawing import LINES, NOTES, SHADED
from clew.variants.kinds import KINDS, Cell, VariantClue
from clew.variants.puzzle import VariantPuzzle

SENTENCES: Final = {
    "thermometer": "The digits increase from the bulb on.",
    "slowthermometer": "The digits increase or stay the same from the bulb on.",
    "palindrome": "The line reads the same from both ends.",
    "renban": "The digits on the line are consecutive and different, in any order.",
    "whispers": "Neighbours on the line differ by {value} at least.",
    "regionsumline": "The digits on the line have one sum in each box, and each time that it enters the box again.",
    "betweenline": "The digits on the line are strictly between the digits in its two circles.",
    "entropicline": "Any three neighbours on the line are a low, a middle and a high digit.",
    "modularline": "Any {value} neighbours on the line have different remainders when divided by {value}.",
    "nabner": "No two digits on the line are equal or consecutive.",
    "doublearrow": "The digits between the two circles have the same sum as the digits in the circles.",
    "zipperline": "Two digits equally far from the middle have one sum, and a digit in the middle is this sum.",
    "lockout": "The digits in the circles differ by {value} at least, and no other digit on the line is one of them or "
    "between them.",
    "sumline": "The line is divided into segments of neighbours, each with the sum {value}.",
    "arrow": "The digits on an arrow have the number in its circle as their sum.",
    "killercage": "The digits in a cage are different, and a number in its corner is their sum.",
    "lunchbox": "The digits are different, and those that lie between the smallest and the largest one have the number "
    "in the corner as their sum.",
    "extraregion": "The digits are different.",
    "countingcircles": "A digit in a circle says in how many circles it is.",
    "odd": "The digit in a grey circle is odd.",
    "even": "The digit in a grey square is even.",
    "minimum": "The digit is less than those of all cells that share a side with its cell.",
    "maximum": "The digit is greater than those of all cells that share a side with its cell.",
    "rowindexer": "The digit says in which row of its column the number of its own row stands.",
    "columnindexer": "The digit says in which column of its row the number of its own column stands.",
    "boxindexer": "The digit says at which place of its box, in the order of reading, the number of its own place "
    "stands.",
    "difference": "Neighbours with a white dot differ by its number, or by 1 if it has none.",
    "ratio": "Of neighbours with a black dot one is the other one times its number, or twice the other one if it has "
    "none.",
    "xv": "Neighbours with an X have the sum 10, and with a V the sum 5.",
    "clone": "Two shapes that are alike have the same digits in the same places.",
    "quadruple": "The digits in a circle are among the four cells around it, at least as often as in the circle.",
    "littlekillersum": "The digits along the arrow have the number as their sum; they may repeat.",
    "sandwichsum": "The digits between 1 and {size} have the number as their sum.",
    "xsum": "The first X digits from the number on have it as their sum, and the first of them is X.",
    "skyscraper": "The number says how many digits are greater than all before them, seen from it.",
    "hiddenskyscraper": "The number is the first digit that is not greater than all before it, seen from it.",
    "numberedroom": "The number is the Xth digit, and the first one is X, seen from it.",
    "fullrank": "Of all rows and columns, read as numbers from either end, the one that begins there has this rank, "
    "counted from the smallest.",
    "diagonal+": "The digits on the diagonal are different.",
    "diagonal-": "The digits on the diagonal are different.",
    "antiknight": "Cells a knight's move apart have different digits.",
    "antiking": "Cells a king's move apart have different digits.",
    "disjointgroups": "Cells in the same place of their boxes have different digits.",
    "windoku": "Further boxes, a row and a column apart from each other and from the border, have different digits.",
    "nonconsecutive": "Neighbours without a dot are not consecutive.",
    "negative": "{value}",
}
"""A sentence for each kind: `{value}` is a number that the picture does not show, `{size}` the largest digit."""
NEGATIVE: Final = {
    "xv": "Neighbours without an X or a V have neither the sum 10 nor the sum 5.",
    "ratio": "Neighbours without a dot do not have the ratio of any black dot, or 2 if there is none.",
}
"""The meaning of the rule that all marks of a kind are given."""
COLOURS: Final = {
    "hue-0": "red", "hue-1": "blue", "hue-2": "green", "hue-3": "yellow", "hue-4": "violet", "hue-5": "orange",
    "hue-6": "turquoise", "hue-7": "pink", "hue-8": "grey", "hue-9": "brown", "hue-11": "lime",
    "conflict-edge": "dark red", "faint": "dark brown", "line": "brown",
}  # fmt: skip
"""The paints of the picture in words."""
DEFAULTS: Final = {"modularline": 3, "lockout": 4}


def rules_in_words(puzzle: VariantPuzzle) -> str:
    """The rules of a puzzle, a line for each kind of clue that it has."""
    lines = [f"Put a digit from 1 to {puzzle.size} into each cell: no row, column or region has one twice."]
    if puzzle.marks:
        lines.append("A cell with small digits has one of them.")
    kinds = dict.fromkeys(clue.kind for clue in puzzle.clues)
    return "\n".join([*lines, *(line for kind in kinds for line in _of_kind(puzzle, kind))])


def _of_kind(puzzle: VariantPuzzle, kind: str) -> Iterator[str]:
    """The lines about a kind: one for each number that the picture does not show."""
    sentence, clues = SENTENCES[kind], [clue for clue in puzzle.clues if clue.kind == kind]
    shown: dict[object, list[VariantClue]] = {}
    for clue in clues:
        shown.setdefault(_value(puzzle, clue) if "{value}" in sentence else None, []).append(clue)
    for value, alike in shown.items():
        look = [*filter(None, [_colour(kind), _where(puzzle, alike, len(shown) > 1)])]
        title = KINDS[kind].title.capitalize() + (f" ({', '.join(look)})" if look else "")
        yield f"{title}: {sentence.format(value=value, size=puzzle.size)}"


def _value(puzzle: VariantPuzzle, clue: VariantClue) -> object:
    if clue.kind == "negative":
        return NEGATIVE.get(clue.value, "")
    missing = (puzzle.size + 1) // 2 if clue.kind == "whispers" else DEFAULTS.get(clue.kind)
    return missing if clue.value is None else clue.value


def _colour(kind: str) -> str:
    paint = LINES[kind][0] if kind in LINES else f"hue-{SHADED[kind]}" if kind in SHADED else ""
    return COLOURS[paint] if paint else ""


def _where(puzzle: VariantPuzzle, clues: Sequence[VariantClue], is_split: bool) -> str:
    """The places of clues that look like others."""
    kind, kinds = clues[0].kind, {clue.kind for clue in puzzle.clues if not clue.direction}
    cells = [next(iter((*clue.cells, *(cell for line in clue.lines for cell in line))), None) for clue in clues]
    outside = {one for one in kinds if KINDS[one].is_outside}
    if kind in outside and len(outside) > 1:
        return _beside(puzzle.size, [cell for cell in cells if cell])
    shaded = {one for one in kinds if kind in SHADED and SHADED.get(one) == SHADED[kind] and one not in NOTES}
    is_split |= kind in shaded and len(shaded) > 1
    return ", ".join(f"r{cell[0] + 1}c{cell[1] + 1}" for cell in cells if cell) if is_split else ""


def _beside(size: int, cells: Iterable[Cell]) -> str:
    """Places beside a grid."""
    sides = {-1: ("above", "left of"), size: ("below", "right of")}
    return ", ".join(
        f"{sides[r][0]} column {c + 1}" if r in sides else f"{sides[c][1]} row {r + 1}" for r, c in cells
    )  # fmt: skip
