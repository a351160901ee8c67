"""Crosswords: fill a grid with words that cross each other. A grid without blocks is a word square.

A cell is a variable and its letter the value; two or more cells in a row or a column are an entry, and each entry
spells a word of the list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import Constraint, DistinctVectors, Stepwise
from clew_problems.crossword_words import WORDS
from clew_problems.words import words

Cell = tuple[int, int]
Entry = tuple[Cell, ...]
Grid = tuple[str, ...]

OPEN, BLOCK = ".", "#"
MAX_TEXT: Final = 50_000_000
MAX_SIDE: Final = 1_000


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"crossword: {message}")


def _rows(rows: Iterable[str]) -> Grid:
    return tuple("".join(map(_upper, row)) for row in rows)


def _sound(problem: Crossword, field: attrs.Attribute[Any], grid: Grid) -> None:
    if not 1 <= len(grid) <= MAX_SIDE or not 1 <= len(grid[0]) <= MAX_SIDE:
        raise _error(f"a grid has from 1 to {MAX_SIDE} rows and columns")
    clew.check_size(sum(map(len, grid)), 2)
    for number, row in enumerate(grid, 1):
        if len(row) != len(grid[0]):
            raise _error(f"row {number} has {len(row)} cells, and row 1 has {len(grid[0])}: fill up with # for blocks")
        for column, symbol in enumerate(row, 1):
            if symbol not in (OPEN, BLOCK) and not symbol.isalpha():
                raise _error(f"row {number}, column {column}: {symbol!r} is no cell: use . or a letter, # for a block")
    inside = {cell for entry in entries(grid) for cell in entry}
    for r, c in product(range(len(grid)), range(len(grid[0]))):
        if grid[r][c] != BLOCK and (r, c) not in inside:
            raise _error(f"row {r + 1}, column {c + 1}: the cell is part of no entry: make it a block")
    if not inside:
        raise _error("every cell is a block: leave some open, with .")


def _listed(problem: Crossword, field: attrs.Attribute[Any], words: Any) -> None:
    if not isinstance(words, str) or (words and not re.search(r"[^\s,;]", words)):
        raise clew.OptionError(f"crossword: words must be a text of words with commas between, not {str(words)[:40]!r}")
    known = vocabulary(words)
    for entry in entries(problem.grid):
        if len(entry) not in known:
            row, column = entry[0]
            raise _error(
                f"row {row + 1}, column {column + 1}: the entry has {len(entry)} letters, and no word of the list "
                "has: give other words, or another grid"
            )
    letters = {letter for same_length in known.values() for word in same_length for letter in word}
    clew.check_size(sum(len(row) for row in problem.grid), len(letters))


@attrs.frozen
class Crossword(clew.Problem[Cell, str]):
    """A crossword to fill.

    Args:
        grid: the rows: `.` for an open cell, a letter for a filled one, `#` for a block.
        words: the words that may be used, with commas or spaces between; by default a bundled list of English words
            of three to five letters.
        repeat: whether a word may be used more than once.

    Raises:
        InputError: the grid is not rectangular, has other characters or a cell that no entry passes, or the list has
            no word of the length of an entry.
        OptionError: the grid is too large to search.
    """

    name = "crossword"
    summary = "fill a grid with words that cross each other, or find word squares"
    rules = (
        "Fill the cells with letters so that every entry is a word of the list: every run of two or more cells in a "
        "row or a column, up to a block or the border. No word is used twice, unless --repeat allows it. The instance "
        "is a grid with . for a cell, a letter for a filled one and # for a block, or the size of a grid without "
        "blocks; its own words may follow behind words: in place of the bundled English ones."
    )
    examples = (
        clew.Example("sator", "5x5 words: sator arepo tenet opera rotas", 2, {"repeat": True}),
        clew.Example("sator, no word twice", "5 words: sator arepo tenet opera rotas", 0),
        clew.Example("one corner", "C..\n.##\n.## words: cat, cow, dog", 2),
        clew.Example("under the cat", "CAT\n...\n...", 2),
        clew.Example("contradiction", "XQ.\n...\n...", 0),
    )
    translations = words(
        ("across", "horizontal", "waagerecht"),
        ("down", "vertical", "senkrecht"),
        ("no word of", "la règle des mots différents de", "[die|die|der] Regel der verschiedenen Wörter mit"),
        ("letters twice", "lettres", "Buchstaben"),
    )
    styles = ("grid", "boxes", "entries")

    grid: Grid = attrs.field(converter=_rows, validator=_sound)
    words: str = clew.parameter("", "a file of words, or words with commas between", validator=_listed)
    repeat: bool = clew.parameter(False, "whether a word may be used more than once")

    def __attrs_post_init__(self) -> None:
        if self.words:  # in one form, however they were written: in large letters, each once, a comma behind each
            listed = "".join(f"{word}," for known in vocabulary(self.words).values() for word in sorted(known))
            object.__setattr__(self, "words", listed)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, str]:
        return _model(self.grid, self.words, self.repeat)[0]

    def given(self) -> Mapping[Cell, str]:
        return {(r, c): symbol for r, row in enumerate(self.grid) for c, symbol in enumerate(row) if symbol.isalpha()}

    def constraints(self) -> Iterable[Constraint]:
        return _model(self.grid, self.words, self.repeat)[1]

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size, or rows with line breaks or slashes between; then `words:` and the words, if it has its own.

        The parameter `words`, which goes before those of the text, may also be the name of a file.
        """
        grid, words = read(text)
        return cls(grid, words=load_words(parameters.pop("words", "")) or words, **parameters)

    def to_text(self) -> str:
        return "\n".join(self.grid) + (f"\nwords: {self.words}" if self.words else "")

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        style = self.check_style(style)
        if style == "entries":
            return "\n".join(self._entries(assignment))
        rows = [
            [BLOCK if symbol == BLOCK else assignment.get((r, c), OPEN) for c, symbol in enumerate(row)]
            for r, row in enumerate(self.grid)
        ]
        if style == "boxes":
            return render.boxes([[{BLOCK: "█", OPEN: " "}.get(symbol, symbol) for symbol in row] for row in rows])
        return "\n".join(map("".join, rows))

    def picture(
        self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None
    ) -> render.Board:
        """The grid with its black blocks; in open cells the letters that still fit."""
        rows = [[assignment.get((r, c), "") for c in range(len(row))] for r, row in enumerate(self.grid)]
        blocks = [(r, c) for r, row in enumerate(self.grid) for c, symbol in enumerate(row) if symbol == BLOCK]
        left = {cell: sorted(letters) for cell, letters in (domains or {}).items() if cell not in assignment}
        given = [cell for cell in self.given() if cell in assignment]
        return render.Board(rows, title="a crossword", marks=left, blocks=blocks, given=given)

    def _entries(self, assignment: Mapping[Cell, str]) -> Iterator[str]:
        """The entries with the numbers that crosswords give them."""
        for entry in entries(self.grid):
            yield f"{self._entry_name(entry)}: {''.join(assignment.get(cell, OPEN) for cell in entry)}"

    def _entry_name(self, entry: Entry) -> str:
        """An entry by its number and direction, such as `1 across`."""
        starts = sorted({other[0] for other in entries(self.grid)})
        return f"{starts.index(entry[0]) + 1} {'across' if entry[0][0] == entry[1][0] else 'down'}"

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def constraint_name(self, constraint: Constraint) -> str:
        if isinstance(constraint, DistinctVectors):
            return f"no word of {len(constraint.vectors[0])} letters twice"
        entry: Any = constraint.scope
        return self._entry_name(entry)


@attrs.frozen
class Word(Stepwise):
    """The letters of the scope spell one of the words.

    Read letter by letter when assignments are checked; a table of the words when domains are propagated.

    Args:
        scope: the cells.
        words: the words that they may spell, all as long.
    """

    words: frozenset[str]

    def holds(self, values: Sequence[str]) -> bool:
        return "".join(values) in self.words

    def start(self) -> str:
        return ""

    def step(self, memory: str, position: int, value: str) -> str | None:
        beginning = memory + value
        return beginning if beginning in _beginnings(self.words) else None

    def compile(self, compiler: Any) -> None:
        compiler.tuples(self, map(tuple, self.words))


@lru_cache(maxsize=32)
def _beginnings(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:k] for word in words for k in range(1, len(word) + 1))


@lru_cache(maxsize=32)
def entries(grid: Grid) -> tuple[Entry, ...]:
    """The runs of two or more cells, first those across, then those down, each in reading order."""
    rows = [[(r, c) for c in range(len(grid[0]))] for r in range(len(grid))]
    across, down = ([run for line in lines for run in _runs(grid, line)] for lines in (rows, zip(*rows, strict=True)))
    return *across, *sorted(down)


def _runs(grid: Grid, line: Sequence[Cell]) -> Iterator[Entry]:
    symbols = "".join(grid[r][c] for r, c in line)
    for run in re.finditer(f"[^{BLOCK}]{{2,}}", symbols):
        yield tuple(line[slice(*run.span())])


@lru_cache(maxsize=32)
def vocabulary(words: str) -> Mapping[int, frozenset[str]]:
    """The words of a text, or the bundled ones if it is empty, by their length, in large letters."""
    by_length: dict[int, set[str]] = {}
    for number, word in enumerate(re.findall(r"[^\s,;]+", words or WORDS), 1):
        if not word.isalpha():
            raise _error(f"word {number}: {word[:20]!r} is no word: words have letters only, with commas between")
        by_length.setdefault(len(word), set()).add("".join(map(_upper, word)))
    return MappingProxyType({length: frozenset(known) for length, known in sorted(by_length.items())})


@lru_cache(maxsize=32)
def _model(grid: Grid, words: str, repeat: bool) -> tuple[Mapping[Cell, str], tuple[Constraint, ...]]:
    """The domains and the constraints."""
    known = vocabulary(words)
    rules: list[Constraint] = [Word(entry, known[len(entry)]) for entry in entries(grid)]
    for length in () if repeat else known:
        alike = [entry for entry in entries(grid) if len(entry) == length]
        if len(alike) > 1:
            rules.append(DistinctVectors(alike))
    letters = {letter for entry in entries(grid) for word in known[len(entry)] for letter in word}
    alphabet = "".join(sorted(letters.union(*grid) - {OPEN, BLOCK}))
    cells = sorted({cell for entry in entries(grid) for cell in entry})
    return MappingProxyType(dict.fromkeys(cells, alphabet)), tuple(rules)


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> tuple[Grid, str]:
    """The grid that a text describes, and the words behind it; no words if it has none of its own.

    Raises:
        InputError: the text is no grid.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any grid and list that could be searched")
    drawn, _, words = text.partition("words:")
    bare = drawn.strip()
    if not bare:
        raise _error("the instance is empty: give a grid such as .../.#./..., or a size such as 4x4")
    if match := re.fullmatch(r"([+-]?[0-9]{1,12})(?:\s*x\s*([+-]?[0-9]{1,12}))?", bare):
        height, width = int(match[1]), int(match[2] or match[1])
        if not 1 <= min(height, width) <= max(height, width) <= MAX_SIDE:
            raise _error(f"a grid has from 1 to {MAX_SIDE} rows and columns, not {bare[:30]}")
        return (OPEN * width,) * height, words.strip()
    rows = [re.sub(r"\s", "", row).replace("_", OPEN) for row in re.split(r"[/\n]", bare)]
    if sum(map(len, rows)) > MAX_SIDE**2:
        raise _error(f"a grid has from 1 to {MAX_SIDE} rows and columns")
    return tuple(row for row in rows if row), words.strip()


def load_words(words: Any) -> Any:
    """The words of a file, those with other characters than letters left out; or those that are given themselves.

    Raises:
        OptionError: there is no such file.
        InputError: the file is no list of words.
    """
    if not isinstance(words, str) or not words:
        return words
    try:
        file = Path(words)
        if file.is_file():
            return ",".join(word for word in file.read_text(encoding="utf-8-sig").split() if word.isalpha())
    except UnicodeDecodeError:
        raise _error(f"{words[:60]!r} is not text: give a file with a word on each line") from None
    except (OSError, ValueError):
        pass  # no name that a file could have, or none that may be read
    if not re.search(r"[\s,;]", words):
        raise clew.OptionError(
            f"crossword: there is no file {words[:60]!r}: give its path, or words with commas between"
        )
    return words


def _upper(letter: str) -> str:
    """The large letter, if it is one letter."""
    large = letter.upper()
    return large if len(large) == 1 else letter
