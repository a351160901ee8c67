"""Texts of boards as pzprjs saves them: small boards of each kind, made here, with their clues written by hand."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from benchmarks import boards
from benchmarks.boards import KINDS, is_solution, judged
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.forms.addresses import find
from clew.forms.board_texts import BODIES
from clew.tools.cli import main

BOARDS = {
    "hashikake": ("1/3/1 . 1 /", "1 1 /", "2 2 /", "1.1"),
    "hitori": ("2/2/1 1 /1 2 /", "# + /. . /", ". . /. . /", "11/12"),
    "kakuro": ("2/2/0 4 3 /3 . . /4 . . /", "1 2 /3 1 /", "2 1 /2 2 /", r"# 4\ 3\ / \3 . . / \4 . ."),
    "lightup": ("2/2/", ". 0 /# + /", "# 0 /. # /", ".0/.."),
    "mashu": ("3/3/. 1 . /. . . /. 1 . /", "1 1 /0 0 /1 1 /1 0 1 /1 -1 1 /", "1 1 /0 0 /1 1 /1 0 1 /1 0 0 /",
              ".W./.../.W."),
    "nonogram": ("2/2/", ". 2 . /c1 # + /1 # . /", ". 2 . /1 # . /1 . # /", "1, 1 / 2, 0"),
    "numlin": ("2/2/1 1 /2 2 /", "1 /1 /0 0 /", "1 /0 /0 0 /", "1 1/2 2"),
    "nurikabe": ("2/2/", "1 # /# # /", "1 + /# # /", "1 ./. ."),
    "shikaku": ("2/2/2 . /2 . /", "0 /0 /1 1 /", "1 /1 /0 0 /", "2 ./2 ."),
    "skyscrapers": ("2/2/", ". 1 2 . /. 2 q1 . /. 1 2 . /. . . . /", ". 1 2 . /. 1 q1 . /. 2 . . /. . . . /",
                    ". 1 2 . / . . 1 . / . . . . / . . . ."),
    "slither": ("2/2/2 . /. 2 /", "1 0 1 /1 -1 1 /1 1 /0 0 /1 1 /", "1 0 1 /1 0 0 /1 1 /0 0 /1 1 /", "2./.2"),
    "starbattle": ("4/4/1/4/0 0 0 0 /1 1 1 1 /2 2 2 2 /3 3 3 3 /", ". # + . /. . . # /# . . . /. . # . /",
                   "# . . . /. . . # /# . . . /. . # . /", "AAAA/BBBB/CCCC/DDDD"),
    "sudoku": ("4/1 2 . . /. . . . /. . . . /. . 2 . /", ". . 3 4 /3 4 1 2 /2 1 4 3 /4 3 . 1 /",
               ". . 3 4 /3 4 1 2 /2 1 4 3 /4 3 . . /", "12../..../..../..2."),
    "tents": ("2/2/", ". . 1 /1 1 A /. - - /", ". . 1 /1 1 . /. . A /", ". . 1 / 1 T . / . . ."),
}  # fmt: skip
"""For each kind the beginning of a board, a right and a wrong end, and the same clues as clew writes them."""


def board(kind: str, end: int) -> str:
    return f"pzprv3/{kind}/{BOARDS[kind][0]}{BOARDS[kind][end]}"


@pytest.mark.parametrize("kind", BOARDS)
def test_a_board_has_its_clues_and_a_right_or_a_wrong_answer(kind: str) -> None:
    name = KINDS[kind][0]
    parameters = {"stars": 1} if kind == "starbattle" else {}
    expected = clew.load(name, BOARDS[kind][3], **parameters)
    assert clew.load(name, board(kind, 1)) == clew.load(name, board(kind, 2)) == expected
    assert clew.load(name, board(kind, 1).replace("/", "\n")) == expected
    assert is_solution(name, board(kind, 1))
    assert not is_solution(name, board(kind, 2))


def test_every_kind_has_a_board() -> None:
    assert BOARDS.keys() == KINDS.keys() == BODIES.keys()


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        ("hashikake", "1/4/1 . 1 . /1 1 1 /"),  # a bridge into the sea
        ("hashikake", "1/4/1 . . 1 /1 0 1 /"),
        ("nurikabe", "2/2/2 . /. 2 /"),  # two numbers in one area
        ("nurikabe", "1/3/1 # . /"),  # an area without a number
        ("shikaku", "2/2/3 . /. 1 /0 /1 /0 1 /"),  # no rectangle
        ("shikaku", "1/3/3 . . /1 0 /"),
        ("shikaku", "2/2/4 . /. . /1 /0 /0 0 /"),  # a border that ends in a rectangle
        ("sudoku", "4/. . . . /. . . . /. . . . /. . . . /5 . . . /. . . . /. . . . /. . . . /"),
    ],
)
def test_what_no_values_say_is_no_solution(kind: str, end: str) -> None:
    assert not is_solution(KINDS[kind][0], f"pzprv3/{kind}/{end}")


def test_rows_that_are_missing_are_empty_and_other_texts_are_no_boards() -> None:
    assert clew.load("slitherlink", "pzprv3/slither/2/3") == clew.load("slitherlink", ".../...")
    assert find("slither/2/3") is None


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("pzprv3", "is no board: one begins with pzprv3/slither/5/5"),
        ("pzprv3/slither/2", "is no board"),
        ("pzprv3/slither/0/2", "is no board"),
        ("pzprv3/slither/99999/99999", "too large"),
        ("pzprv3/nosuch/2/2", "boards of the kind 'nosuch' are not read: use slither, lightup"),
        ("pzprv3/sudoku/4", "the address is of the kind sudoku, not slither"),
        ("pzprv3.1/slither/2/2/f/. . /. . /", "the board of a slither: the rule 'f' is not known"),
        ("pzprv3/slither/2/2/. . . /. . /", "'. . .' has 3 words, not 2"),
        ("pzprv3/slither/2/2/. x /. . /", "the board of a slither: 'x' means nothing here"),
        ("pzprv3/slither/2/2/. 7 /. . /", "use numbers from 0 to 4"),
    ],
)
def test_faulty_boards_are_refused_in_one_line(text: str, say: str) -> None:
    with pytest.raises((clew.InputError, clew.OptionError), match=say) as caught:
        clew.load("slitherlink", text)
    assert len(str(caught.value).splitlines()) == 1


@given(
    st.sampled_from(sorted(BODIES)), st.lists(st.sampled_from(["1", "2", ".", "-", "#", "/", "q1", "3,4", "c2", "9"]))
)
def test_any_board_is_read_or_refused_in_one_line(kind: str, words: list[str]) -> None:
    with suppress(clew.InputError, clew.OptionError):
        clew.load(KINDS[kind][0], f"pzprv3/{kind}/2/2/{' '.join(words)}")


def test_the_command_line_reads_a_file_with_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.txt"
    file.write_text(board("numlin", 1).replace("/", "\n"), encoding="utf-8")
    assert main(["count", "numberlink", str(file)]) == 0
    assert capsys.readouterr().out == "1\n"
    assert main(["count", "numberlink", board("numlin", 1)]) == 0


def test_boards_of_a_file_are_judged() -> None:
    script = 'failcheck: [\n// right\n[null, "%s"],\n["lnDeadEnd", "%s"], ["x", "%s"], [\n"y", "%s", {}]],\n\tinputs:'
    right, wrong, other = board("slither", 1), board("slither", 2), "pzprv3.1/slither/2/2/f/"
    assert judged("slither", script % (right, wrong, other, wrong)) == ({"right": 1, "wrong": 2, "left out": 1}, [])
    _, disagreements = judged("slither", script % (wrong, wrong, right, "pzprv3/slither/2/2/. x /"))
    assert [line.partition(": pzprv3")[0] for line in disagreements] == [
        "slither: clew says wrong, pzprjs right", "slither: clew says right, pzprjs x",
        "slither y: the board of a slither: 'x' means nothing here"]  # fmt: skip
    nothing = 'failcheck: [["brNoShade", "pzprv3/hitori/2/2"]],\n\tinputs:'
    assert judged("hitori", nothing) == ({"left out": 1}, [])
    with pytest.raises(clew.InputError, match="no list failcheck"):
        judged("hitori", "")


@pytest.mark.parametrize("are_swapped", [False, True])
def test_a_table_counts_the_boards_of_all_kinds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], are_swapped: bool
) -> None:
    folder = tmp_path / "test" / "script"
    folder.mkdir(parents=True)
    for kind in KINDS:
        ends = [board(kind, 1), board(kind, 2)]
        right, wrong = ends[::-1] if are_swapped else ends
        text = f'failcheck: [["bkDup", "{wrong}"], [null, "{right}"]],\n\tinputs: []'
        (folder / f"{kind}.js").write_text(text, encoding="utf-8")
    assert boards.main(str(tmp_path)) == int(are_swapped)
    lines = capsys.readouterr().out.splitlines()
    assert lines[len(KINDS) + 1].split() == ["all", "14", "14", "0", "28" if are_swapped else "0"]
    assert len(lines) == len(KINDS) + 2 + 28 * are_swapped
