"""What is wrong with a constraint is said at once, in one line that names it."""

from __future__ import annotations

import operator
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

import attrs
import pytest

import clew
from clew.constraints import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    Comparison,
    Constant,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Exactly,
    Less,
    Lex,
    Linear,
    Not,
    Or,
    Predicate,
    Product,
    Same,
    Stepwise,
    Sum,
    Table,
    Var,
)

x, y, z = map(Var, "xyz")
wrong: Any = clew.constraints
"""The constraints without their types, for what a type checker would refuse."""
Level = Any
DECLARED: Final = ("none", "check", "forward", "unit", "arc")


def a_model(*constraints: Any, domain: Iterable[Any] = range(3)) -> clew.Model:
    model = clew.Model()
    model.variables("x y z", domain)
    model.require(*constraints)
    return model


def message(make: Callable[[], object], kind: type[BaseException] = clew.ProblemError) -> str:
    """The one line that it raises."""
    with pytest.raises(kind) as caught:
        make()
    text = str(caught.value)
    assert text, "it says nothing"
    assert "\n" not in text, "it is no single line"
    assert len(text) < 400, "it is too long for a line"
    return text


def notes(make: Callable[[], object], kind: type[BaseException]) -> str:
    """The notes of the user's own exception, which surfaces as it is."""
    with pytest.raises(kind) as caught:
        make()
    said: list[str] = getattr(caught.value, "__notes__", [])
    assert said, "it has no note"
    assert not any("\n" in note for note in said)
    return " ".join(said)


# -- what a constraint itself refuses ----------------------------------------------------------------

REFUSED: Final[dict[str, tuple[Callable[[], object], tuple[str, ...]]]] = {
    "unhashable name": (lambda: AllDifferent([["x"], "y"]), ("AllDifferent", "hash")),
    "scope that is no collection": (lambda: wrong.AllDifferent(5), ("AllDifferent",)),
    "scope that is one variable": (lambda: wrong.AllDifferent(x), ("AllDifferent",)),
    "offsets": (lambda: AllDifferent("xyz", offsets=(1, 2)), ("AllDifferent('x', 'y', 'z')", "2 offsets")),
    "unhashable exceptions": (lambda: wrong.AllDifferent("xy", exceptions=[[1]]), ("AllDifferent",)),
    "tuple too short": (lambda: Table("xyz", [(1, 2, 3), (1, 2)]), ("Table('x', 'y', 'z')", "(1, 2)")),
    "tuple too long": (lambda: Table("xy", [(1, 2, 3)], allowed=False), ("Table('x', 'y')", "(1, 2, 3)")),
    "unhashable tuple": (lambda: Table("xy", [(1, [2])]), ("Table", "hash")),
    "tuple that is none": (lambda: wrong.Table("xy", [5]), ("Table",)),
    "tuples that are none": (lambda: wrong.Table("xy", 5), ("Table",)),
    "no function": (lambda: wrong.Predicate("xyz", "xyz"), ("Predicate", "cannot be called")),
    "scope before function": (
        lambda: wrong.Predicate(["x", "y"], lambda one, other: one < other),
        ("Predicate",),
    ),
    "relation": (lambda: Sum("xy", "=", 3), ("Linear('x', 'y')", "'='", "==")),
    "relation of a comparison": (lambda: Comparison("xy", "=>"), ("Comparison('x', 'y')", "'=>'")),
    "relation of a product": (lambda: Product("xy", "<>", 2), ("Product('x', 'y')", "'<>'")),
    "relation that is unhashable": (lambda: wrong.Product("xy", ["<"], 2), ("Product('x', 'y')",)),
    "two compared as one": (lambda: wrong.Equal(("a", "b")), ("Equal", "two variables", "Equal(a, b)")),
    "three compared": (lambda: Comparison("xyz", "<"), ("Comparison('x', 'y', 'z')", "two")),
    "coefficients": (lambda: wrong.Linear("xyz", (1, 2), "==", 3), ("Linear('x', 'y', 'z')", "2 coefficients")),
    "coefficients that are none": (lambda: wrong.Linear("xy", 2, "==", 3), ("Linear",)),
    "compares nothing": (lambda: Comparison((), "<"), ("Comparison()", "two variables")),
    "negative number": (lambda: AtMost(-1, 1, "xyz"), ("AtMost('x', 'y', 'z')", "-1")),
    "bounds the wrong way round": (lambda: wrong.Count("xyz", {1: (2, 1)}), ("Count('x', 'y', 'z')", "from 2 to 1")),
    "a value twice": (lambda: Count("xyz", ((2, 1, 1), (2, 1, 2))), ("Count('x', 'y', 'z')", "2 is counted twice")),
    "number that is text": (lambda: wrong.Count("xyz", {1: "a"}), ("Count",)),
    "number with a fraction": (lambda: wrong.Count("xyz", {1: 2.5}), ("Count",)),
    "number that is text, exactly": (lambda: wrong.Exactly("2", 1, "xyz"), ("Count",)),
    "number and value exchanged": (lambda: wrong.Exactly("a", 1, "xyz"), ("Count",)),
    "three bounds": (lambda: wrong.Count("xyz", {1: (1, 2, 3)}), ("Count",)),
    "counts that are no mapping": (lambda: wrong.Count("xyz", [(1, 2)]), ("Count",)),
    "unhashable value counted": (lambda: Exactly(1, [1], "xyz"), ("Exactly",)),
    "ambiguous automaton": (
        lambda: wrong.Regular("xyz", (((0, 1), 0), ((0, 1), 1)), 0, {0}),
        ("Regular('x', 'y', 'z')", "two transitions"),
    ),
    "transitions that are none": (lambda: wrong.Regular("xyz", 5, 0, {0}), ("Regular",)),
    "transition of three": (lambda: wrong.Regular("xy", [(0, 1, 0)], 0, {0}), ("Regular",)),
    "unhashable transition": (
        lambda: wrong.Regular("xyz", (((0, [1]), 0),), 0, {0}),
        ("Regular",),
    ),
    "one accepting state, not in a set": (lambda: wrong.Regular("xy", {(0, 1): 0}, 0, 0), ("Regular",)),
    "unhashable accepting state": (lambda: wrong.Regular("xy", {(0, 1): 0}, 0, [[0]]), ("Regular",)),
    "empty sequence": (lambda: Element(x, [], y), ("Element('x', 'y')", "empty")),
    "sequence that is none": (lambda: wrong.Element(x, 5, y), ("Element",)),
    "lex of different lengths": (lambda: Lex("xy", "z"), ("Lex", "2 and 1")),
    "same of different lengths": (lambda: Same("xy", "z"), ("Same", "2, 1")),
    "vectors of different lengths": (lambda: DistinctVectors(["xy", "z"]), ("DistinctVectors", "2, 1")),
    "one vector": (lambda: DistinctVectors(["xy"]), ("DistinctVectors", "two or more")),
    "no vector": (lambda: DistinctVectors([]), ("DistinctVectors", "two or more")),
    "a vector twice": (lambda: DistinctVectors(["xy", "yz", "xy"]), ("DistinctVectors", "('x', 'y')", "twice")),
    "vector that is none": (lambda: wrong.DistinctVectors(["xy", 5]), ("DistinctVectors",)),
    "option with an item twice": (lambda: ExactCover({1: "aa"}), ("ExactCover", "option 1", "twice")),
    "option without items": (lambda: ExactCover({1: "a", 2: ""}), ("ExactCover", "option 2")),
    "optional items only": (lambda: ExactCover({1: "a", 2: "b"}, "b"), ("ExactCover", "option 2")),
    "options that are no mapping": (lambda: wrong.ExactCover(["ab"]), ("ExactCover",)),
    "and of nothing": (lambda: And([]), ("And", "no constraint")),
    "or of something else": (lambda: Or([x == 1, 5]), ("Or", "5")),
    "not of something else": (lambda: wrong.Not("x"), ("Not", "'x'")),
    "not of a variable": (lambda: wrong.Not(x), ("Not", "compare it, as in Var('x') == 1")),
    "or of a variable": (lambda: wrong.Or([x == 1, y]), ("Or", "compare it, as in Var('y') == 1")),
    "| of variables": (lambda: x | y, ("compare it, as in Var('x') == 1",)),
    "| of a constraint and a variable": (lambda: (x == 1) | (x + y), ("compare it, as in <('x' + 'y')> == 1",)),
    "& of a variable and a constraint": (lambda: x & (x == 1), ("compare it, as in Var('x') == 1",)),
    "~ of a variable": (lambda: ~x, ("compare it, as in Var('x') == 1",)),
    "function after its variables": (lambda: wrong.Predicate("xy", min), (": Predicate(function, variables)",)),
    "implies something else": (lambda: wrong.Implies(x == 1, True), ("Or", "True")),
    "sum with a text": (lambda: x + y == "red", ()),
    "text added": (lambda: x + "a" == y, ()),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_constraint_refuses(what: str) -> None:
    make, words = REFUSED[what]
    text = message(make)
    assert all(word in text for word in words), text


@pytest.mark.parametrize(
    "make",
    [
        lambda: bool(x == y),
        lambda: 1 < x < 3,
        lambda: x < y < z,
        lambda: (x == 1) and (y == 1),
        lambda: operator.not_(x == 1),
        lambda: x in [y, z],
        lambda: all([x == 1, y == 1]),
        lambda: max(x, y),
    ],
)
def test_a_constraint_is_neither_true_nor_false(make: Callable[[], object]) -> None:
    text = message(make, TypeError)
    assert "neither true nor false" in text
    assert "(a < b) & (b < c)" in text
    assert text.startswith("Comparison(")


def test_an_expression_is_neither_true_nor_false() -> None:
    assert "compare it" in message(lambda: bool(x), TypeError)
    assert "compare it" in message(lambda: x + 1 or y, TypeError)
    assert "walked" in message(lambda: list(x), TypeError)
    assert "immutable" in message(lambda: setattr(x, "name", "y"), AttributeError)
    assert "hash" in message(lambda: {x: 1}, TypeError)


def test_constraints_are_combined_with_constraints_alone() -> None:
    # Python itself says so.
    for make in (
        lambda: operator.and_(x == 1, 5),
        lambda: operator.or_(5, x == 1),
    ):
        assert "operand" in message(make, TypeError)


# -- what a model refuses --------------------------------------------------------------------------


@pytest.mark.parametrize("thing", [5, None, "x == y", b"x", True, [x == 1, 5], [[x == y], ["x"]], object()])
def test_what_is_required_must_be_a_constraint(thing: object) -> None:
    assert "is not a constraint" in message(lambda: a_model(thing))


@pytest.mark.parametrize("thing", [x, x + 1, [x], [x == 1, x * y]])
def test_an_expression_is_no_constraint_yet(thing: object) -> None:
    assert "constraint" in message(lambda: a_model(thing))


def test_unknown_variables() -> None:
    text = message(lambda: a_model(AllDifferent("xyw")))
    assert "AllDifferent('x', 'y', 'w')" in text
    assert "no variable 'w'" in text
    assert "no variable 5" in message(lambda: a_model(Less(x, 5)))

    class Wrong(clew.Problem[str, int]):
        def domains(self) -> dict[str, range]:
            return {"x": range(3)}

        def constraints(self) -> Iterable[Constraint]:
            return [x == y]

    for level in DECLARED:
        text = message(lambda level=level: clew.count(Wrong(), inference=level))  # type: ignore[misc]
        assert "Comparison('x', 'y')" in text
        assert "'y'" in text


def test_a_problem_that_declares_something_else() -> None:
    class Wrong(clew.Problem[str, int]):
        def domains(self) -> dict[str, range]:
            return {"x": range(3)}

        def constraints(self) -> Iterable[Constraint]:
            return ["x == 1"]  # type: ignore[list-item]

    assert "'x == 1' is not a constraint" in message(lambda: clew.count(Wrong()))


def test_domains() -> None:
    model = clew.Model()
    model.variable("x", [1])
    assert "'x' already" in message(lambda: model.variable("x", [2]))
    assert "'w'" in message(lambda: clew.count(_with_domain([[1]], "w")))
    assert "2 twice" in message(lambda: clew.count(_with_domain([1, 2, 2], "w")))


def _with_domain(domain: Any, name: Any) -> clew.Model:
    model = clew.Model()
    model.require(Var(model.variable(name, domain).name) == 1)
    return model


def test_a_domain_that_is_no_collection() -> None:
    assert "'x'" in message(lambda: clew.Model().variable("x", 5))  # type: ignore[arg-type]


def test_a_name_that_cannot_be_hashed() -> None:
    assert "hash" in message(lambda: clew.Model().variable([1], range(3)))  # type: ignore[arg-type]


def test_a_fixed_variable_that_does_not_exist() -> None:
    assert "no variable 'w'" in message(lambda: a_model(x == y).fix("w", 1))
    assert "no variable" in message(lambda: a_model(x == y).fix([1], 1))


def test_a_fixed_value_that_the_domain_does_not_have() -> None:
    assert "'x' cannot be fixed at 7" in message(lambda: a_model(x == y).fix(x, 7))


def test_a_fixed_value_that_cannot_be_hashed() -> None:
    assert "'x' cannot be fixed at [1]" in message(lambda: a_model(x == y).fix(x, [1]))


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
def test_a_huge_domain_is_refused_and_not_built() -> None:
    code = """
import resource, clew
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
model = clew.Model()
try:
    one, other = model.variables("x y", range(10**9))
    model.require(one % other == 7)
    clew.first(model)
except clew.ClewError as error:
    print(str(error).count(chr(10)), "refused")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert run.stdout.strip() == "0 refused", run.stderr[-300:]


IMPOSSIBLE: Final[tuple[Constraint, ...]] = (
    Table("xy", [(7, 8)]),
    Table("xyz", [(7, 8, 9)]),
    Table("x", []),
    Table("xy", []),
    Table("xyz", []),
    AllDifferent("xyz", mapping=lambda variable, value: 0),
    Exactly(2, "red", "xyz"),
    Exactly(4, 1, "xyz"),
    Exactly(2, 1, "x"),
    AtLeast(3, 1, "xy"),
    AtLeast(4, 1, "xyz"),
    Count("xyz", {0: 2, 1: 2}),
    wrong.Regular("xyz", {}, 0, {0}),
    wrong.Regular("xyz", {(0, 0): 0}, 0, ()),
    Element(x, [7, 8], y),
    x + y + z == 99,
    x * y * z == 99,
    (x == 0) & (x == 1),
    Not((x == 0) | (x != 0)),
    ExactCover({7: "xyz"}),
)


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("constraint", IMPOSSIBLE, ids=lambda constraint: constraint.title)
def test_an_impossible_constraint_is_an_answer_not_an_error(constraint: Constraint, level: Level) -> None:
    assert clew.count(a_model(constraint), inference=level) == 0
    assert clew.first(a_model(constraint), inference=level) is None


# -- values that do not fit ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize(
    "constraint",
    [
        wrong.Linear("xyz", (1, 1, 1), "<=", 3),
        wrong.Linear("xy", (1, 2), "<=", 3),
        wrong.Linear("xyz", (1, 1, 1), "!=", 3),
        Sum("x", "==", 3),
        Product("xyz", "==", 3),
        AllDifferent("xyz", offsets=(0, 1, 2)),
    ],
    ids=lambda constraint: constraint.title,
)
def test_numbers_are_asked_of_texts(constraint: Constraint, level: Level) -> None:
    with pytest.raises((clew.ProblemError, TypeError)) as caught:
        clew.count(a_model(constraint, domain="ab"), inference=level)
    said = " ".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
    assert constraint.title in said


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize(
    "constraint", [Lex("xy", "zw"), Less("x", "y"), x < 2], ids=lambda constraint: constraint.title
)
def test_an_order_is_asked_of_values_that_have_none(constraint: Constraint, level: Level) -> None:
    model = clew.Model()
    model.variables("x y z w", [1, "a"])
    model.require(constraint)
    assert constraint.title in notes(lambda: clew.count(model, inference=level), TypeError)


# -- a user's own code ----------------------------------------------------------------------------------


class OwnError(Exception):
    """What a user's code raises."""


def failing(*values: object) -> Any:
    raise OwnError("it fails")


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_what_a_predicate_raises_surfaces(level: Level, size: int) -> None:
    model = a_model(Predicate(failing, "xyz"[:size]))
    said = notes(lambda: clew.count(model, inference=level), OwnError)
    assert "Predicate(failing: 'x'" in said
    assert "(0, 0, 0)"[: 3 * size - 1] in said


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_predicate_that_forgets_to_return(level: Level, size: int) -> None:
    model = a_model(Predicate(lambda *values: None, "xyz"[:size]))
    text = message(lambda: clew.count(model, inference=level))
    assert "Predicate(<lambda>: 'x'" in text
    assert "returned None for (0," in text


@pytest.mark.parametrize("level", DECLARED)
def test_what_a_mapping_raises_surfaces(level: Level) -> None:
    model = a_model(AllDifferent("xyz", mapping=failing))
    assert "AllDifferent('x', 'y', 'z')" in notes(lambda: clew.count(model, inference=level), OwnError)


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_constraint_of_ones_own_that_forgets_holds(level: Level, size: int) -> None:
    class Forgetful(Constraint):
        pass

    with pytest.raises((clew.ProblemError, NotImplementedError)) as caught:
        clew.count(a_model(Forgetful("xyz"[:size])), inference=level)
    assert str(caught.value) == "Forgetful needs holds(values)"


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_constraint_whose_holds_forgets_to_return(level: Level, size: int) -> None:
    class Forgetful(Constraint):
        def holds(self, values: Sequence[Any]) -> bool:
            return None  # type: ignore[return-value]

    model = a_model(Forgetful("xyz"[:size]))
    assert "Forgetful('x'" in message(lambda: clew.count(model, inference=level))


@attrs.frozen
class Own(Constraint):
    """A user's own, whose propagate does as it is told."""

    told: Callable[[Any], Any]

    def holds(self, values: Sequence[Any]) -> bool:
        return True

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Any:
        return self.told(domains)


@pytest.fixture
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is small enough to be written out, so that `propagate` is called."""
    monkeypatch.setattr("clew.state.thresholds.TUPLES", 0)
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)


@pytest.mark.usefixtures("no_tables")
@pytest.mark.parametrize("level", ["unit", "arc"])
def test_what_propagate_raises_surfaces(level: Level) -> None:
    said = notes(lambda: clew.count(a_model(Own("xyz", failing)), inference=level), OwnError)
    assert "Own('x', 'y', 'z')" in said
    assert "(0, 1, 2)" in said


@pytest.mark.usefixtures("no_tables")
@pytest.mark.parametrize("level", ["unit", "arc"])
@pytest.mark.parametrize(
    "told",
    [
        lambda domains: [[7], *domains[1:]],  # a value that the domain does not have
        lambda domains: [[[0]], *domains[1:]],  # one that cannot be hashed
        lambda domains: domains[:2],
        lambda domains: [*domains, (0,)],
        lambda domains: 5,
        lambda domains: [5, 5, 5],
        lambda domains: True,
    ],
    ids=["foreign value", "unhashable value", "too few", "too many", "a number", "numbers", "a truth value"],
)
def test_what_propagate_returns_must_fit(told: Callable[[Any], Any], level: Level) -> None:
    text = message(lambda: clew.count(a_model(Own("xyz", told)), inference=level))
    assert "Own('x', 'y', 'z')" in text


@attrs.frozen
class OwnSteps(Stepwise):
    """A user's own automaton, whose parts do as they are told."""

    begin: Callable[[], Hashable] = lambda: 0
    go: Callable[[Any, int, Any], Any] = lambda memory, position, value: 0
    end: Callable[[Any], bool] = lambda memory: True

    def holds(self, values: Sequence[Any]) -> bool:
        return self.consistent(values)

    def start(self) -> Hashable:
        return self.begin()

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        made: Hashable | None = self.go(memory, position, value)
        return made

    def accepts(self, memory: Any) -> bool:
        return self.end(memory)


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_what_a_step_raises_surfaces(level: Level, size: int) -> None:
    model = a_model(OwnSteps("xyz"[:size], go=failing))
    assert "OwnSteps('x'" in notes(lambda: clew.count(model, inference=level), OwnError)


@pytest.mark.parametrize("level", DECLARED)
@pytest.mark.parametrize("part", ["begin", "end"])
def test_what_the_ends_of_an_automaton_raise_surfaces(level: Level, part: str) -> None:
    model = a_model(OwnSteps("xyz", **{part: failing}))
    assert "OwnSteps('x', 'y', 'z')" in notes(lambda: clew.count(model, inference=level), OwnError)


@pytest.mark.parametrize("level", ["unit", "arc"])
def test_what_an_automaton_remembers_must_be_hashable(level: Level) -> None:
    model = a_model(OwnSteps("xyz", go=lambda memory, position, value: [value]))
    with pytest.raises((clew.ProblemError, TypeError)) as caught:
        clew.count(model, inference=level)
    said = " ".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
    assert "OwnSteps('x', 'y', 'z')" in said


def test_steps_that_are_not_given() -> None:
    class Bare(Stepwise):
        def holds(self, values: Sequence[Any]) -> bool:
            return True

    assert "Bare needs start()" in message(
        lambda: clew.count(a_model(Bare("xyz")), inference="unit"),
        NotImplementedError,
    )


# -- large ones ------------------------------------------------------------------------------------------


def row(size: int) -> tuple[clew.Model, list[Var]]:
    model = clew.Model()
    return model, model.variables(range(size), (0, 1))


def test_a_sum_of_5000_variables() -> None:
    model, many = row(5000)
    total = sum(many)
    made = total == 0
    assert isinstance(made, Linear)
    assert len(made.scope) == 5000
    assert len(made.title) < 200
    model.require(made)
    solution = clew.first(model, inference="unit", variable_order="static")
    assert solution is not None
    assert set(solution.values()) == {0}


def test_a_product_of_5000_variables() -> None:
    _, many = row(5000)
    total: Any = many[0]
    for one in many[1:]:
        total = total * one
    assert isinstance(total == 1, Product)


def test_a_sum_of_5000_variables_shows_itself() -> None:
    total: Any = sum(row(5000)[1])
    assert repr(total)


def test_a_number_in_place_of_a_variable_is_a_constant() -> None:
    class Asked(clew.Problem[str, int]):
        def domains(self) -> dict[str, range]:
            return {"i": range(2), "a": range(2)}

        def constraints(self) -> list[Constraint]:
            return [Element("i", [Var("a"), Var("a")], 1)]

    model = clew.Model()
    model.variables("i a", range(2))
    said = [
        message(lambda: model.require(Element("i", [Var("a"), Var("a")], 1))),
        message(lambda: clew.first(Asked())),
    ]
    assert all("has no variable 1: declare it first, or write Constant(1) for the number" in one for one in said)
    model.require(Element("i", [Var("a"), Var("a")], Constant(1)))
    assert clew.count(model) == 2


def test_a_sum_of_5000_that_leaves_no_variable_holds_or_does_not() -> None:
    model, many = row(5000)
    total: Any = sum(many)
    assert clew.first(model) is not None
    model.require(total - total == 3)
    assert clew.first(model) is None
    assert len(str(clew.why(model))) < 400


def test_a_sum_of_5000_squares() -> None:
    _, many = row(5000)
    total: Any = sum(one * one for one in many)
    made = total == 0
    assert made.holds((0,) * 5000)
    assert not made.holds((1,) * 5000)


def test_a_message_about_a_wide_scope_is_short() -> None:
    assert "4999 offsets" in message(lambda: AllDifferent(range(5000), offsets=range(4999)))


def test_a_message_about_many_values_is_short() -> None:
    many = range(3000)
    assert "Predicate" in message(lambda: Predicate(lambda *values: None, many).holds((0,) * 3000))
    assert "Table" in message(lambda: Table("xy", [tuple(many)]))
    model, _ = row(3000)
    assert "is not a constraint" in message(
        lambda: model.require(["x" * 3000])  # type: ignore[list-item]
    )
