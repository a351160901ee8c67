"""What all solutions share, and why there is none: by brute force, from Python."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.answers.diagnosis import contradictions, differences
from clew.answers.diagnosis.contradictions import RATION
from clew.constraints import AllDifferent, Constraint, NotEqual, Predicate
from clew.events import Event, NodeEvent
from clew_problems import LetterTree, Queens, Takuzu
from clew_problems.sudoku import Sudoku
from tests import random_models, random_problems
from tests.examples import examples
from tests.random_models import Assignment, satisfying
from tests.random_problems import Dynamic, Forbidden, Pruning

HOOKED: tuple[type[Forbidden], ...] = (Forbidden, Pruning)


def shared(solutions: Iterable[Assignment]) -> Assignment | None:
    """The values that all of them have, by looking at each; None if there is none."""
    listed = list(solutions)
    return {v: w for v, w in listed[0].items() if all(s[v] == w for s in listed)} if listed else None


def is_satisfiable(problem: clew.Problem[Any, Any], contradiction: clew.Contradiction, without: Any = None) -> bool:
    """Whether what contradicts each other would have a solution without one of them: by `holds` alone."""
    clues = [clue for clue in contradiction.clues if clue is not without]
    constraints = [constraint for constraint in contradiction.constraints if constraint is not without]
    asked = {clue.variable for clue in clues}.union(*(constraint.scope for constraint in constraints))
    # The other variables may have any of their values.
    domains = {v: list(domain) if v in asked else list(domain)[:1] for v, domain in problem.domains().items()}
    for clue in clues:
        domains[clue.variable] = [value for value in domains[clue.variable] if value == clue.value]
    return bool(satisfying(domains, constraints))


def asked(ask: Any, problem: clew.Problem[Any, Any], nodes: int) -> tuple[Any, clew.Outcome[Any] | None]:
    """The answer under a limit, or how far it came."""
    try:
        return ask(problem, inference="check", limits=clew.Limits(nodes=nodes)), None
    except clew.Stopped as stopped:
        return None, stopped.outcome


# -- fixed -------------------------------------------------------------------------------------------


@examples(150)
@given(
    st.one_of(random_models.models(), random_models.covers()),
    st.sampled_from([None, "none", "check", "arc"]),
    st.data(),
)
def test_fixed_values_are_those_of_every_solution_of_a_model(
    model: clew.Model, inference: str | None, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(list(model.domains())))
    assumed = {name: data.draw(st.sampled_from(model.domains()[name]))} if data.draw(st.booleans()) else {}
    solutions = [one for one in random_models.brute_force(model) if assumed.items() <= one.items()]
    assert clew.fixed(model, inference=inference, given=assumed) == shared(solutions)


@examples(150)
@given(random_problems.problems(HOOKED))
def test_fixed_values_are_those_of_every_solution_of_hooks(problem: Forbidden) -> None:
    assert clew.fixed(problem) == shared(random_problems.brute_force(problem))


class Fewer(Forbidden):
    """Enumerates some of the values that its domains have."""

    def enumerate_values(self, state: clew.State[str, int], variable: str) -> tuple[int, ...]:
        return tuple(value for value in state.domain(variable) if value != 2)


@examples(150)
@given(random_problems.problems((Fewer,)))
def test_values_that_a_hook_never_enumerates_count_for_nothing(problem: Forbidden) -> None:
    problem = attrs.evolve(problem, fixed={})  # what is given is not enumerated
    solutions = [one for one in random_problems.brute_force(problem) if 2 not in one.values()]
    assert clew.fixed(problem) == shared(solutions)


class Partial(Forbidden):
    """Complete without its last variable, unless that one is given."""

    def choose_variable(self, state: clew.State[str, int]) -> str | None:
        return next((v for v in list(self.domain_of)[:-1] if v not in state), None)


def test_a_variable_that_no_solution_has_is_not_fixed() -> None:
    problem = Partial({"x": (1,), "y": (1, 2), "z": (3,)}, ({"x": 1, "y": 1},))
    assert clew.fixed(problem) == {"x": 1, "y": 2}


def test_fixed_values_come_in_the_order_of_declaration_and_include_what_is_given() -> None:
    sudoku = Sudoku.from_text("1.3./..../..../....")
    found = clew.fixed(sudoku, given={(0, 1): 4})
    assert found is not None
    assert list(found) == [cell for cell in sudoku.domains() if cell in found]
    assert {(0, 0): 1, (0, 1): 4, (0, 2): 3, (0, 3): 2}.items() <= found.items()
    assert clew.fixed(sudoku, given={(0, 0): 2}) is None
    assert clew.fixed(Queens(0)) == {}


def test_every_value_of_a_well_posed_instance_is_fixed() -> None:
    text = next(example.text for example in Takuzu.examples if example.name == "14x14")
    grid = Takuzu.from_text(text)
    assert clew.fixed(grid) == clew.first(grid)


@pytest.mark.parametrize("problem", [LetterTree.from_text("A(B)", word="AB"), Dynamic({"x": (1,)}, ())])
def test_variables_that_appear_as_the_search_goes_are_refused(problem: clew.Problem[Any, Any]) -> None:
    with pytest.raises(clew.OptionError, match="appear as the search goes"):
        clew.fixed(problem)


@pytest.mark.parametrize("nodes", range(1, 60, 3))
def test_fixed_keeps_to_the_limit_and_tells_what_is_proved_until_then(nodes: int) -> None:
    grid = Takuzu.from_text(".1.0/..0./..../.1..")
    truth = shared(map(dict, clew.solutions(grid)))
    assert truth is not None
    found, outcome = asked(clew.fixed, grid, nodes)
    if outcome is None:
        assert found == truth
    else:
        assert outcome.status is clew.Status.NODE_LIMIT
        assert outcome.statistics.nodes <= nodes
        assert outcome.result.items() <= truth.items()


def test_no_time_stops_before_anything_is_known() -> None:
    for ask in (clew.fixed, clew.why):
        with pytest.raises(clew.Stopped, match="time limit"):
            ask(Queens(8), limits=clew.Limits(time=0))


# -- why ---------------------------------------------------------------------------------------------


def assert_irreducible(problem: clew.Problem[Any, Any], contradiction: clew.Contradiction) -> None:
    assert contradiction.is_minimal
    assert not is_satisfiable(problem, contradiction)
    for member in (*contradiction.clues, *contradiction.constraints):
        assert is_satisfiable(problem, contradiction, without=member), member


@examples(200)
@given(random_models.models(), st.data())
def test_a_contradiction_of_a_model_is_one_and_cannot_be_reduced(model: clew.Model, data: st.DataObject) -> None:
    assumed = {v: data.draw(st.sampled_from(d)) for v, d in model.domains().items() if data.draw(st.booleans())}
    inference = data.draw(st.sampled_from([None, "none", "check", "arc"]))
    solutions = [s for s in random_models.brute_force(model) if assumed.items() <= s.items()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradictions, "RATION", data.draw(st.sampled_from([2, RATION])))
        contradiction = clew.why(model, given=assumed, inference=inference)
    assert (contradiction is None) == bool(solutions)
    if contradiction is not None:
        assert_irreducible(model, contradiction)
        clues = {(clue.variable, clue.value) for clue in contradiction.clues}
        assert clues <= {*model.given().items(), *assumed.items()}
        assert set(map(id, contradiction.constraints)) <= set(map(id, model.constraints()))


@examples(200)
@given(random_problems.problems((Forbidden, Pruning, Dynamic)), st.data())
def test_of_hooks_the_clues_are_reduced(problem: Forbidden, data: st.DataObject) -> None:
    full = [v for v, values in problem.domain_of.items() if values]
    chosen = data.draw(st.sets(st.sampled_from(full))) if full else set()
    clues = {v: data.draw(st.sampled_from(problem.domain_of[v])) for v in full if v in chosen}
    problem = attrs.evolve(problem, fixed=clues)
    contradiction = clew.why(problem)
    assert (contradiction is None) == any(True for _ in random_problems.brute_force(problem))
    if contradiction is not None:
        assert contradiction.is_minimal
        assert contradiction.constraints == ()
        left = {clue.variable: clue.value for clue in contradiction.clues}
        assert left.items() <= clues.items()
        assert not list(random_problems.brute_force(attrs.evolve(problem, fixed=left)))
        for variable in left:
            rest = {v: w for v, w in left.items() if v != variable}
            assert list(random_problems.brute_force(attrs.evolve(problem, fixed=rest)))


def test_constraints_beside_hooks_are_reduced_and_hooks_stay() -> None:
    class Both(Forbidden):
        def constraints(self) -> Iterator[Constraint]:
            yield NotEqual("x", "y")
            yield NotEqual("y", "z")

    problem = Both(dict.fromkeys("xyz", (1, 2)), ({"x": 1}, {"y": 1}))
    contradiction = clew.why(problem, given={"z": 2}, inference="forward")
    assert contradiction is not None
    assert [constraint.scope for constraint in contradiction.constraints] in ([("x", "y")], [("y", "z")])
    assert len(contradiction.clues) == (contradiction.constraints[0].scope == ("y", "z"))


def test_the_smallest_set_that_the_orders_lead_to_is_taken() -> None:
    model = clew.Model()
    cells = model.variables("a b c d e f", range(3)) + model.variables("x", range(2))
    x = cells.pop()
    model.require(x == 1)
    model.require(NotEqual(a, b) for k, a in enumerate(cells) for b in cells[:k])  # four of them need a fourth value
    model.require(x == 0)
    contradiction = clew.why(model)
    assert contradiction is not None
    assert {constraint.scope for constraint in contradiction.constraints} == {("x",)}
    assert_irreducible(model, contradiction)


def test_two_values_for_one_variable_contradict_each_other() -> None:
    contradiction = clew.why(Sudoku.from_text("1.../..../..../...."), given={(0, 0): 2, (1, 1): 3})
    assert contradiction is not None
    assert str(contradiction) == "r1c1 = 1; r1c1 = 2"
    assert contradiction.is_minimal


def test_a_domain_without_values_needs_no_clue() -> None:
    contradiction = clew.why(Forbidden({"x": (1,), "y": ()}, (), {"x": 1}))
    assert contradiction is not None
    assert (contradiction.clues, contradiction.constraints) == ((), ())
    assert contradiction.is_minimal


def test_a_contradiction_speaks_the_words_of_the_problem() -> None:
    sudoku = Sudoku.from_text("5...5" + "." * 76)
    assert str(clew.why(sudoku)) == "r1c1 = 5; r1c5 = 5; row 1"
    takuzu = Takuzu.from_text(".1../.1../.1../....")
    assert str(clew.why(takuzu)) == "r1c2 = 1; r2c2 = 1; r3c2 = 1; column 2"
    equal = Takuzu.from_text("0101/0101/..../....")
    contradiction = clew.why(equal)
    assert contradiction is not None
    assert {"no two rows equal", "no two columns equal"} & set(contradiction.constraint_names)
    assert str(clew.why(Queens(3))).startswith("no two queens in a column; ")


def test_names_of_constraints() -> None:
    sudoku = Sudoku.empty(6, diagonals=True)
    named = {sudoku.constraint_name(constraint): constraint.scope for constraint in sudoku.constraints()}
    lines = [f"{kind} {number}" for kind in ("row", "column", "box") for number in range(1, 7)]
    assert list(named) == [*lines, "falling diagonal", "rising diagonal"]
    assert named["row 2"] == tuple((1, c) for c in range(6))
    assert named["column 5"] == tuple((r, 4) for r in range(6))
    assert named["box 4"] == ((2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (3, 5))
    assert named["rising diagonal"][0] == (0, 5)
    takuzu = Takuzu.from_text("4x6")
    names = list(map(takuzu.constraint_name, takuzu.constraints()))
    assert names == [
        *(f"row {k}" for k in range(1, 7)),
        *(f"column {k}" for k in range(1, 5)),
        "no two rows equal",
        "no two columns equal",
    ]


def test_solving_for_the_reason_leaves_the_problem_as_it_was() -> None:
    class ObservedPropagator(Sudoku):
        """Keeps something of its own beside the fields."""

        def domains(self) -> Mapping[tuple[int, int], range]:
            assert self.__dict__["note"] == "mine"
            return super().domains()

    sudoku = ObservedPropagator.from_text("11../..../..../....")
    sudoku.__dict__["note"] = "mine"
    assert str(clew.why(sudoku)) in ("r1c1 = 1; r1c2 = 1; row 1", "r1c1 = 1; r1c2 = 1; box 1")
    assert sudoku.__dict__ == {"note": "mine"}
    assert len(sudoku.given()) == 2


@attrs.frozen
class Pigeons(clew.Problem[int, int]):
    """One pigeon more than there are holes: refuted by search alone."""

    pigeons: int = 6

    def domains(self) -> dict[int, range]:
        return dict.fromkeys(range(self.pigeons), range(self.pigeons - 1))

    def given(self) -> dict[int, int]:
        return {0: 0}

    def constraints(self) -> list[Constraint]:
        return [Predicate(lambda a, b: a != b, (one, other)) for one in range(self.pigeons) for other in range(one)]


@pytest.mark.parametrize("nodes", [10, 100, 500, 700, 1500, 5000])
def test_why_keeps_to_the_limit_and_says_so(nodes: int) -> None:
    problem = Pigeons()
    contradiction, outcome = asked(clew.why, problem, nodes)
    if outcome is not None:
        assert outcome.result is None
        assert clew.solve(problem, clew.First(), inference="check").statistics.nodes > nodes
    elif contradiction.is_minimal:
        assert_irreducible(problem, contradiction)
    else:
        assert not is_satisfiable(problem, contradiction)


def test_why_can_be_cut_short_at_each_stage() -> None:
    def stage(nodes: int) -> str:
        contradiction, outcome = asked(clew.why, Pigeons(), nodes)
        if outcome is not None:
            return "unknown"
        return "irreducible" if contradiction.is_minimal else "reducible"

    stages = dict.fromkeys(stage(nodes) for nodes in (*range(10, 1000, 30), 100_000))
    assert list(stages) == ["unknown", "reducible", "irreducible"]


@pytest.mark.parametrize("nodes", [30, 60, 600, 1200, 2500])
def test_the_limit_holds_for_all_searches_together(nodes: int) -> None:
    for ask in (clew.why, clew.fixed):
        for problem in (Pigeons(), Pigeons(7), Takuzu.from_text("6x6")):
            seen = 0

            def count(event: Event) -> None:
                nonlocal seen
                seen += isinstance(event, NodeEvent)

            with contextlib.suppress(clew.Stopped):
                ask(problem, inference="check", limits=clew.Limits(nodes=nodes), observers=[count])
            assert 0 < seen <= nodes


def test_a_smaller_set_is_not_taken_while_it_is_in_doubt() -> None:
    model = clew.Model()
    many = model.variable("many", range(10))
    three = model.variables("x y z", range(2))
    chain = model.variables("a b c d e f", range(5))
    model.require([NotEqual(*pair) for pair in combinations(three, 2)], many == 0)
    model.require(a < b for a, b in pairwise(chain))
    with pytest.MonkeyPatch.context() as patch:
        # Enough for the chain and for the three, but not for the three with each value of the first variable.
        patch.setattr(contradictions, "RATION", 5)
        contradiction = clew.why(model, inference="arc", variable_order="static")
    assert contradiction is not None
    assert_irreducible(model, contradiction)


def test_what_a_ration_leaves_in_doubt_is_settled_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ration = 1000
    monkeypatch.setattr(contradictions, "RATION", ration)
    problem = Pigeons(7)
    assert clew.solve(problem, clew.Count(), inference="check").statistics.nodes < ration
    without_clue = clew.Model()
    without_clue.variables(range(7), range(6))
    without_clue.require(problem.constraints())
    assert clew.solve(without_clue, clew.Count(), inference="check").statistics.nodes > ration
    contradiction = clew.why(problem, inference="check")
    assert contradiction is not None
    assert contradiction.is_minimal
    assert contradiction.clues == ()
    assert len(contradiction.constraints) == 21


def test_ctrl_c_tells_what_was_known() -> None:
    calls = 0

    class Interrupting(Forbidden):
        def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
            nonlocal calls
            calls += 1
            if calls == 12:
                raise KeyboardInterrupt
            return super().is_consistent(state, variable, value)

    problem = Interrupting(dict.fromkeys("xyz", (1, 2)), ({"x": 1, "y": 1}, {"z": 1}), {"x": 1, "y": 1, "z": 2})
    with pytest.raises(clew.Interrupted) as caught:
        clew.why(problem)
    assert isinstance(caught.value.outcome.result, clew.Contradiction)
    assert not caught.value.outcome.result.is_minimal
    calls = 0
    with pytest.raises(clew.Interrupted) as caught:
        clew.fixed(Interrupting(dict.fromkeys("xyz", (1, 2)), ({"x": 1},)))
    assert caught.value.outcome.result.items() <= {"x": 2}.items()


def test_what_a_hook_raises_surfaces() -> None:
    class Faulty(Forbidden):
        def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
            raise RuntimeError("ours")

    problem = Faulty({"x": (1, 2)}, ())
    for ask in (clew.fixed, clew.why):
        with pytest.raises(RuntimeError, match="ours"):
            ask(problem)


def test_options_are_those_of_every_question() -> None:
    for ask in (clew.fixed, clew.why):
        with pytest.raises(clew.OptionError, match="no option 'limit'"):
            ask(Queens(4), limit=3)  # type: ignore[call-arg]
        with pytest.raises(clew.InputError, match="cannot be 7"):
            ask(Queens(4), given={0: 7})


def test_differences_of_two_solutions() -> None:
    assert differences({"x": 1, "y": 2, "z": 3}, {"y": 3, "x": 1, "w": 4}) == {
        "y": (2, 3),
        "z": (3, None),
        "w": (None, 4),
    }
    assert differences({"x": 1}, {"x": 1}) == {}


@pytest.mark.parametrize("patience", [0, 40, 10_000])
def test_the_set_is_irreducible_wherever_patience_ends(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.answers.diagnosis.contradictions.MORE_NODES", patience)
    letters = "abcdefgh"
    rules = [AllDifferent(letters[k : k + 4]) for k in range(5)]

    def model(some: Iterable[Constraint]) -> clew.Model:
        made = clew.Model()
        made.variables(" ".join(letters), range(3))
        made.require(some)
        return made

    contradiction = clew.why(model([*rules, Predicate(lambda *values: sum(values) > 3, letters)]))
    assert contradiction is not None
    assert contradiction.is_minimal
    assert clew.count(model(contradiction.constraints)) == 0
    for left_out in contradiction.constraints:
        assert clew.count(model(one for one in contradiction.constraints if one is not left_out)) > 0
