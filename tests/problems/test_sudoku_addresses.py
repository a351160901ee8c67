"""Sudokus at addresses of puzz.link, and addresses that are not read."""

from __future__ import annotations

import pytest

import clew
from clew.tools.cli import main

# From the tests of puzzlekit and of cspuz, which read the same addresses.
SOLVED = "123456789789123456456789123231564897897231564564897231312645978978312645645978312"
ADDRESSES = {
    "https://puzz.link/p?sudoku/4/4/i1g2j4g3i": "...1.2....4.3...",
    "https://puzz.link/p?sudoku/6/6/61j3g2j4g3j5g4j6g5j12": "61....3.2....4.3....5.4....6.5....12",
    f"https://puzz.link/p?sudoku/9/9/{SOLVED}": SOLVED,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_read_and_written(address: str) -> None:
    sudoku = clew.load("sudoku", address)
    assert sudoku.to_text() == ADDRESSES[address]
    assert str(sudoku.to_address()) == address
    assert clew.load("sudoku", ADDRESSES[address]) == sudoku


@pytest.mark.parametrize("size", [4, 9, 16, 25, 36])
def test_what_is_written_is_read_back(size: int) -> None:
    row = tuple(range(size + 1))[1:]
    sudoku = clew.load("sudoku", str(size))
    full = type(sudoku)((row, *((0,) * size for _ in range(size - 1))))  # type: ignore[call-arg]
    assert clew.load("sudoku", str(full.to_address())) == full


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("https://puzz.link/p?sudoku/9/8/g", "a grid of 8 by 9 is not square"),
        ("https://puzz.link/p?slither/5/5/cbcbcddad", "the address is of the kind slither, not sudoku"),
        ("https://puzz.link/p?sudoku/4/4/i1g2j4g3i5", "its body goes on after the last cell"),
        ("https://puzz.link/p?sudoku/4/4/i1g2j4g3h9", "row 4, column 4: 9 is no number: use 1 to 4"),
        (
            "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgE",
            "are read by the puzzle variant",
        ),
        ("https://f-puzzles.com/?id=y9kzhtbg", "are read by the puzzle variant"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRRb5s8FH3nV0R", "are read by the puzzle variant"),
        ("https://sudokupad.app/psxczr0jpr", "are read by the puzzle variant"),
        ("https://sudokupad.app/?puzzleid=psxczr0jpr", "are read by the puzzle variant"),
        (
            "https://app.crackingthecryptic.com/sudoku/8Q4tPfj9pD",
            "are read by the puzzle variant",
        ),
    ],
)
def test_an_address_that_is_not_read_is_told_in_one_line(
    text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "sudoku", text]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


def test_the_command_solves_and_exports_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "sudoku", "https://puzz.link/p?sudoku/4/4/i1g2j4g3i"]) == 0
    capsys.readouterr()
    assert main(["export", "sudoku", "...1.2....4.3...", "--to", "puzz.link"]) == 0
    assert capsys.readouterr().out == "https://puzz.link/p?sudoku/4/4/i1g2j4g3i\n"
