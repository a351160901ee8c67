"""The killer sudoku: the kit, every small square, the instance that it comes with, and what its README shows."""

from __future__ import annotations

import random
import shlex
from itertools import permutations
from pathlib import Path

import pytest
from killer_sudoku import KillerSudoku

import clew
import clew.testing
from clew.tools.cli import main

HERE = Path(__file__).parent
CELLS = [(r, c) for r in range(4) for c in range(4)]


@clew.testing.every_check(KillerSudoku)
def test_conforms(check: clew.testing.Check) -> None:
    check()


def squares() -> list[dict[tuple[int, int], int]]:
    """All 288 sudokus of four by four, made of their rows."""
    found = []
    lines = list(permutations((1, 2, 3, 4)))
    for first in lines:
        for second in (line for line in lines if not set(first[:2]) & set(line[:2])):
            for third in (
                line for line in lines if all(len({*column}) == 3 for column in zip(first, second, line, strict=True))
            ):
                fourth = tuple(10 - sum(column) for column in zip(first, second, third, strict=True))
                if not set(third[:2]) & set(fourth[:2]):
                    rows = (first, second, third, fourth)
                    found.append({(r, c): rows[r][c] for r, c in CELLS})
    return found


@pytest.mark.parametrize("seed", range(12))
def test_it_finds_the_squares_with_these_sums(seed: int) -> None:
    rng = random.Random(seed)
    everything = squares()
    assert len(everything) == 288
    chosen = rng.choice(everything)
    cages: dict[tuple[int, int], str] = {}
    for cell in CELLS:
        taken = {cages[other] for other in cages if chosen[other] == chosen[cell]}
        cages[cell] = rng.choice([letter for letter in "ABCDEF" if letter not in taken])
    wanted = {letter: [cell for cell in CELLS if cages[cell] == letter] for letter in set(cages.values())}
    totals = {letter: sum(chosen[cell] for cell in cells) for letter, cells in wanted.items()}
    text = "/".join("".join(cages[r, c] for c in range(4)) for r in range(4))
    text += "/" + " ".join(f"{letter}={total}" for letter, total in totals.items())
    expected = [
        square
        for square in everything
        if all(
            sum(square[cell] for cell in cells) == totals[letter]
            and len({square[cell] for cell in cells}) == len(cells)
            for letter, cells in wanted.items()
        )
    ]
    assert chosen in expected
    found = [dict(solution) for solution in clew.solutions(KillerSudoku.from_text(text))]
    assert sorted(map(repr, found)) == sorted(repr(square) for square in expected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AB/CD/E=3", "line 3: 'E=3': there is no such cage"),
        ("AB/CD/A=3 A=4", "line 3: 'A=4': there is no such cage, or twice"),
        ("AB/CD\nA=x", "line 3: 'A=x' is no sum: write A=15"),
        ("A?/CD", "line 1, column 2: '?'"),
        ("A=3", "the instance is empty"),
    ],
)
def test_a_mistake_is_told_in_one_line(text: str, said: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        KillerSudoku.from_text(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_readme_shows_what_the_commands_print(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    parts = (HERE / "README.md").read_text(encoding="utf-8").split("```console\n$ clew ")[1:]
    assert len(parts) == 3
    for part in parts:
        command, _, printed = part.split("\n```")[0].partition("\n")
        main(shlex.split(command))
        assert capsys.readouterr().out.strip() == printed.strip()
