"""Many instances at once give what each of them gives alone."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import pytest
from benchmarks import sudokus
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.answers.batch import queries
from clew.answers.batch.lines import InstanceLines
from clew.answers.batch.queries import VERDICT, BatchQuery
from clew.constraints import AllDifferent, NotEqual, Predicate, Sum
from clew.tools.cli import main
from clew_problems import Queens, Sudoku, Takuzu
from tests.random_models import models

ESCARGOT = sudokus.HARD[0]


def judged(problem: clew.Problem[Any, Any], given: Mapping[Any, Any]) -> str:
    """The answer from all solutions of the problem without the values, by brute force over them."""
    number = sum(all(solution[v] == w for v, w in given.items()) for solution in clew.solutions(problem))
    return "none" if not number else "unique" if number == 1 else "several"


@given(models(), st.randoms(use_true_random=False), st.sampled_from([None, "unit", "arc", "forward", "check"]))
def test_random_models(problem: clew.Problem[Any, Any], rng: random.Random, level: str | None) -> None:
    domains = {variable: list(values) for variable, values in problem.domains().items()}
    variables = [variable for variable in domains if domains[variable]]
    givens = [
        {variable: rng.choice(domains[variable]) for variable in rng.sample(variables, rng.randint(0, len(variables)))}
        for _ in range(12)
    ]
    expected = [judged(problem, values) for values in givens]
    checks = list(clew.check_each(problem, givens, inference=level))
    assert [verdict.answer for verdict in checks] == expected
    python = clew.check_each(problem, givens, inference=level, kernel="python")
    assert [verdict.answer for verdict in python] == expected
    firsts = list(clew.first_each(problem, givens, inference=level))
    for values, verdict, solution in zip(givens, checks, firsts, strict=True):
        assert (solution is None) == (verdict.answer == "none")
        assert len(set(verdict.solutions)) == ("none", "unique", "several").index(verdict.answer)
        for found in (*verdict.solutions, *([solution] if solution is not None else [])):
            assert clew.violations(problem, found) == ()
            assert all(found[v] == w for v, w in values.items())
            assert list(found) == list(domains)


@given(models(), st.randoms(use_true_random=False), st.sampled_from([None, "unit"]), st.sampled_from([2, 3]))
def test_workers_give_the_same(
    problem: clew.Problem[Any, Any], rng: random.Random, level: str | None, jobs: int
) -> None:
    domains = {variable: list(values) for variable, values in problem.domains().items() if values}
    givens = [
        {
            variable: rng.choice(domains[variable])
            for variable in rng.sample(list(domains), rng.randint(0, len(domains)))
        }
        for _ in range(40)
    ]
    alone = list(clew.check_each(problem, givens, inference=level))
    with mock.patch("clew.answers.batch.queries.BATCH", 4):
        assert list(clew.check_each(problem, givens, inference=level, jobs=jobs)) == alone
        assert list(clew.first_each(problem, givens, inference=level, jobs=jobs)) == list(
            clew.first_each(problem, givens, inference=level)
        )


def test_workers_answer_in_order_and_can_be_left() -> None:
    givens = [{k % 6: k % 5} for k in range(500)]
    expected = [verdict.answer for verdict in clew.check_each(Queens(6), givens)]
    with mock.patch("clew.answers.batch.queries.BATCH", 7):
        query = BatchQuery(VERDICT, Queens(6), {"jobs": 3})
        left = query.answered(query.items(givens))
        assert [next(left) for _ in range(20)] == expected[:20]
        left.close()  # type: ignore[attr-defined]
        assert list(query.answered(query.items(givens))) == expected


def test_an_error_of_the_problem_surfaces_from_workers() -> None:
    def refuses(a: int, b: int, c: int) -> bool:
        raise ZeroDivisionError("refused")

    model = clew.Model()
    model.variables("a b c", range(200))
    model.require(Predicate(refuses, "abc"))
    with pytest.raises(ZeroDivisionError, match="refused"):
        list(clew.check_each(model, [{}, {"a": 1}], jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_ends_if_its_token_is_set(jobs: int) -> None:
    token = clew.Cancel()
    query = BatchQuery(VERDICT, Queens(6), {"jobs": jobs, "cancel": token})
    assert query.rows is not None
    answers = query.answered(query.items([{0: 1}] * 5000))
    assert next(answers) == "unique"
    token.set()
    with pytest.raises(clew.Stopped, match="cancelled"):
        list(answers)
    with pytest.raises(clew.Stopped, match="cancelled"):
        list(clew.check_each(Queens(6), [{0: 1}], jobs=jobs, cancel=token))


def test_what_a_problem_gives_itself_holds_too() -> None:
    problem = Queens.from_board([1, -1, -1, -1])
    assert [v.answer for v in clew.check_each(problem, [{}, {1: 3}, {1: 2}, {0: 2}])] == [
        "unique", "unique", "none", "none",
    ]  # fmt: skip
    assert [v.answer for v in clew.check_each(Queens(6), [{}, {0: 1}, {0: 0}], given={1: 3})] == [
        "unique", "unique", "none",
    ]  # fmt: skip


def test_a_problem_without_solution() -> None:
    model = clew.Model()
    model.variables("a b", range(2))
    model.require(Sum("ab", "==", 5))
    assert [v.answer for v in clew.check_each(model, [{}, {"a": 1}])] == ["none", "none"]


@attrs.frozen
class Hooked(clew.Problem[int, int]):
    """Numbers that rise, told by a hook."""

    def domains(self) -> Mapping[int, range]:
        return dict.fromkeys(range(3), range(4))

    def is_consistent(self, state: Any, variable: int, value: int) -> bool:
        return all(state.get(v, w) == w if v == variable else (w < value) == (v < variable) and w != value
                   for v, w in state.items())  # fmt: skip


def test_hooks_limits_and_observers_are_searched_one_by_one() -> None:
    assert [v.answer for v in clew.check_each(Hooked(), [{}, {1: 1}, {0: 1, 2: 3}, {0: 3}])] == [
        "several", "several", "unique", "none",
    ]  # fmt: skip
    limited = clew.check_each(Queens(8), [{}, {0: 0, 1: 0}], limits=clew.Limits(nodes=1))
    assert [v.answer for v in limited] == ["undecided", "none"]
    events: list[Any] = []
    assert next(clew.first_each(Queens(5), [{}], observers=[events.append])) is not None
    assert events


def test_they_come_in_order_and_as_they_are_asked_for() -> None:
    taken = 0

    def givens() -> Any:
        nonlocal taken
        while True:
            taken += 1
            yield {0: taken % 6}

    answers = clew.check_each(Queens(6), givens())
    assert [next(answers).answer for _ in range(3)] == ["unique", "unique", "unique"]
    assert taken <= 8
    assert [next(answers).answer for _ in range(4)] == ["unique", "none", "none", "unique"]


def test_batches_grow() -> None:
    sizes = []

    class Sized(BatchQuery[str]):
        def _batches(self, rows: Iterator[Any]) -> Iterator[list[Any]]:
            for batch in super()._batches(rows):
                sizes.append(len(batch))
                yield batch

    sized = Sized(VERDICT, Queens(4), {})
    assert list(sized.answered(sized.items([{0: 0}] * 20 + [{0: 1}]))) == ["none"] * 20 + ["unique"]
    assert sizes == [1, 2, 4, 8, 6]
    assert queries.BATCH == 1024


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({9: 1}, "instance 3: given: queens has no variable 9"),
        ({0: 9}, "instance 3: given: 0 cannot be 9: its domain does not have it"),
    ],
)
def test_a_value_that_cannot_be_is_told_after_the_answers_before(values: Any, message: str) -> None:
    answers = clew.check_each(Queens(4), [{}, {0: 1}, values, {}])
    assert [next(answers).answer, next(answers).answer] == ["several", "unique"]
    with pytest.raises(clew.InputError, match=re.escape(message)):
        next(answers)


# -- lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "size"), [(Sudoku, 4), (Sudoku, 6), (Sudoku, 9), (Sudoku, 12), (Takuzu, 4), (Takuzu, 5), (Takuzu, 14)]
)
@given(data=st.data())
def test_a_line_of_symbols_says_what_its_text_says(kind: Any, size: int, data: st.DataObject) -> None:
    problem = kind.from_text(f"{size}x{size}")
    symbols = problem.line_symbols()
    line = "".join(data.draw(st.lists(st.sampled_from(sorted(symbols)), min_size=size**2, max_size=size**2)))
    read = kind.from_text(line)
    cells = list(problem.domains())
    assert list(read.domains()) == cells
    assert read.given() == {
        cell: symbols[symbol] for cell, symbol in zip(cells, line, strict=True) if symbols[symbol] is not None
    }
    for kernel in ("auto", "python"):
        each = BatchQuery(VERDICT, problem, {"kernel": kernel}, {})
        assert each.rows is not None
        lines = each.rows.reader(symbols)
        assert lines is not None
        assert lines.row(line) == each.rows.row(read.given())


@pytest.mark.parametrize("options", [{}, {"kernel": "python"}, {"limits": clew.Limits(nodes=10**6)}])
def test_lines_of_text_are_instances(options: Any) -> None:
    lines = ["12" + "." * 14, "11" + "." * 14 + "\n", " 1234341221434321  solved", "123434122143432. the last is open"]
    board = Sudoku.empty(4)
    givens = [Sudoku.from_text(line.strip()[:16]).given() for line in lines]
    assert list(clew.check_each(board, lines, **options)) == list(clew.check_each(board, givens, **options))
    assert [v.answer for v in clew.check_each(board, lines, **options)] == ["several", "none", "unique", "unique"]
    assert list(clew.first_each(board, iter(lines), **options)) == list(clew.first_each(board, givens, **options))


@pytest.mark.parametrize("options", [{}, {"limits": clew.Limits(nodes=10**6)}])
@pytest.mark.parametrize(
    ("problem", "line", "message"),
    [
        (Queens(4), "1...", "instance 2: '1...' is text, and Queens names no symbols: map variables to values instead"),
        (Sudoku.empty(4), "1" * 15, "instance 2: '111111111111111' has 15 symbols: give 16, one for each variable"),
        (Sudoku.empty(4), "", "instance 2: '' has 0 symbols: give 16, one for each variable"),
        (Sudoku.empty(4), "12x" + "." * 13, r"instance 2: symbol 3 is 'x': use \. _ \* 0 1 2 3 4"),
    ],
)
def test_a_line_that_cannot_be_read(problem: Any, line: str, message: str, options: Any) -> None:
    answers = clew.check_each(problem, [{}, line], **options)
    assert next(answers).answer == "several"
    with pytest.raises(clew.InputError, match=message):
        next(answers)


def test_one_line_is_no_collection_of_lines() -> None:
    with pytest.raises(clew.OptionError, match="givens must be a collection of mappings from variables to values"):
        next(clew.check_each(Sudoku.empty(4), "." * 16))


@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_other_texts_are_no_lines_of_symbols(kernel: Any) -> None:
    problem = Sudoku.empty(4)
    each = BatchQuery(VERDICT, problem, {"kernel": kernel}, {})
    assert each.rows is not None
    symbols = each.rows.reader(problem.line_symbols())
    assert symbols is not None
    for text in ("1234", "5" * 16, "1" * 15 + "x", "1" * 17, "\N{ARABIC-INDIC DIGIT ONE}" * 16, ""):
        assert symbols.row(text) is None


def answers(text: str, kind: Any = Sudoku) -> list[tuple[int, Any]]:
    lines = InstanceLines(kind.from_text, lambda problem: BatchQuery(VERDICT, problem, {}, {}))
    return list(lines.answered(text.splitlines(True)))


def test_lines_with_remarks_other_forms_and_other_sizes() -> None:
    text = f"""# four of them
{ESCARGOT}

{ESCARGOT.replace(".", "0")} # the same
{"." * 81},a remark
55{"." * 79}; a contradiction
12../..../..../.... 
{"/".join(ESCARGOT[k : k + 9] for k in range(0, 81, 9))}
"""  # noqa: W291
    assert answers(text) == [
        (2, "unique"), (4, "unique"), (5, "several"), (6, "none"), (7, "several"), (8, "unique"),
    ]  # fmt: skip


def test_a_remark_behind_the_first() -> None:
    assert answers(f"{ESCARGOT} by Inkala\n{ESCARGOT}\n") == [(1, "unique"), (2, "unique")]


def test_lines_of_a_problem_without_symbols() -> None:
    assert answers("4\n3\n[1,-1,-1,-1]\n[0,-1,-1,-1]\n", Queens) == [
        (1, "several"), (2, "none"), (3, "unique"), (4, "none"),
    ]  # fmt: skip


@pytest.mark.parametrize("first", ["", f"{ESCARGOT}\n"])
def test_a_line_that_is_no_instance(first: str) -> None:
    with pytest.raises(clew.InputError, match=f"line {2 if first else 1}: sudoku: 80 cells make no square grid"):
        answers(first + "." * 80)
    with pytest.raises(clew.InputError, match="sudoku: line 1, cell 1: '!' is no cell"):
        answers(first + "!" * 81)


def test_published_sudokus_and_their_images_are_unique() -> None:
    lines = [*sudokus.ROYLE, *sudokus.images(sudokus.ROYLE, 30, 1)]
    assert all(sum(c in "123456789" for c in line) == 17 for line in lines)
    assert {answer for _, answer in answers("\n".join(lines))} == {"unique"}
    without = [line.replace(line.strip("0.")[0], "0", 1) for line in sudokus.ROYLE]
    assert {answer for _, answer in answers("\n".join(without))} == {"several"}  # 16 clues are never enough


# -- the command --------------------------------------------------------------------------------------


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{ESCARGOT}\n# remark\n55{'.' * 79}\n{'.' * 81}\n", encoding="utf-8")
    return str(path)


def test_check(puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "sudoku", "--each", puzzles]) == 1
    assert capsys.readouterr().out == "unique\nnone\nseveral\n"
    assert main(["check", "sudoku", "--each", puzzles, "--stats"]) == 1
    assert "3 instances: 1 unique, 1 none, 1 several; " in capsys.readouterr().out
    assert main(["check", "sudoku", "--each", puzzles, "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["answers"] == [
        {"line": 1, "answer": "unique"}, {"line": 3, "answer": "none"}, {"line": 4, "answer": "several"},
    ]  # fmt: skip
    assert (summary["instances"], summary["unique"], summary["none"]) == (3, 1, 1)
    good = tmp_path / "good.txt"
    good.write_text(f"{ESCARGOT}\n", encoding="utf-8")
    assert main(["check", "sudoku", "--each", str(good)]) == 0
    good.write_text(f"{ESCARGOT}\n{'.' * 81}\n", encoding="utf-8")
    assert main(["check", "sudoku", "--each", str(good)]) == 4
    assert main(["check", "sudoku", "--each", str(good), "--node-limit", "1"]) == 3
    assert capsys.readouterr().out.splitlines()[-1] == "undecided"


def test_solve(puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "sudoku", "--each", puzzles]) == 1
    solved, none, full = capsys.readouterr().out.splitlines()
    solution = clew.first(Sudoku.from_text(ESCARGOT))
    assert solution is not None
    assert solved == solution.draw("line")
    assert none == "none"
    assert clew.violations(Sudoku.empty(9), Sudoku.from_text(full).given()) == ()
    assert main(["solve", "sudoku", "--each", puzzles, "--jsonl", "--output", str(tmp_path / "out")]) == 1
    rows = [json.loads(line) for line in (tmp_path / "out").read_text(encoding="utf-8").splitlines()]
    assert rows[0] == {"line": 1, "solution": solution.named()}
    assert rows[1] == {"line": 3, "solution": None}
    assert (rows[-1]["solved"], rows[-1]["none"]) == (2, 1)


def test_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch.object(sys, "stdin", TextIOWrapper(BytesIO(b"\xef\xbb\xbf4\n[1,-1,-1,-1]\n"))):
        assert main(["solve", "queens", "--each", "-", "--given", "0=1"]) == 0
    assert capsys.readouterr().out == "B1 D2 A3 C4\n" * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "sudoku", "9", "--each", "F"], "leave 9 out"),
        (["solve", "sudoku", "--each", "F", "--all"], "leave --all out"),
        (["check", "sudoku", "--each", "F", "--why"], "leave --why out"),
        (["check", "sudoku", "--each", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory"),
        (["solve", "sudoku", "--each", "F", "--style", "nice"], "sudoku has no style 'nice'"),
    ],
)
def test_what_the_command_refuses(
    words: list[str], message: str, puzzles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([puzzles if word == "F" else word for word in words]) == 2
    assert message in capsys.readouterr().err


def test_a_malformed_line_is_told_with_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{ESCARGOT}\n\n123\n".encode())
    assert main(["check", "sudoku", "--each", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "unique\n"
    assert "puzzles.txt, line 3: sudoku: 3 cells make no square grid" in err
    path.write_bytes(ESCARGOT.encode() + b"\n\xff\n")
    assert main(["check", "sudoku", "--each", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "unique\n"
    assert "line 2 is not text: it has the byte 0xff" in err


def test_a_model_without_clues_of_its_own() -> None:
    model = clew.Model()
    model.variables("a b c", range(3))
    model.require(AllDifferent("abc"), NotEqual("a", "c"))
    assert [v.answer for v in clew.check_each(model, [{}, {"a": 0}, {"a": 0, "b": 1}])] == [
        "several", "several", "unique",
    ]  # fmt: skip


def test_the_command_has_workers_too(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "solve"):
        alone = main([command, "sudoku", "--each", puzzles]), capsys.readouterr().out
        assert (main([command, "sudoku", "--each", puzzles, "--jobs", "2"]), capsys.readouterr().out) == alone
    assert main(["check", "sudoku", "--each", puzzles, "--keep-going"]) == 2
    assert "add --jobs" in capsys.readouterr().err
