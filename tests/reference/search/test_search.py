"""The loop, the hooks and their defaults, deep searches, and what a bug in a hook looks like."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import pytest

import clew
from clew.reference.search.search import search
from clew.state.counters import Counters
from clew.state.state import State

DEEP = 100_000

needs_engine = pytest.mark.skipif(not clew.engine().available, reason="there is no engine, as engine().reason says")

WHY_NOT = "the problem has hooks" if clew.engine().available else "there is no engine here"
"""The engine is asked first whether it is there."""


class Letters(clew.Problem[int, str]):
    """The tree of MiniCP's own test: A; D, E; C; F, G below two empty choices."""

    tree: Mapping[str, str] = {"": "AB", "A": "CD", "B": "EF", "AD": "G"}

    def choose_variable(self, state: State[int, str]) -> int | None:
        return state.depth if self._word(state) in self.tree else None

    def enumerate_values(self, state: State[int, str], variable: int) -> str:
        return self.tree[self._word(state)]

    @staticmethod
    def _word(state: State[int, str]) -> str:
        return "".join(letter for _, letter in state.items())


def test_the_loop_walks_a_tree_depth_first_from_left_to_right() -> None:
    leaves = ["".join(s.values()) for s in clew.solutions(Letters())]
    assert leaves == ["AC", "ADG", "BE", "BF"]
    assert clew.solve(Letters(), clew.Count()).statistics.nodes_per_level == (1, 2, 4, 1)


def test_the_loop_needs_no_problem() -> None:
    root: State[Any, Any] = State.root(clew.Lanes({}))

    def branch(state: State[Any, Any]) -> tuple[int, Iterable[int]] | None:
        return (state.depth, range(3)) if state.depth < 4 else None

    counters = Counters()
    assert sum(1 for _ in search(root, branch, None, None, counters)) == 3**4
    assert counters.nodes_per_level == [1, 3, 9, 27, 81]
    assert counters.failures == 0
    assert sum(1 for _ in search(root, branch, None, None, counters)) == 3**4
    assert counters.nodes_per_level == [2, 6, 18, 54, 162]


@pytest.mark.parametrize("page", ["how-it-works.md", "fr/how-it-works.md"])
def test_the_documentation_quotes_the_loop_whole(page: str) -> None:
    docs = Path(__file__).parents[3] / "docs"
    assert '--8<-- "src/clew/reference/search/search.py"' in (docs / page).read_text(encoding="utf-8").splitlines()


class Chain(clew.Problem[int, int]):
    """A hundred thousand decisions, each with a wrong value first."""

    def choose_variable(self, state: State[int, int]) -> int | None:
        return state.depth if state.depth < DEEP else None

    def enumerate_values(self, state: State[int, int], variable: int) -> tuple[int, int]:
        return (0, 1)

    def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
        return (
            value == 1 and (variable == 0 or state[variable - 1] == 1) and (variable < 9 or state[variable // 3] == 1)
        )


def test_a_hundred_thousand_levels_with_hooks_alone() -> None:
    outcome = clew.solve(Chain(), clew.First())
    assert outcome.result is not None
    assert len(outcome.result) == DEEP
    assert outcome.statistics.max_depth == DEEP
    assert outcome.statistics.failures == DEEP


@attrs.frozen
class Alternating(clew.Problem[int, int]):
    """n binary variables, no two neighbours equal: two solutions."""

    n: int

    def domains(self) -> Mapping[int, tuple[int, int]]:
        return dict.fromkeys(range(self.n), (0, 1))

    def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
        return value not in (state.get(variable - 1), state.get(variable + 1))

    def violations(self, assignment: Mapping[int, int]) -> list[clew.Violation]:
        return [
            clew.Violation("equal", f"{v} and {v + 1} are equal", (v, v + 1))
            for v, w in assignment.items()
            if assignment.get(v + 1) == w
        ]


def test_ten_thousand_declared_variables() -> None:
    outcome = clew.solve(Alternating(10_000), clew.AtMost(1))
    (solution,) = outcome.result
    assert list(solution.values()) == [0, 1] * 5_000
    assert list(solution) == list(range(10_000))


@pytest.mark.parametrize("kernel", ["python", pytest.param("compiled", marks=needs_engine)])
def test_a_lazy_search_keeps_none_of_its_solutions(kernel: Any) -> None:
    class Wide(clew.Problem[int, int]):
        def domains(self) -> Mapping[int, range]:
            return dict.fromkeys(range(4), range(30))

    solutions = clew.solutions(Wide(), kernel=kernel)
    next(solutions)
    tracemalloc.start()
    assert sum(1 for _ in islice(solutions, 20_000)) == 20_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Bytes: ten for each solution, far fewer than keeping one takes; the engine searches up to twice as far ahead.
    assert peak < (200_000 if kernel == "python" else 400_000)


@pytest.mark.parametrize("level", ["none", "check", "forward"])
def test_an_empty_problem_has_one_solution_and_an_empty_domain_has_none(level: str) -> None:
    class Free(clew.Problem[str, int]):
        def domains(self) -> dict[str, tuple[int, ...]]:
            return {"x": (), "y": (1, 2)}

    assert clew.count(clew.Problem(), inference=level) == 1
    outcome = clew.solve(Free(), clew.Count(), inference=level)
    assert outcome.result == 0
    assert outcome.is_complete
    assert (outcome.statistics.nodes, outcome.statistics.failures) == (0, 1)


def test_contradicting_given_values_are_an_answer() -> None:
    assert clew.count(Alternating(3), given={0: 1, 1: 1}) == 0
    assert clew.check(Alternating(3), given={0: 1, 1: 1}).answer == "none"


def test_unary_rules_hold_for_the_first_variable_too() -> None:
    class NotZero(Alternating):
        def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
            return value != 0

    for level in ("none", "check", "forward"):
        problem = NotZero(1)
        assert [dict(s) for s in clew.solutions(problem, inference=level)] == [{0: 1}]


class Boom(Alternating):
    """Raises in one of its hooks."""

    where = "is_consistent"

    def _boom(self, hook: str) -> None:
        if hook == self.where:
            raise ZeroDivisionError("one of ours")

    def choose_variable(self, state: State[int, int]) -> int | None:
        self._boom("choose_variable")
        return super().choose_variable(state)

    def enumerate_values(self, state: State[int, int], variable: int) -> Iterable[int]:
        self._boom("enumerate_values")
        return super().enumerate_values(state, variable)

    def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
        if state.depth == 2:
            self._boom("is_consistent")
        return super().is_consistent(state, variable, value)


def test_what_a_hook_raises_surfaces_with_the_variable_and_the_value() -> None:
    with pytest.raises(ZeroDivisionError, match="one of ours") as caught:
        clew.count(Boom(4), inference="check")
    assert caught.value.__notes__ == ["while trying 2 = 0 at depth 2"]


@pytest.mark.parametrize("where", ["choose_variable", "enumerate_values"])
def test_what_other_hooks_raise_surfaces_too(where: str) -> None:
    problem = Boom(4)
    object.__setattr__(problem, "where", where)
    with pytest.raises(ZeroDivisionError) as caught:
        clew.first(problem)
    assert caught.value.__notes__ == ["at the root"]


def test_a_forgotten_return_is_an_error_and_no_refusal() -> None:
    class Forgetful(Alternating):
        def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
            if value == 7:
                return False
            return None  # type: ignore[return-value]

    for level in ("none", "check", "forward"):
        with pytest.raises(clew.ProblemError, match="returned None"):
            clew.count(Forgetful(2), inference=level)


def test_a_forgotten_return_of_forward_check_is_an_error() -> None:
    class Forgetful(Alternating):
        def forward_check(self, state: State[int, int], variable: int, value: int) -> State[int, int]:
            return None  # type: ignore[return-value]

    with pytest.raises(clew.ProblemError, match="forward_check returned None"):
        clew.count(Forgetful(2))


def test_a_value_outside_the_domain_or_a_variable_chosen_twice_is_an_error() -> None:
    class Outside(Alternating):
        def enumerate_values(self, state: State[int, int], variable: int) -> tuple[int]:
            return (5,)

    class Twice(Alternating):
        def choose_variable(self, state: State[int, int]) -> int:
            return 0

    with pytest.raises(
        clew.ProblemError, match="Outside: enumerate_values returned 5 for 0, whose domain does not have it"
    ):
        clew.count(Outside(2))
    with pytest.raises(clew.ProblemError, match="Twice: choose_variable returned 0, which is assigned already"):
        clew.count(Twice(2))


def test_hooks_that_let_a_wrong_solution_through_are_found_out() -> None:
    class Lax(Alternating):
        def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
            return True

    with pytest.raises(clew.ProblemError, match="0 and 1 are equal"):
        clew.first(Lax(2))
    assert clew.first(Lax(2), verify=False) == {0: 0, 1: 0}
    assert clew.count(Lax(2)) == 4  # counting does not look


def test_an_overridden_forward_check_alone_serves_forward_only() -> None:
    class Only(clew.Problem[str, int]):
        def domains(self) -> dict[str, range]:
            return {"x": range(2), "y": range(2)}

        def forward_check(self, state: State[str, int], variable: str, value: int) -> State[str, int] | clew.DeadEnd:
            return state.prune("y", [value]) if variable == "x" else state

    assert clew.count(Only()) == 2
    for level in ("none", "check"):
        with pytest.raises(clew.OptionError, match="needs is_consistent"):
            clew.count(Only(), inference=level)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"inference": "arc"}, "needs declared constraints"),
        ({"inference": "psychic"}, "no inference 'psychic'"),
        ({"variable_order": "best"}, "choose one of static, mrv, degree, wdeg, random"),
        ({"value_order": "best"}, "choose one of domain, reverse, random"),
        ({"variable_order": lambda state: None}, "Alternating: the variable order returned None, though 0 is open"),
        ({"kernel": "compiled"}, f"cannot run this: {WHY_NOT}"),
        ({"kernel": "abacus"}, "no kernel 'abacus'"),
        ({"given": {9: 1}}, "no variable 9"),
        ({"given": [9, 1]}, "must map variables to values"),
        ({"limits": 5}, "limits must be"),
        ({"given": {0: 7}}, "cannot be 7"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_options_that_do_not_exist_or_fit_are_refused_in_one_line(options: Any, complaint: str) -> None:
    with pytest.raises(clew.ClewError, match=complaint) as caught:
        clew.count(Alternating(3), **options)
    assert "\n" not in str(caught.value)


def test_problems_and_strategies_must_be_such() -> None:
    with pytest.raises(clew.OptionError, match="is not a problem"):
        clew.count(5)  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="is not a strategy"):
        clew.solve(Alternating(2), clew.First)  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="whole number from 1"):
        clew.AtMost(0)


def test_violations_take_full_and_partial_assignments() -> None:
    assert clew.violations(Alternating(3), {0: 1}) == ()
    assert [str(v) for v in clew.violations(Alternating(3), {0: 1, 1: 1})] == ["0 and 1 are equal"]
    with pytest.raises(clew.InputError, match="no variable 7"):
        clew.violations(Alternating(3), {7: 1})


def test_violations_of_many_variables_ask_for_their_domains_a_few_times() -> None:
    asked = []

    class Counted(clew.Model):
        def domains(self) -> Any:
            asked.append(1)
            return super().domains()

    model = Counted()
    model.variables(range(100), range(3))
    assert len(clew.violations(model, dict.fromkeys(range(100), 7))) == 100
    assert len(asked) < 10


def test_the_default_violations_replay_the_decisions() -> None:
    class Plain(clew.Problem[int, int]):
        def domains(self) -> dict[int, range]:
            return {0: range(3), 1: range(3)}

        def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
            return value not in dict(state.items()).values()

    assert [v.rule for v in clew.violations(Plain(), {0: 1, 1: 1})] == ["consistency"]
    assert [v.rule for v in clew.violations(Plain(), {0: 9})] == ["domain"]
    assert clew.violations(Plain(), {0: 1, 1: 2}) == ()


def test_a_solution_is_a_mapping_that_draws_itself() -> None:
    solution = clew.first(Alternating(2))
    assert solution is not None
    assert dict(solution) == {0: 0, 1: 1}
    assert str(solution) == "0 = 0\n1 = 1"
    assert solution.named() == {"0": 0, "1": 1}
    assert len({solution, clew.first(Alternating(2))}) == 1
    assert "<desc>0 = 0, 1 = 1</desc>" in solution._repr_html_()
    assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301
