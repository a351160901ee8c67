"""Automata in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AtLeast, AtMost, Constraint, Count, Exactly, Regular, Stepwise

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import UNIT
from tests.core.comparing import agree, all_agree
from tests.core.drawing import models
from tests.examples import examples

STATES = st.integers(0, 3)


@st.composite
def readings(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """An automaton on three variables or more."""
    scope = draw(st.permutations(names))[: draw(st.integers(3, len(names)))]
    number = draw(st.integers(0, len(scope)))
    match draw(st.sampled_from(("regular", "count", "exactly", "at least", "at most"))):
        case "regular":
            moves = draw(st.dictionaries(st.tuples(STATES, values), STATES, min_size=4, max_size=20))
            return Regular(scope, moves, 0, draw(st.sets(STATES, min_size=1)))
        case "count":
            low = draw(st.integers(0, 2))
            return Count(scope, {draw(values): (low, low + draw(st.integers(0, 3)))})
        case "at least":
            return AtLeast(number, draw(values), scope)
        case "at most":
            return AtMost(number, draw(values), scope)
    return Exactly(number, draw(values), scope)


@examples(300)
@given(models(readings, st.integers(-1, 2)))
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


def test_layers_of_several_words() -> None:
    """Which values came is remembered as a number: up to 3^7 states before the last position."""
    distance = 1 + 3**4 + 3**6

    class Tally(Stepwise):
        def holds(self, values: Any) -> bool:
            return bool(sum(value * 3**k for k, value in enumerate(values)) % distance == 7)

        def start(self) -> int:
            return 0

        def step(self, memory: int, position: int, value: int) -> int:
            return memory + value * int(3**position)

        def accepts(self, memory: int) -> bool:
            return memory % distance == 7

    model = clew.Model()
    names = model.variables(range(8), range(3))
    model.require(Tally(names))
    found, _, _ = all_agree(model)
    assert len(found) > 1


def test_values_of_several_words() -> None:
    """Values of two words lead to one state."""
    model = clew.Model()
    model.variables("w x", range(130))
    model.variables("y z", range(2))
    moves = {
        (state, value): value % 3 if state == value % 2 else 2 - state for state in range(3) for value in range(130)
    }
    model.require(Regular("wxyz", moves, 0, {1}), clew.constraints.Sum("wx", "==", 128))
    found, _, _ = all_agree(model)
    assert len({row["w"] >> 6 for row in found}) > 1


def test_an_automaton_that_accepts_nothing() -> None:
    model = clew.Model()
    model.variables("x y z", range(3))
    model.require(Regular("xyz", {(0, 1): 1, (1, 1): 0}, 0, [2]))
    assert agree(model) == ([], [0], 1)


def test_equal_automata_are_asked_once() -> None:
    asked = []

    class Rising(Stepwise):
        shareable = True

        def start(self) -> int:
            return 0

        def step(self, memory: int, position: int, value: int) -> int | None:
            asked.append((memory, position, value))
            return value if value >= memory else None

    domains = {(row, column): (0, 1, 2) for row in range(3) for column in range(4)}
    compiled = program_of(domains, [Rising([(row, column) for column in range(4)]) for row in range(3)], UNIT)
    assert len(asked) == len(set(asked))
    search = _engine.Search(compiled.program, [], _engine.STATIC, False, True, -1)
    search.run(10**9, -1)
    assert search.found == 15**3  # choose 4 of 3 values, in order, with repetition


def test_one_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.core.lowering.tables.STEPS", 10)
    with pytest.raises(CannotCompileError, match="too many states"):
        program_of(dict.fromkeys("vwxyz", range(4)), [Count("vwxyz", {1: 2, 2: 2})], UNIT)


def test_what_an_automaton_raises_names_it() -> None:
    class Broken(Stepwise):
        def start(self) -> int:
            return 0

        def step(self, memory: int, position: int, value: int) -> int:
            return 1 // (2 - position)

    with pytest.raises(ZeroDivisionError) as caught:
        program_of(dict.fromkeys("wxyz", (0, 1)), [Broken("wxyz")], UNIT)
    assert caught.value.__notes__ == ["while Broken('w', 'x', 'y', 'z') was compiled"]
