"""Junk from hooks is one line that names problem, hook and junk; errors within hooks surface as themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import product
from typing import Any, Final

import pytest

import clew
from clew.state.lanes import Lanes
from clew.state.state import State

AnyState = State[Any, Any]


class Different(clew.Problem[str, int]):
    """Three variables with different values; one of its hooks may be replaced."""

    def __init__(self, hook: str = "", returned: Any = None) -> None:
        if hook:
            setattr(self, hook, Junk(returned))

    def domains(self) -> dict[str, range]:
        return dict.fromkeys("abc", range(3))

    def is_consistent(self, state: AnyState, variable: str, value: int) -> bool:
        return all(value != other for _, other in state.items())


class Declared(Different):
    """The same with declared constraints."""

    def constraints(self) -> list[clew.constraints.Constraint]:
        return [clew.constraints.AllDifferent("abc")]


class Appearing(Different):
    """The same with variables that appear as the search goes."""

    def domains(self) -> dict[str, range]:
        return {}

    def choose_variable(self, state: AnyState) -> str | None:
        return "abc"[state.depth] if state.depth < 3 else None

    def enumerate_values(self, state: AnyState, variable: str) -> range:
        return range(3)


class Junk:
    """A hook that returns what it is given; it can be sent to another process."""

    def __init__(self, returned: Any) -> None:
        self.returned = returned

    def __call__(self, *args: object) -> Any:
        return self.returned


KINDS: Final = (Different, Declared, Appearing)
LEVELS: Final = ("none", "check", "forward")
NO_STATE: Final[tuple[Any, ...]] = (None, 5, True, "state", [], {}, (1,), object)
NO_VALUES: Final = (None, 5, True, 1.5, object)
NO_VARIABLE: Final = ("z", 5, True, 1.5, ("a",))
UNHASHABLE: Final = (["a"], {"a": 1}, {"a"})
OUTSIDE: Final[tuple[tuple[Any, Any], ...]] = (
    *(([[1]], [1]), (({},), {}), ("xyz", "x"), ((7,), 7), ([None], None), ({"a": 1}, "a"), ([{1}, 2], {1})),
    (([0], 1), [0]),
    (range(3, 5), 3),
)


def refusals(problem: clew.Problem[Any, Any], levels: tuple[str, ...] = LEVELS, **options: Any) -> Iterator[str]:
    """What each question says of a problem, at each level."""
    asked: list[Callable[..., Any]] = [clew.first, clew.count, partial(clew.solve, strategy=clew.All())]
    for ask, level in product(asked, levels):
        with pytest.raises(clew.ProblemError) as raised:
            ask(problem, inference=level, **options)
        yield str(raised.value)


def assert_told(problem: clew.Problem[Any, Any], complaint: str, levels: tuple[str, ...] = LEVELS) -> None:
    for line in refusals(problem, levels):
        assert complaint in line
        assert "\n" not in line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("junk", NO_STATE)
def test_forward_check_returns_a_state_or_a_dead_end(kind: type[Different], junk: Any) -> None:
    complaint = f"{kind.__name__}: forward_check returned {junk!r}: return a state or DEAD_END"
    assert_told(kind("forward_check", junk), complaint, ("forward",))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("junk", NO_VALUES)
def test_enumerate_values_returns_a_collection(kind: type[Different], junk: Any) -> None:
    complaint = f"{kind.__name__}: enumerate_values returned {junk!r}: return the values to try"
    assert_told(kind("enumerate_values", junk), complaint)


@pytest.mark.parametrize("kind", [Different, Declared])
@pytest.mark.parametrize(("values", "bad"), OUTSIDE)
def test_enumerate_values_gives_values_of_the_domain(kind: type[Different], values: Any, bad: Any) -> None:
    complaint = (
        f"{kind.__name__}: enumerate_values returned {bad!r} for 'a', whose domain does not have it: return the values"
    )
    assert_told(kind("enumerate_values", values), complaint)


@pytest.mark.parametrize("kind", [Different, Declared])
@pytest.mark.parametrize("junk", NO_VARIABLE)
def test_choose_variable_returns_a_variable_that_there_is(kind: type[Different], junk: Any) -> None:
    complaint = f"{kind.__name__}: choose_variable returned {junk!r}, which is no variable: return an open variable"
    assert_told(kind("choose_variable", junk), complaint)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("junk", UNHASHABLE)
def test_choose_variable_returns_what_can_be_hashed(kind: type[Different], junk: Any) -> None:
    assert_told(kind("choose_variable", junk), f"{kind.__name__}: choose_variable returned {junk!r}, which cannot be")


@pytest.mark.parametrize("kind", KINDS)
def test_choose_variable_returns_no_variable_that_is_assigned(kind: type[Different]) -> None:
    assert_told(
        kind("choose_variable", "a"), f"{kind.__name__}: choose_variable returned 'a', which is assigned already"
    )


@pytest.mark.parametrize("kind", [Different, Declared])
def test_a_forgotten_return_is_no_end_of_the_search(kind: type[Different]) -> None:
    complaint = f"{kind.__name__}: choose_variable returned None, though 'a' is open: return an open variable"
    assert_told(kind("choose_variable", None), complaint)


class Early(Different):
    """One that is complete as soon as two of its three variables are different."""

    def choose_variable(self, state: AnyState) -> Any:
        return None if state.depth == 2 else state.first_open()


class EarlyDeclared(Declared):
    """One whose constraints are about all variables."""

    choose_variable = Early.choose_variable


def test_a_problem_whose_hooks_are_all_there_is_may_be_complete_before() -> None:
    assert [clew.count(Early(), inference=level) for level in LEVELS] == [3 * 2] * len(LEVELS)
    assert_told(EarlyDeclared(), "EarlyDeclared: choose_variable returned None, though 'c' is open")


@pytest.mark.parametrize("junk", [None, 5])
def test_orderings_that_are_functions_are_held_to_the_same(junk: Any) -> None:
    for line in refusals(Different(), variable_order=Junk(junk)):
        assert line.startswith(f"Different: the variable order returned {junk!r}, ")
    for line in refusals(Different(), value_order=Junk(junk)):
        assert (
            line
            == f"Different: the value order returned {junk!r}: return the values to try, from the variable's domain"
        )


@pytest.mark.parametrize("hook", ["domains", "given", "constraints"])
@pytest.mark.parametrize("junk", [5, True, object, 1.5])
def test_declarations_are_collections(hook: str, junk: Any) -> None:
    assert_told(Different(hook, junk), f"{hook} returned {junk!r}: return a ")


@pytest.mark.parametrize("truth", [1, "yes", [0], 1.5, object])
def test_is_consistent_is_judged_by_its_truth(truth: Any) -> None:
    for level in LEVELS:
        assert clew.count(Different("is_consistent", truth), inference=level) == 27
        assert clew.count(Different("is_consistent", []), inference=level) == 0


@pytest.mark.parametrize(
    ("hook", "junk", "complaint"),
    [
        ("forward_check", 5, "forward_check returned 5"),
        ("enumerate_values", None, "enumerate_values returned None"),
        ("enumerate_values", [[1]], "whose domain does not have it"),
        ("choose_variable", "z", "choose_variable returned 'z'"),
    ],
)
def test_junk_is_told_from_other_processes_too(hook: str, junk: Any, complaint: str) -> None:
    with pytest.raises(clew.ProblemError, match=complaint):
        clew.count(Different(hook, junk), jobs=2)


class Strange:
    """A value, or a variable, that cannot be hashed for a reason of its own."""

    def __hash__(self) -> int:
        raise TypeError("the hash of a stranger")


@pytest.mark.parametrize("error", [TypeError, AttributeError, KeyError])
@pytest.mark.parametrize("hook", ["choose_variable", "enumerate_values", "is_consistent", "forward_check"])
def test_an_error_within_a_hook_surfaces_as_itself(hook: str, error: type[Exception]) -> None:
    def raising(*args: object) -> Any:
        raise error("own")

    problem = Different()
    setattr(problem, hook, raising)
    with pytest.raises(error, match="own"):
        clew.count(problem, inference="forward")


@pytest.mark.parametrize(("hook", "returned"), [("choose_variable", Strange()), ("enumerate_values", [Strange()])])
def test_an_error_of_what_a_hook_returned_surfaces_as_itself(hook: str, returned: Any) -> None:
    with pytest.raises(TypeError, match="the hash of a stranger"):
        clew.count(Different(hook, returned), inference="forward")


# -- a dead end stays one -------------------------------------------------------------------------


class Pruning(Different):
    """Prunes one variable after the other, and does not look for dead ends."""

    def forward_check(self, state: AnyState, variable: str, value: int) -> AnyState | clew.DeadEnd:
        after: AnyState | clew.DeadEnd = state
        for other in state.open:
            after = after.prune(other, [value])
        return after


class Filtering(Different):
    """Reads the domains of what is left, too."""

    def forward_check(self, state: AnyState, variable: str, value: int) -> AnyState | clew.DeadEnd:
        after: AnyState | clew.DeadEnd = state
        for other in "abc":
            if other in after.open:
                refused = [one for one in after.domain(other) if one == value]
                after = after.prune_bits(state.lanes.bits((other, one) for one in refused))
        return after


@pytest.mark.parametrize("kind", [Pruning, Filtering])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_hook_may_go_on_after_a_dead_end(kind: type[Different], size: int) -> None:
    problem = kind("domains", dict.fromkeys("abc", range(size)))
    assert clew.count(problem) == {3: 6, 4: 24}.get(size, 0)


def test_what_gives_a_state_gives_a_dead_end_after_a_dead_end() -> None:
    state: AnyState | clew.DeadEnd = State.root(Lanes({"a": range(1), "b": range(2)})).prune("a", [0])
    dead: Hashable = clew.DEAD_END
    assert state is dead
    assert state.assign("b", 1) is dead
    assert state.prune("b", [1]) is dead
    assert state.prune_bits(1) is dead
    assert state.narrowed(1, 1) is dead
    assert (list(state.open), state.first_open(), state.domain("b"), state.domain_size("b")) == ([], None, (), 0)
    assert not state


def test_a_variable_that_was_not_declared_is_told_when_it_is_pruned() -> None:
    class Wrong(clew.Problem[str, int]):
        def domains(self) -> Any:
            return {"a": range(3), "b": range(3)}

        def forward_check(self, state: Any, variable: str, value: int) -> Any:
            return state.prune("c", [value])

    with pytest.raises(clew.ProblemError, match="'c' has no declared domain") as raised:
        clew.first(Wrong())
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("junk", [5, 1.5, None, max])
@pytest.mark.parametrize("method", ["domains", "given", "constraints"])
def test_junk_that_a_problem_declares_is_told_with_its_name(method: str, junk: Any) -> None:
    class Wrong(clew.Problem[str, int]):
        def domains(self) -> Any:
            return {"a": range(3)}

    setattr(Wrong, method, lambda self: junk)
    with pytest.raises(clew.ProblemError, match="Wrong") as raised:
        clew.first(Wrong())
    assert "\n" not in str(raised.value)
