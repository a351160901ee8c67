"""The planner against every plan that there is, for small parties; its files, its command, its README."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path

import attrs
import pytest
import seating
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from party import Party, Wish, read

import clew

HERE = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
TABLES = ("window", "stage", "garden")


@st.composite
def parties(draw: st.DrawFn) -> Party:
    """Small parties, many of them without a plan."""
    guests = NAMES[: draw(st.integers(2, 5))]
    tables = {table: draw(st.integers(1, 3)) for table in TABLES[: draw(st.integers(1, 3))]}
    groups = st.lists(st.sampled_from(guests), min_size=2, max_size=3, unique=True).map(tuple)
    wishes = st.builds(Wish, groups, st.sampled_from((-3, -1, 1, 2, 5)))
    return Party(
        guests,
        tables,
        tuple(draw(st.lists(groups, max_size=2))),
        tuple(draw(st.lists(groups, max_size=2))),
        draw(st.dictionaries(st.sampled_from(guests), st.sampled_from(tuple(tables)), max_size=2)),
        tuple(draw(st.lists(wishes, max_size=4))),
    )


def is_plan(party: Party, plan: dict[str, str]) -> bool:
    """What a plan is, in words that share nothing with the planner."""
    return (
        all(list(plan.values()).count(table) <= seats for table, seats in party.tables.items())
        and all(plan[a] == plan[b] for group in party.together for a, b in combinations(group, 2))
        and all(plan[a] != plan[b] for group in party.apart for a, b in combinations(group, 2))
        and all(plan[guest] == table for guest, table in party.seats.items())
    )


def plans(party: Party) -> Iterator[dict[str, str]]:
    for tables in product(party.tables, repeat=len(party.guests)):
        plan = dict(zip(party.guests, tables, strict=True))
        if is_plan(party, plan):
            yield plan


def points(party: Party, plan: dict[str, str]) -> int:
    return sum(wish.points for wish in party.wishes if len({plan[guest] for guest in wish.guests}) == 1)


small = settings(deadline=None, derandomize=True, max_examples=150)


@small
@given(parties())
def test_no_plan_is_better_than_the_best(party: Party) -> None:
    assume(len(party.guests) <= party.seat_count)
    best = max((points(party, plan) for plan in plans(party)), default=None)
    found = seating.best_plan(party).result
    assert best == (None if found is None else seating.score(party, found))
    assert found is None or is_plan(party, dict(found))


@small
@given(parties())
def test_tables_alike_leave_out_nothing_but_names(party: Party) -> None:
    assume(len(party.guests) <= party.seat_count)

    def groups(plan: dict[str, str]) -> frozenset[tuple[object, frozenset[str]]]:
        """Who sits together: at which table, or, of tables alike, at one of how many seats."""
        settled = set(party.seats.values())
        return frozenset(
            (t if t in settled else party.tables[t], frozenset(g for g in plan if plan[g] == t))
            for t in set(plan.values())
        )

    told_apart = [groups(dict(plan)) for plan in clew.solutions(seating.Seating(party))]
    assert len(told_apart) == len(set(told_apart))
    assert set(told_apart) == {groups(plan) for plan in plans(party)}
    assert clew.count(seating.Seating(party, alike=False)) == len(list(plans(party)))


def reduced(party: Party, reasons: list[str]) -> Party:
    """The party with nothing but what the reasons name."""
    named = "; ".join(reasons)
    return attrs.evolve(
        party,
        tables=party.tables if " seats" in named else dict.fromkeys(party.tables, len(party.guests)),
        together=tuple(
            pair for group in party.together for pair in pairwise(group) if f"{' and '.join(pair)} must sit" in named
        ),
        apart=tuple(group for group in party.apart if f"{' and '.join(group)} must not sit" in named),
        seats={guest: table for guest, table in party.seats.items() if f"{guest} sits at {table}" in named},
    )


@small
@given(parties())
def test_the_reasons_are_reasons(party: Party) -> None:
    """There are some where there is no plan, and they alone leave no plan either."""
    reasons = seating.reasons(party)
    assert bool(reasons) is (next(plans(party), None) is None)
    if reasons:
        assert next(plans(reduced(party, reasons)), None) is None


def test_a_bound_never_promises_too_little() -> None:
    party = read((HERE / "party.toml").read_text(encoding="utf-8"))
    with_bound = seating.best_plan(party)
    without = clew.solve(seating.Seating(party), clew.Best(lambda plan: seating.score(party, plan), maximize=True))
    assert with_bound.result is not None
    assert seating.score(party, with_bound.result) == seating.score(party, without.result)
    assert with_bound.statistics.nodes < without.statistics.nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("guests = [", "no TOML"),
        ("tables = {a = 3}", "there are no guests"),
        ('guests = ["Ada", "Ada"]', "Ada is there twice"),
        ('guests = ["Ada"]', "there are no tables"),
        ('guests = ["Ada"]\ntables = {a = 0}', "a has 0 seats"),
        ('guests = ["Ada"]\ntables = {a = true}', "a has True seats"),
        ('guest = ["Ada"]', "'guest' means nothing here"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\napart = [["Ada", "Bne"]]', "group 1: .* did you mean Ben?"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\napart = [["Ada"]]', "apart, group 1: it takes a list of two"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\napart = [["Ada", "Ada"]]', "somebody is named twice"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\ntogether = 3', "together must be a list"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\nseats = {Ada = "b"}', "seats, Ada: there is no table 'b'"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\nseats = 1', "seats must map"),
        ('guests = ["Ada", "Ben"]\ntables = {a = 3}\nwishes = [{points = 1}]', "a wish has guests and points"),
        (
            'guests = ["Ada", "Ben"]\ntables = {a = 3}\nwishes = [{guests = ["Ada", "Ben"], points = 0}]',
            "entry 1: points must be a whole number",
        ),
    ],
)
def test_a_wrong_file_is_told_where(text: str, message: str) -> None:
    with pytest.raises(clew.InputError, match=message) as raised:
        read(text)
    assert "\n" not in str(raised.value)


def test_too_few_seats_are_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Thirty guests and 29 seats: nobody should have to try them all."""
    guests = [f"guest {k}" for k in range(30)]
    (tmp_path / "many.toml").write_text(f"guests = {guests}\n[tables]\na = 10\nb = 10\nc = 9\n", encoding="utf-8")
    assert seating.main([str(tmp_path / "many.toml")]) == 1
    assert capsys.readouterr().out == "There is no plan. This cannot all be:\n- there are 30 guests, and 29 seats\n"


def test_a_large_party_is_stopped_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guests = [f"guest {k}" for k in range(40)]
    wishes = ", ".join(f'{{guests = ["{a}", "{b}"], points = 1}}' for a, b in combinations(guests[:20], 2))
    text = f"guests = {guests}\nwishes = [{wishes}]\n[tables]\na = 8\nb = 8\nc = 8\nd = 8\ne = 8\n"
    (tmp_path / "large.toml").write_text(text, encoding="utf-8")
    assert seating.main([str(tmp_path / "large.toml"), "--time-limit", "3"]) == 0
    assert "Stopped (time limit)" in capsys.readouterr().out


def test_a_missing_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert seating.main(["nowhere.toml"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["party", "impossible"])
def test_the_readme_shows_what_is_printed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HERE)
    seating.main([f"{name}.toml"])
    printed = capsys.readouterr().out
    assert printed == (HERE / f"{name}.txt").read_text(encoding="utf-8")
    command = f"$ python seating.py {name}.toml\n"
    assert f"{command}{printed}```" in (HERE / "README.md").read_text(encoding="utf-8")
