"""The benchmark that compares the plain call with all configurations: what it measures is right, whatever the times."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from benchmarks.regret.asking import LEAST, Ran, ask, reordered
from benchmarks.regret.bundled import cases as bundled_cases
from benchmarks.regret.cases import SMALL, Case, Family, Problem
from benchmarks.regret.configurations import CONFIGURATIONS
from benchmarks.regret.families import FAMILIES
from benchmarks.regret.measuring import ORDERS, PLAIN, Measurer, Row
from benchmarks.regret.report import is_jump, is_within, line, ratio, summary
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.options import Options
from clew_problems import Queens, Sudoku
from tests.examples import examples
from tests.random_models import brute_force, models

ROOT: Final = Path(__file__).parents[1]
REGRET: Final = [sys.executable, "-m", "benchmarks.regret"]
CUTOFF: Final = (1.0 - 0.1) / 3
FORKED: Final = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # the runner of the tests has threads


def queens(size: int, question: Any, make: Callable[[], Problem] | None = None, **others: Any) -> Case:
    return Case("queens", size, 1, question, make or partial(Queens, size), **others)


def slow_plain(case: Case, make: Callable[[], Problem], options: Options, order: int, limit: float) -> Ran:
    """Asks, and says that the plain call took a second, and every other way a tenth."""
    is_plain = make is case.make and not options
    ran = ask(case, make, options, order, 20)
    return ran if ran.seconds is None else attrs.evolve(ran, seconds=1.0 if is_plain else 0.1)


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_plain_call_is_measured_beside_its_configurations(tmp_path: Path) -> None:
    file = tmp_path / "regret.json"
    arguments = ["--only", "all-interval", "--sizes", "small", "--json", str(file)]
    run = subprocess.run([*REGRET, *arguments], capture_output=True, text=True, cwd=ROOT, check=True)
    names = [f"all-interval series {size}, {question}" for question in ("count", "first") for size in (6, 7)]
    table = run.stdout.split("\n\n")[1].splitlines()[1:]
    assert [text.partition("  ")[0] for text in table] == names
    rows = [Row(**json.loads(text)) for text in file.read_text(encoding="utf-8").splitlines()]
    assert [(row.name, row.answer) for row in rows] == list(zip(names, (24, 32, True, True), strict=True))  # A141599
    assert "within 3 times the best and 0.1 s: 4 of 4 (100.0%)" in run.stdout
    again = [*REGRET, *arguments[:4], "--beside", str(file)]
    assert "4 of 4" in subprocess.run(again, capture_output=True, text=True, cwd=ROOT, check=True).stdout


def test_a_family_that_is_not_there_is_refused() -> None:
    run = subprocess.run([*REGRET, "--only", "chess"], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2
    assert "no family has 'chess' in its name" in run.stderr


# -- the cases -------------------------------------------------------------------------------------------------------


def test_there_are_24_configurations_at_most() -> None:
    assert len(CONFIGURATIONS) <= 24
    assert len({json.dumps(options, sort_keys=True) for options in CONFIGURATIONS.values()}) == len(CONFIGURATIONS)


def test_cases_are_found_by_their_names() -> None:
    every = [case for family in FAMILIES for case in family.cases()] + [*bundled_cases()]
    assert len({case.name for case in every}) == len(every)
    assert {case.question for case in every} == {"first", "count", "check", "best"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: f"{family.name}-{family.asks[0]}")
def test_sizes_grow(family: Family) -> None:
    assert list(family.sizes) == sorted({*family.sizes})
    sizes = [case.size for case in family.cases(small=True)]
    assert sizes == list(family.sizes[:SMALL]) * len(family.seeds) * len(family.asks)
    assert (family.objective is None) == ("best" not in family.asks)


WRITTEN: Final = [
    pytest.param(case, make, id=f"{case.name}-{name}")
    for family in FAMILIES
    for case in [next(family.cases())]
    for name, make in case.rewritings.items()
]


@FORKED
@pytest.mark.parametrize(("case", "make"), WRITTEN)
def test_rewritings_have_the_same_answer(case: Case, make: Callable[[], Problem]) -> None:
    plain, other = (ask(case, one, {}, 0, 60) for one in (case.make, make))
    assert (plain.problem, other.problem) == ("", "")
    assert plain.answer == other.answer


PUBLISHED: Final[Mapping[tuple[str, str], list[Any]]] = {
    ("queens", "count"): [4, 92, 352],  # OEIS A000170
    ("costas", "count"): [12, 40, 116],  # A008404
    ("all-interval series", "count"): [24, 32, 40],  # A141599
    ("langford", "count"): [2, 0, 52],  # twice A014552
    ("magic square", "count"): [0, 8],  # A006052
    ("golomb", "best"): [6, 11, 17],  # A003022
    ("pythagoras", "count"): [6, 20, 52],  # A046083, summed
    ("job shop", "best"): [None, None, None, None, 55],  # ft06: the shortest plan of all six jobs
}


@FORKED
@pytest.mark.parametrize("named", PUBLISHED, ids=" ".join)
def test_families_have_the_answers_that_were_published(named: tuple[str, str]) -> None:
    (family,) = (family for family in FAMILIES if (family.name, family.asks[0]) == named)
    for case, answer in zip(family.cases(), PUBLISHED[named], strict=False):
        if answer is not None:
            assert ask(case, case.make, {}, 0, 60).answer == answer, case.name


WITH_PEER: Final = [case for family in FAMILIES for case in [next(family.cases())] if case.peer is not None]


@FORKED
@pytest.mark.parametrize("case", WITH_PEER, ids=lambda case: case.name)
def test_peers_solve_the_same_problem(case: Case) -> None:
    pytest.importorskip("ortools")
    row = Measurer(60, 1, has_peers=True).row(case)
    assert row.faults == ()
    assert row.peer is not None
    wrong = Measurer(60, 1, has_peers=True, asked=lambda *_: Ran(0.05, "wrong")).row(case)
    assert wrong.faults == (f"peer answers {row.answer}, not wrong",)


# -- orders of declaration -------------------------------------------------------------------------------------------


@given(models(), st.integers(1, 7))
@examples(100)
def test_another_order_of_declaration_keeps_the_solutions(model: clew.Model, order: int) -> None:
    other = reordered(model, order)
    expected = [*brute_force(model)]
    found = [dict(solution.items()) for solution in clew.solutions(other)]
    assert sorted(map(sorted_items, found)) == sorted(map(sorted_items, expected))
    assert clew.count(other) == len(expected)
    assert sorted(other.domains().items()) == sorted(model.domains().items())


def sorted_items(solution: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    return sorted(solution.items())


def test_orders_of_declaration_differ() -> None:
    puzzle = Sudoku.from_text("1234 3412 2143 4..1")
    orders = {tuple(reordered(puzzle, order).domains()) for order in range(ORDERS)}
    assert len(orders) == ORDERS
    assert reordered(puzzle, 0) is puzzle
    assert clew.count(reordered(puzzle, 3)) == clew.count(puzzle) == 1


# -- one question ----------------------------------------------------------------------------------------------------


@FORKED
def test_a_question_is_ended_at_its_limit() -> None:
    def forever() -> Problem:
        while True:
            pass

    assert ask(queens(6, "count", forever), forever, {}, 0, 0.05) == Ran(None, problem="time")


@FORKED
def test_an_answer_has_its_time_and_its_search() -> None:
    ran = ask(queens(6, "count"), partial(Queens, 6), Options(inference="unit", variable_order="mrv"), 0, 60)
    assert (ran.answer, ran.problem) == (4, "")
    assert ran.seconds is not None
    assert LEAST <= ran.seconds < 60
    assert ran.how.startswith("unit, mrv, ")
    assert ran.how.endswith(" nodes")


@FORKED
def test_ends_without_an_answer_are_told_apart() -> None:
    def out_of_memory() -> Problem:
        raise MemoryError

    def aborted() -> Problem:
        os._exit(3)

    def wrong() -> Problem:
        raise ValueError("no such model")

    case = queens(6, "count")
    refused = ask(case, case.make, Options(variable_order="wdeg"), 0, 60)  # it serves to find one solution
    assert (refused, refused.is_fault) == (Ran(None, problem="refused"), False)
    assert ask(case, out_of_memory, {}, 0, 60) == Ran(None, problem="memory")
    for make, problem in ((aborted, "ended by 3"), (wrong, "ValueError: no such model")):
        ran = ask(case, make, {}, 0, 60)
        assert (ran.problem, ran.is_fault) == (problem, True)


@FORKED
def test_a_solution_is_judged_by_the_problem() -> None:
    class Refusing(Queens):
        def violations(self, assignment: Any) -> Any:
            return super().violations({**assignment, 1: assignment[0]})

    make = partial(Refusing, 6)
    assert ask(queens(6, "first"), partial(Queens, 6), {}, 0, 60).answer is True
    assert ask(queens(6, "first", make), make, {}, 0, 60).problem.startswith("ValueError: not a solution")


# -- the best of all -------------------------------------------------------------------------------------------------


@FORKED
@pytest.mark.parametrize(("question", "answer"), [("first", True), ("count", 10), ("check", "several"), ("best", 0)])
def test_all_configurations_answer_alike(question: Any, answer: Any) -> None:
    case = queens(5, question, objective=lambda: clew.constraints.Var(0))
    row = Measurer(10, 1, asked=slow_plain).row(case)
    assert (row.answer, row.faults) == (answer, ())
    assert [*row.tried] == [*CONFIGURATIONS]
    assert {*row.tried.values()} <= {0.1, "refused"}
    assert sum(end == 0.1 for end in row.tried.values()) >= 17
    assert row.ratio == pytest.approx(9)


@FORKED
def test_a_way_with_another_answer_is_a_fault() -> None:
    row = Measurer(10, asked=slow_plain).row(queens(5, "count", rewritings={"larger": partial(Queens, 6)}))
    assert row.faults == ("written larger answers 4, not 10",)
    assert "FAULT queens 5, count: written larger answers 4, not 10" in [*summary([row], [])]
    assert line(row, jumps=False).endswith("FAULT")


def test_a_crash_is_a_fault() -> None:
    def asked(case: Case, make: object, options: Options, order: int, limit: float) -> Ran:
        return Ran(None, problem="ended by -11") if options.get("kernel") == "compiled" else Ran(1.0, 92)

    row = Measurer(10, asked=asked).row(queens(8, "count"))
    assert {fault.partition(":")[2] for fault in row.faults} == {" ended by -11"}
    assert len(row.faults) == sum("compiled" in name for name in CONFIGURATIONS)


class Clock:
    """Answers after times that are given, and keeps the limits.

    Args:
        times: for each way its times, in the orders of declaration.
    """

    def __init__(self, times: Mapping[str, list[float]]) -> None:
        self.times = times
        self.limits: dict[str, list[float]] = {}

    def __call__(self, case: Case, make: object, options: Options, order: int, limit: float) -> Ran:
        name = next((name for name, some in CONFIGURATIONS.items() if some == options), PLAIN)
        self.limits.setdefault(name, []).append(limit)
        seconds = self.times.get(name, self.times["else"])[order]
        return Ran(seconds, True, name) if seconds <= limit else Ran(None, problem="time")


def test_others_are_cut_off_where_the_bound_is_proved() -> None:
    clock = Clock({PLAIN: [1.0], "unit mrv": [0.05], "arc static": [0.02], "else": [0.4]})
    row = Measurer(10, asked=clock).row(queens(8, "count"))
    assert (row.best, row.by, row.how) == (0.02, "arc static", (PLAIN, "arc static"))
    assert row.ratio == pytest.approx(45)
    assert clock.limits["forward static"] == [pytest.approx(CUTOFF)]
    assert clock.limits["unit degree"] == [0.05]
    assert clock.limits["python"] == [0.02]
    assert not is_within(row, 10)


def test_none_is_tried_beside_a_plain_call_of_a_tenth_of_a_second() -> None:
    for seconds, others in ((0.1, 0), (0.11, len(CONFIGURATIONS))):
        clock = Clock({PLAIN: [seconds], "else": [60]})
        row = Measurer(10, asked=clock).row(queens(8, "count"))
        assert len(clock.limits) == 1 + others
        assert (row.by, ratio(row), is_within(row, 3)) == (PLAIN, "in", True)


def test_one_solution_is_looked_for_in_seven_orders() -> None:
    luck = [9.0, 0.5, 9.0, 0.4, 0.2, 0.3, 9.0]
    clock = Clock({PLAIN: luck, "unit mrv": [0.01, 9, 9, 9, 0.01, 0.01, 0.01], "else": [60.0] * ORDERS})
    row = Measurer(10, asked=clock).row(queens(8, "first"))
    assert row.plain == 0.5
    assert clock.limits[PLAIN] == [10] * ORDERS
    assert row.tried["unit mrv"] == 0.01
    assert len(clock.limits["unit mrv"]) == ORDERS
    assert len(clock.limits["arc mrv"]) == ORDERS // 2 + 1  # most have failed


def test_orders_are_left_out_if_most_are_quick_enough() -> None:
    clock = Clock({PLAIN: [0.1, 0.2, 0.1, 0.1, 0.05, 60, 60], "else": [60.0] * ORDERS})
    row = Measurer(10, asked=clock).row(queens(8, "first"))
    assert (row.plain, len(clock.limits[PLAIN])) == (0.1, 5)


def test_an_answer_that_depends_on_the_order_is_a_fault() -> None:
    def asked(case: Case, make: object, options: Options, order: int, limit: float) -> Ran:
        return Ran(0.01, order < 2)

    row = Measurer(10, asked=asked).row(queens(8, "first"))
    assert row.faults == (f"{PLAIN}: the order of declaration changes the answer: {{False, True}}",)


def test_a_plain_call_that_does_not_finish_counts_as_its_limit() -> None:
    row = Measurer(10, asked=Clock({PLAIN: [60], "arc wdeg": [1.0], "else": [60]})).row(queens(8, "check"))
    assert (row.plain, row.best, row.by, row.problem) == (10, 1.0, "arc wdeg", "time")
    assert (ratio(row), is_within(row, 10)) == (">9.9", False)
    row = Measurer(10, asked=Clock({"else": [60]})).row(queens(8, "check"))
    assert (row.best, row.answer, ratio(row)) == (None, None, "?")
    assert "decided by nobody within the limit: 1: queens 8, check" in [*summary([row], [])]


def test_the_best_of_an_earlier_run_is_kept() -> None:
    now = Row("queens", 2.0, "", 92, 1.0, "unit mrv", ("slow", "quick"))
    earlier = Row("queens", 0.5, "", 92, 0.1, "arc mrv", ("", "quicker"))
    kept = now.beside(earlier)
    assert (kept.plain, kept.best, kept.by, kept.how) == (2.0, 0.1, "earlier arc mrv", ("slow", "quicker"))
    assert now.beside(kept).by == "earlier arc mrv"
    assert earlier.beside(now) is earlier
    assert now.beside(None) is now
    assert now.beside(attrs.evolve(now, best=None)) is now
    assert attrs.evolve(now, best=None).beside(now).best == 1.0


# -- the report ------------------------------------------------------------------------------------------------------


def row_of(plain: float, best: float | None = None, name: str = "") -> Row:
    return Row(name, plain, "", 1, best or plain, "unit mrv" if best else PLAIN)


@pytest.mark.parametrize(
    ("sizes", "seconds", "expected"),
    [
        pytest.param((8, 9), (0.1, 1.09), False, id="below"),
        pytest.param((8, 9), (0.1, 1.3), True, id="above"),
        pytest.param((8, 16), (0.1, 2.0), False, id="below, twice the size"),
        pytest.param((8, 16), (0.1, 2.2), True, id="above, twice the size"),
        pytest.param((8, 9), (0.0001, 0.2), False, id="short times"),
        pytest.param((8, 9), (0.0001, 0.3), True, id="short times, above"),
    ],
)
def test_a_jump_between_neighbouring_sizes_is_marked(
    sizes: tuple[int, int], seconds: tuple[float, float], expected: bool
) -> None:
    small, large = (queens(size, "count") for size in sizes)
    assert is_jump((small, row_of(seconds[0])), large, row_of(seconds[1])) is expected
    assert not is_jump(None, large, row_of(seconds[1]))
    assert not is_jump((attrs.evolve(small, seed=2), row_of(seconds[0])), large, row_of(seconds[1]))


def test_a_bound_that_no_longer_holds_is_a_jump() -> None:
    small, large = queens(8, "count"), queens(9, "count")
    assert is_jump((small, row_of(0.3)), large, row_of(0.4, 0.09))
    assert is_jump((small, row_of(0.3, 0.1)), large, row_of(0.4, 0.09))
    assert not is_jump((small, row_of(0.3)), large, row_of(0.4, 0.11))
    assert not is_jump((small, row_of(0.4, 0.09)), large, row_of(0.4, 0.09))


def test_titles_are_no_sizes() -> None:
    one, other = (Case("example sudoku", title, 1, "count", partial(Queens, 6)) for title in ("easy", "hard"))
    assert not is_jump((one, row_of(0.1)), other, row_of(60))


def test_the_worst_come_first() -> None:
    rows = [row_of(1.1, 0.5, "good"), row_of(1.1, 0.2, "bad"), row_of(12.1, 0.01, "worse"), row_of(0.2, name="quick")]
    first, second, _, worst, *others = summary(rows, rows[2:3])
    assert first == "within 3 times the best and 0.1 s: 2 of 4 (50.0%)"
    assert second == "within 10 times the best and 0.1 s: 3 of 4 (75.0%)"
    assert worst == "the worst 2 of 2 beyond 3 times:"
    assert [text for text in others if text.startswith("  ") and not text.startswith("   ")] == [
        "  worse: 1,200 times unit mrv",
        "  bad: 5 times unit mrv",
    ]
    assert others[-1] == "jumps between neighbouring sizes: worse"
