"""Every builtin, reified and half-reified, against brute force on small random domains."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.flatzinc.meaning import CONDITIONS, RELATIONS, listed, literal, satisfying

NAMES = ("x", "y", "z", "u")
TRUTHS = ("p", "q", "r")


INTEGERS = st.sampled_from(NAMES) | st.integers(-3, 4)
BOOLEANS = st.sampled_from(TRUTHS) | st.booleans()
SETS = st.frozensets(st.integers(-3, 5), min_size=1, max_size=5)
RANGES = st.builds(lambda low, size: range(low, low + size), st.integers(-3, 3), st.integers(1, 6))
DOMAINS = st.fixed_dictionaries(dict.fromkeys(NAMES, (SETS | RANGES).map(lambda some: tuple(sorted(some)))))
"""Made once, and not for each example."""


@st.composite
def arguments(draw: st.DrawFn, signature: str) -> list[Any]:
    length = draw(st.integers(0, 4))
    made: list[Any] = []
    for letter in signature:
        match letter:
            case "i":
                made.append(draw(INTEGERS))
            case "b":
                made.append(draw(BOOLEANS))
            case "k":
                made.append(draw(st.integers(-8, 8)))
            case "s":
                made.append(draw(st.frozensets(st.integers(-4, 4), max_size=5)))
            case "w":
                made.append(draw(st.lists(st.integers(-3, 3), min_size=length, max_size=length)))
            case "c":
                made.append(draw(st.lists(st.integers(-3, 3), min_size=1, max_size=5)))
            case "I" | "B":
                size = length if "w" in signature else draw(st.integers(0, 4))
                items = INTEGERS if letter == "I" else BOOLEANS
                made.append(draw(st.lists(items, min_size=size, max_size=size)))
    if signature == "icb":
        made[1] = [bool(one % 2) for one in made[1]]
    return made


def used_in(made: Any) -> set[str]:
    if isinstance(made, list):
        return {name for one in made for name in used_in(one)}
    return {made} if isinstance(made, str) else set()


def worth(made: Any, values: dict[str, int]) -> Any:
    if isinstance(made, list):
        return [worth(one, values) for one in made]
    return values[made] if isinstance(made, str) else int(made) if isinstance(made, bool) else made


def check(name: str, made: list[Any], own: dict[str, tuple[int, ...]], test: Any) -> None:
    whole: dict[str, Any] = {**own, **dict.fromkeys(TRUTHS, (0, 1))}
    used = {one: whole[one] for one in whole if one in used_in(made)}
    lines = [
        f"var {'bool' if one in TRUTHS else literal(frozenset(some))}: {one} :: output_var;"
        for one, some in used.items()
    ]
    text = "\n".join([*lines, f"constraint {name}({literal(made)[1:-1]});", "solve satisfy;"])
    text = text.replace("True", "true").replace("False", "false")
    expected = satisfying(used, lambda values: bool(test(*[worth(one, values) for one in made])))
    assert listed(text) == expected, text


@pytest.mark.parametrize("name", sorted(CONDITIONS))
@given(data=st.data())
def test_conditions(name: str, data: st.DataObject) -> None:
    signature, test = CONDITIONS[name]
    check(name, data.draw(arguments(signature)), data.draw(DOMAINS), test)


@pytest.mark.parametrize("name", sorted(CONDITIONS))
@given(data=st.data())
def test_truths_of_conditions(name: str, data: st.DataObject) -> None:
    signature, test = CONDITIONS[name]
    made = data.draw(arguments(signature + "b"))
    check(f"{name}_reif", made, data.draw(DOMAINS), lambda *own: bool(test(*own[:-1])) == own[-1])


@pytest.mark.parametrize("name", sorted(CONDITIONS))
@given(data=st.data())
def test_implied_conditions(name: str, data: st.DataObject) -> None:
    signature, test = CONDITIONS[name]
    made = data.draw(arguments(signature + "b"))
    check(f"{name}_imp", made, data.draw(DOMAINS), lambda *own: bool(test(*own[:-1])) or not own[-1])


@pytest.mark.parametrize("name", sorted(RELATIONS))
@given(data=st.data())
def test_relations(name: str, data: st.DataObject) -> None:
    signature, test = RELATIONS[name]
    check(name, data.draw(arguments(signature)), data.draw(DOMAINS), test)


@pytest.mark.parametrize("made", [[0, "x", 0], [0, "x", "y"], ["y", "x", 0], ["x", "x", "y"], [-3, "x", "y"]])
def test_quotients_by_divisors_of_either_sign(made: list[Any]) -> None:
    own = {"x": (-2, -1, 0, 1), "y": (-3, -1, 0, 2, 3), "z": (0,), "u": (0,)}
    for name in ("int_div", "int_mod"):
        check(name, made, own, RELATIONS[name][1])


@pytest.mark.parametrize("name", sorted(CONDITIONS))
@given(data=st.data(), pairs=st.integers(0, 13), listed=st.integers(1, 6))
def test_conditions_at_every_limit(name: str, data: st.DataObject, pairs: int, listed: int) -> None:
    """So many combinations are a table, and so many values with a hole a list."""
    signature, test = CONDITIONS[name]
    made = data.draw(arguments(signature + "b"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.exchange.flatzinc.truths.PAIRS", pairs)
        patch.setattr("clew.exchange.flatzinc.variables.LISTED", listed)
        check(f"{name}_reif", made, data.draw(DOMAINS), lambda *own: bool(test(*own[:-1])) == own[-1])


@pytest.mark.parametrize("most", [61, 62, 63, 64, 65])
def test_powers_at_every_limit(most: int) -> None:
    own = {"x": (-1, 0, 1, 2), "y": (most - 1, most), "z": (-1, 0, 1, 2 ** (most - 1)), "u": (0,)}
    check("int_pow", ["x", "y", "z"], own, RELATIONS["int_pow"][1])
