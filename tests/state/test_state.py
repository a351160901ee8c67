"""States are values: immutable, comparable, picklable, cheap to look into, however deep."""

from __future__ import annotations

import pickle
import sys
import time

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, State

DEEP = 100_000
domain_maps = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=2), st.lists(st.integers(), max_size=5, unique=True), max_size=6
)


def deep_state(declared: bool = False) -> State[int, int]:
    levels = DEEP // 10 if declared else DEEP
    lanes = Lanes(dict.fromkeys(range(levels), (0, 1)) if declared else {})
    state: State[int, int] = State.root(lanes)
    for variable in range(levels):
        child = state.assign(variable, variable % 2)
        assert child is not DEAD_END
        state = child
    return state


@given(domain_maps, st.data())
def test_bits_pairs_and_masks_agree_with_sets(domains: dict[str, list[int]], data: st.DataObject) -> None:
    lanes = Lanes(domains)
    pairs = [(v, w) for v in domains for w in domains[v]]
    wanted: list[bool] = [data.draw(st.booleans()) for _ in pairs]
    some = [pair for pair, want in zip(pairs, wanted, strict=True) if want]
    bits = lanes.bits(some)
    assert list(lanes.pairs(bits)) == some
    assert bits.bit_count() == len(some)
    assert lanes.mask(domains) == lanes.start
    assert lanes.has_empty(bits) == any(all(v != w for w, _ in some) for v in domains)
    lowest = {v: min((domains[v].index(w) for u, w in some if u == v), default=None) for v in domains}
    stripped = [(v, w) for v, w in some if domains[v].index(w) != lowest[v]]
    assert list(lanes.pairs(lanes.strip(bits))) == stripped


@given(domain_maps, st.lists(st.integers(1, 4)))
def test_auxiliary_lanes_can_be_put_above_a_layout(domains: dict[str, list[int]], widths: list[int]) -> None:
    lanes, expected = Lanes(domains).with_auxiliary(tuple(widths)), Lanes(domains, tuple(widths))
    for name in Lanes.__slots__:
        assert getattr(lanes, name) == getattr(expected, name) or name == "lane"
    for lane, other in zip(lanes.lane.values(), expected.lane.values(), strict=True):
        assert attrs.astuple(lane) == attrs.astuple(other)


@given(domain_maps, st.data())
def test_assigning_and_pruning_do_what_they_do_to_a_dictionary(
    domains: dict[str, list[int]], data: st.DataObject
) -> None:
    state: State[str, int] = State.root(Lanes(domains))
    model = {v: list(values) for v, values in domains.items()}
    assigned: dict[str, int] = {}
    for _ in range(data.draw(st.integers(0, 8)) if all(domains.values()) and domains else 0):
        free = [v for v in model if v not in assigned]
        assign: bool = data.draw(st.booleans())
        if free and assign:
            variable = data.draw(st.sampled_from(free))
            value = data.draw(st.sampled_from(domains[variable]))
            after = state.assign(variable, value)
            if value not in model[variable]:
                assert after is DEAD_END
                continue
            model[variable], assigned[variable] = [value], value
        else:
            variable = data.draw(st.sampled_from(list(domains)))
            values = data.draw(st.lists(st.integers() | st.sampled_from(domains[variable]), max_size=3))
            after = state.prune(variable, values)
            left = [value for value in model[variable] if value not in values]
            if not left:
                assert after is DEAD_END
                continue
            model[variable] = left
        assert after is not DEAD_END
        state = after
        assert {v: list(state.domain(v)) for v in domains} == model
        assert {v: state.domain_size(v) for v in domains} == {v: len(model[v]) for v in domains}
        assert dict(state.items()) == assigned
        assert [state.get(v, "free") for v in domains] == [assigned.get(v, "free") for v in domains]
        assert list(state.open) == [v for v in domains if v not in assigned]
        assert state.first_open() == next(state.open, None)
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301


def test_a_state_cannot_be_changed() -> None:
    state: State[str, int] = State.root(Lanes({"x": (1, 2)}))
    for name in ("domains", "assigned", "path", "depth", "lanes"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(state, name, 0)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(state, name)
    with pytest.raises(AttributeError):
        setattr(state, "colour", "red")  # noqa: B010


@pytest.mark.parametrize("declared", [False, True])
def test_nothing_recurses_down_a_deep_state(declared: bool) -> None:
    state, twin = deep_state(declared), deep_state(declared)
    assert state.depth * 8 > sys.getrecursionlimit()
    assert state == twin
    assert hash(state) == hash(twin)
    assert len(repr(state)) < 200
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert copy == state
    assert copy.items() == state.items()
    assert state != twin.assign(-1, 0)
    del state, twin, copy


def test_looking_up_undeclared_variables_does_not_walk_the_whole_path() -> None:
    state: State[int, int] = State.root(Lanes({}))
    for variable in range(20_000):
        child = state.assign(variable, -variable)
        assert child is not DEAD_END
        state = child
        assert state[variable // 2] == -(variable // 2)
        assert state.get(-1) is None
        assert state._pages is None or len(state._pages.pages) <= 20
    assert all(state[variable] == -variable for variable in range(0, 20_000, 7))
    assert -1 not in state


def test_states_with_other_decisions_or_domains_differ() -> None:
    root: State[str, int] = State.root(Lanes({"x": (1, 2), "y": (1, 2)}))
    assert root.assign("x", 1) != root.assign("x", 2)
    assert root.assign("x", 1) != root
    assert root.prune("y", [1]) != root
    assert State.root(Lanes({"z": (1, 2), "y": (1, 2)})) != root
    assert root != 5


def test_equal_values_of_different_types_keep_their_types() -> None:
    state: State[str, object] = State.root(Lanes({"x": (0, 1), "y": (False, True)}))
    assert [type(value) for value in state.domain("x") + state.domain("y")] == [int, int, bool, bool]


def test_dead_end_is_one_falsy_value() -> None:
    assert not DEAD_END
    assert repr(DEAD_END) == "DEAD_END"
    assert pickle.loads(pickle.dumps(DEAD_END)) is DEAD_END  # noqa: S301


@pytest.mark.parametrize(
    ("domains", "complaint"),
    [({"x": [1, 2, 1]}, "lists 1 twice"), ({"x": [[1]]}, "cannot be hashed")],
)
def test_bad_domains_are_named(domains: dict[str, list[int]], complaint: str) -> None:
    with pytest.raises(clew.ProblemError, match=f"'x'.*{complaint}"):
        Lanes(domains)


def test_a_board_too_large_to_hold_is_refused_before_it_is_built() -> None:
    started = time.monotonic()
    for size in (10**5, 10**9, 10**30):
        with pytest.raises(clew.OptionError, match="too large"):
            clew.check_size(size, size)
    with pytest.raises(clew.OptionError, match="too large"):
        Lanes(dict.fromkeys(range(10**5), range(100)))
    assert time.monotonic() - started < 60  # a hang, not a measurement
    clew.check_size(1000, 1000)
