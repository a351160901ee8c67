"""What `clew check` adds to its answer: where solutions differ, what they share, why there is none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import clew
from clew.tools.cli import main
from clew_problems.sudoku import Sudoku

OPEN = ".1.0/..0./..../.1.."
"""A grid of 4 by 4 with three completions."""

Capture = pytest.CaptureFixture[str]


def check(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """The exit status and what was printed to standard output; nothing goes to standard error."""
    status = main(["check", *arguments])
    printed = capsys.readouterr()
    assert printed.err == ""
    return status, printed.out


def test_two_solutions_are_compared(capsys: Capture) -> None:
    status, out = check(capsys, "takuzu", OPEN)
    assert status == 4
    assert out == (
        "several\n"
        "Solution 1:\n0110\n1001\n0011\n1100\n\n"
        "Solution 2:\n0110\n1001\n1010\n0101\n\n"
        "they differ in 4 places: r3c1 (0 or 1), r3c4 (1 or 0), r4c1 (1 or 0), r4c4 (0 or 1)\n"
        "In both:\n0110\n1001\n.01.\n.10.\n\n"
    )
    _, out = check(capsys, "takuzu", OPEN, "--style", "size")
    assert out.splitlines()[-1] == "In both: 4x4;01101001.01..10."
    _, out = check(capsys, "takuzu", OPEN, "--json")
    answer = json.loads(out)
    assert answer["differences"] == {"r3c1": [0, 1], "r3c4": [1, 0], "r4c1": [1, 0], "r4c4": [0, 1]}
    one, other = answer["solutions"]
    assert {name: [one[name], other[name]] for name in one if one[name] != other[name]} == answer["differences"]
    assert not {"fixed", "why"} & answer.keys()


def test_many_differences_are_counted(capsys: Capture) -> None:
    _, out = check(capsys, "sudoku", "4", "--style", "line", "--given", "r1c1=1")
    (line,) = (line for line in out.splitlines() if line.startswith("they differ"))
    one, other = (line.partition(": ")[2] for line in out.splitlines() if line.startswith("Solution"))
    differing = sum(a != b for a, b in zip(one, other, strict=True))
    named = re.findall(r"r\dc\d \(\d or \d\)", line)
    assert differing == int(line.split()[3])
    assert len(named) == min(differing, 10)
    assert (f" and {differing - 10} more" in line) == (differing > 10)


def test_a_drawing_that_shows_nothing_is_left_out(capsys: Capture) -> None:
    # B is less than 5, for it is not carried to A; that carry is a variable, and no drawing shows it.
    _, out = check(capsys, "cryptarithm", "AB+B=AC", "--fixed")
    assert out.splitlines()[-1] == "In every solution, 1 of 4: carry1 = 0"


def test_drawings_of_other_shapes_are_not_laid_beside_each_other(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "pairs.py"
    file.write_text(HOOKED)
    _, out = check(capsys, f"{file}:Free", "1..")
    assert "Solution 2:\nx = 1\ny = 1\nz = 2\n" in out
    assert out.splitlines()[-1] == "they differ in 1 place: z (1 or 2)"
    _, out = check(capsys, f"{file}:Free", "1..", "--fixed")
    assert out.splitlines()[-1] == "In every solution, 1 of 3: x = 1"


def test_variables_that_appear_as_the_search_goes_are_compared_too(capsys: Capture) -> None:
    status, out = check(capsys, "letter-tree", "B(A,A(C))", "--word", "BA")
    assert status == 4
    assert out.splitlines()[-1].startswith("they differ in 1 place: ")


def test_what_every_solution_shares(capsys: Capture) -> None:
    status, out = check(capsys, "takuzu", OPEN, "--fixed")
    assert status == 4
    # By listing them:
    solutions = [dict(solution) for solution in clew.solutions(clew.load("takuzu", OPEN))]
    shared = {v: w for v, w in solutions[0].items() if all(one[v] == w for one in solutions)}
    rows = ["".join(str(shared.get((r, c), ".")) for c in range(4)) for r in range(4)]
    assert out.endswith(f"In every solution, {len(shared)} of 16:\n" + "\n".join(rows) + "\n\n")
    assert "In both" not in out
    _, out = check(capsys, "takuzu", OPEN, "--fixed", "--json")
    answer = json.loads(out)
    assert answer["fixed"] == {f"r{r + 1}c{c + 1}": value for (r, c), value in shared.items()}
    assert answer["fixed_status"] == "complete"


def test_fixed_values_of_other_answers(capsys: Capture) -> None:
    assert check(capsys, "queens", "6", "--fixed")[1].endswith("\nno value is the same in every solution\n")
    assert check(capsys, "queens", "[1,-1,-1,-1]", "--fixed", "--style", "list") == (0, "unique\n[1,3,0,2]\n")
    _, out = check(capsys, "queens", "[1,-1,-1,-1]", "--fixed", "--json")
    assert json.loads(out)["fixed"] == {"0": 1, "1": 3, "2": 0, "3": 2}
    status, out = check(capsys, "queens", "3", "--fixed", "--json")
    assert (status, json.loads(out)["fixed"]) == (1, None)


def test_fixed_values_under_a_limit(capsys: Capture) -> None:
    status, out = check(capsys, "knights-tour", "5x5", "--fixed", "--node-limit", "200")
    assert status == 4
    assert out.splitlines()[-1] == "no value is the same in every solution, as far as is known (node limit)"
    _, out = check(capsys, "knights-tour", "5x5", "--fixed", "--node-limit", "200", "--json")
    assert json.loads(out)["fixed_status"] == "node limit"


def test_fixed_values_need_domains(capsys: Capture) -> None:
    assert main(["check", "letter-tree", "B(A,A)", "--word", "BA", "--fixed"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "appear as the search goes" in printed.err


def test_why_there_is_no_solution(capsys: Capture) -> None:
    status, out = check(capsys, "sudoku", "1.../.2../.3../..1.", "--why", "--given", "r4c2=4")
    assert status == 1
    # The first place of column 2 is left with 1, which row 1 has already.
    assert out == (
        "none\n"
        "these contradict each other, and none of them can be left out:\n"
        "  clues: r1c1 = 1, r2c2 = 2, r3c2 = 3, r4c2 = 4\n"
        "  constraints: row 1, column 2\n"
        "1 . | . .\n. 2 | . .\n----+----\n. 3 | . .\n. 4 | . .\n"
    )
    _, out = check(capsys, "sudoku", "1.../.2../.3../..1.", "--why", "--given", "r4c2=4", "--json")
    why = json.loads(out)["why"]
    assert why == {
        "clues": [["r1c1", 1], ["r2c2", 2], ["r3c2", 3], ["r4c2", 4]],
        "constraints": ["row 1", "column 2"],
        "is_minimal": True,
    }


def test_why_says_nothing_where_there_is_a_solution(capsys: Capture) -> None:
    assert check(capsys, "queens", "[1,-1,-1,-1]", "--why", "--style", "list") == (0, "unique\n[1,3,0,2]\n")
    _, out = check(capsys, "queens", "4", "--why", "--json")
    assert json.loads(out)["why"] is None


def test_why_of_two_values_for_one_place(capsys: Capture) -> None:
    _, out = check(capsys, "sudoku", "1.../..../..../....", "--given", "r1c1=2", "--why")
    assert out == (
        "none\n"
        "these contradict each other, and none of them can be left out:\n"
        "  clues: r1c1 = 1, r1c1 = 2\n"
    )  # fmt: skip


def test_why_under_a_limit(capsys: Capture) -> None:
    grid = "6x6ude:faCADAJeBd"
    status, out = check(capsys, "takuzu", grid, "--why", "--node-limit", "20")
    assert status == 1
    assert "a limit struck before it was known whether all of them are needed:" in out
    status, out = check(capsys, "takuzu", grid, "--why", "--time-limit", "0")
    assert (status, out) in ((3, "undecided (time limit)\n"), (1, "none\nwhy is not known (time limit)\n"))


HOOKED = """
import clew

class Pairs(clew.Problem):
    name = "pairs"
    blocked = ()
    def __init__(self, text): self.text = text
    def domains(self): return {name: (1, 2) for name in "xyz"}
    def given(self): return {name: int(value) for name, value in zip("xyz", self.text) if value != "."}
    def is_consistent(self, state, variable, value): return value not in dict(state.items()).values()
    @classmethod
    def from_text(cls, text, **parameters): return cls(text)

class Even(Pairs):
    def is_consistent(self, state, variable, value): return value == 2

class Two(Pairs):
    def is_consistent(self, state, variable, value): return variable != "y" or state.get("x") != value

class Free(Pairs):
    def is_consistent(self, state, variable, value): return True
"""


def test_why_of_a_problem_that_is_written_with_hooks(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "pairs.py"
    file.write_text(HOOKED)
    _, out = check(capsys, f"{file}:Pairs", "1..", "--why")
    # Three variables and two values: no clue is to blame.
    assert out.splitlines()[-1] == "the rules and the domains leave no solution, without any clue"
    _, out = check(capsys, f"{file}:Even", "2.1", "--why")
    assert out.splitlines()[-2:] == ["this alone leaves no solution:", "  clues: z = 1"]
    _, out = check(capsys, f"{file}:Pairs", "11.", "--why", "--given", "z=2")
    assert out.splitlines()[-1] == "the rules and the domains leave no solution, without any clue"
    _, out = check(capsys, f"{file}:Two", "11.", "--why", "--given", "z=2")
    assert out.splitlines()[-2:] == [
        "these contradict the rules, and none of them can be left out:",
        "  clues: x = 1, y = 1",
    ]


def test_a_sudoku_with_one_clue_wrong_is_reduced_to_what_an_author_can_follow(capsys: Capture) -> None:
    text = next(example.text for example in Sudoku.examples if example.name == "wikipedia")
    _, out = check(capsys, "sudoku", text, "--given", "r1c3=3", "--why")
    assert "  clues: r1c2 = 3, r1c3 = 3\n" in out
    assert re.search(r"^  constraints: (row 1|box 1)$", out, re.MULTILINE)
