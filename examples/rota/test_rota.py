"""The rotas against their laws, every rota of small teams, and CP-SAT; the files, the command, the README."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import groupby, product
from pathlib import Path

import attrs
import pytest
import rota
import rota_ortools
import team as teams
from hypothesis import given, settings
from hypothesis import strategies as st
from team import Team, Wish, read

HERE = Path(__file__).parent
MONDAY = date(2026, 3, 2)
PRACTICE = (HERE / "practice.toml").read_text(encoding="utf-8")
SMALL = """
first_day = 2026-03-02
weeks = 1
[cover]
weekday = { early = 1 }
weekend = { early = 1 }
[people]
Ada = { shifts = 4 }
Ben = { shifts = 3 }
"""


def is_good(letters: str) -> bool:
    """Whether somebody may work such a line of E, L, N and dots, in words that share nothing with the program."""
    return (
        not any(pair in letters for pair in ("LE", "NE", "NL"))
        and all(
            len(set(letters[k : k + 7]) - {"."}) < 3 and ".." in letters[k : k + 7] for k in range(0, len(letters), 7)
        )
        and all(is_free == "." or len([*run]) < 6 for is_free, run in groupby(letters, lambda c: c == "." and "."))
    )


def has_cover(team: Team, lines: dict[str, str]) -> bool:
    """Whether each day has those that it needs."""
    for k, day in enumerate(team.days):
        column = [line[k] for line in lines.values()]
        needed = team.cover["weekend" if k % 7 > 4 else "weekday"]
        if any(column.count(shift[0].upper()) != number for shift, number in needed.items()):
            return False
        if any(lines[person][k] != "." for person, days in team.leave.items() if day in days):
            return False
    return True


def cost_of(team: Team, lines: dict[str, str]) -> int:
    """The points of the wishes that are refused, and of unfairness."""
    place = {day: k for k, day in enumerate(team.days)}
    letter = {"early": "E", "late": "L", "night": "N", "free": "."}
    cost = sum(w.points for w in team.wishes if lines[w.person][place[w.day]] != letter[w.shift])
    nights = [line.count("N") for p, line in lines.items() if "night" in team.shifts[p]] or [0]
    weekends = [sum(c != "." for k, c in enumerate(line) if k % 7 > 4) for line in lines.values()]
    unfair = {"nights": max(nights) - min(nights), "weekends": max(weekends) - min(weekends)}
    return cost + sum(points * unfair[burden] for burden, points in team.fairness.items())


def check(printed: str) -> int:
    """Whether what is printed of the practice keeps the laws, and says of itself what is true; its cost."""
    team = read(PRACTICE)
    rows = [line.split() for line in printed.splitlines()[1 : 1 + len(team.people)]]
    lines = {name: "".join(weeks) for name, *weeks, _, _ in rows}
    assert [*lines] == [*team.people]
    assert has_cover(team, lines)
    for person, line in lines.items():
        assert len(line) == 14
        assert is_good(line)
        assert len(line) - line.count(".") == team.people[person]
        assert {shift[0].upper() for shift in team.shifts[person]} >= set(line) - {"."}
    for name, *_, nights, weekends in rows:
        assert int(nights) == lines[name].count("N")
        assert int(weekends) == sum(lines[name][k] != "." for k in (5, 6, 12, 13))
    cost = cost_of(team, lines)
    assert printed.endswith(f"\ncost {cost} (the least possible)\n")
    refused = [line for line in printed.splitlines() if line.startswith("-")]
    assert f"{len(team.wishes) - len(refused)} of {len(team.wishes)} wishes are granted" in printed
    return cost


def test_the_rota_is_right_and_cp_sat_finds_none_that_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    """Several rotas cost as little, and another one may come on another day; the one that is shown is as good."""
    assert rota.main([str(HERE / "practice.toml"), "--time-limit", "250"]) == 0
    printed, said = capsys.readouterr()
    cost = check(printed)
    assert f"cost {cost}, at least {cost}" in said
    assert check((HERE / "practice.txt").read_text(encoding="utf-8")) == cost
    for by_hand in (False, True):
        assert rota_ortools.best(read(PRACTICE), 250, by_hand=by_hand) == (cost, True), by_hand


@st.composite
def small_teams(draw: st.DrawFn) -> Team:
    """Two people and a week; many have no rota."""
    people = {"Ada": draw(st.integers(2, 5)), "Ben": draw(st.integers(2, 5))}
    days = tuple(MONDAY + timedelta(k) for k in range(7))
    wish = st.builds(
        Wish, st.sampled_from([*people]), st.sampled_from(days), st.sampled_from(("early", "night", "free")),
        st.integers(1, 3),
    )  # fmt: skip
    total = sum(people.values())
    on_weekends = draw(st.integers(0, 1))
    cover = {"early": 1 if total >= 5 + 2 * on_weekends else 0, "late": 0, "night": 0}
    night = draw(st.integers(0, 1))
    return Team(
        days,
        {"weekday": cover | {"night": night}, "weekend": {"early": on_weekends, "late": 0, "night": 0}},
        people,
        dict.fromkeys(people, draw(st.sampled_from((("early",), ("early", "night"))))),
        draw(st.sampled_from(({}, {"Ada": days[2:4]}))),
        tuple(draw(st.lists(wish, max_size=4))),
        {"nights": draw(st.integers(0, 2)), "weekends": draw(st.integers(0, 2))},
    )


@cache
def good_weeks(letters: str, number: int) -> list[str]:
    """All good lines of a week with so many shifts."""
    lines = ("".join(line) for line in product(letters, repeat=7))
    return [line for line in lines if 7 - line.count(".") == number and is_good(line)]


def every_rota(team: Team) -> Iterator[dict[str, str]]:
    own = []
    for person, number in team.people.items():
        letters = "." + "".join(shift[0].upper() for shift in team.shifts[person])
        own.append(good_weeks(letters, number))
    for chosen in product(*own):
        made = dict(zip(team.people, chosen, strict=True))
        if has_cover(team, made):
            yield made


@settings(deadline=None, derandomize=True, max_examples=25 if os.environ.get("CLEW_THOROUGH") == "1" else 10)
@given(small_teams())
def test_no_rota_of_a_small_team_is_better(team: Team) -> None:
    least = min((cost_of(team, lines) for lines in every_rota(team)), default=None)
    found = rota.best_rota(team)
    assert found.objective == least
    assert bool(rota.reasons(team)) is (least is None)


def test_the_reasons_are_reasons() -> None:
    """People who are not named may come back, and there is still no rota. If a named one comes back, there is one."""
    team = read((HERE / "impossible.toml").read_text(encoding="utf-8"))
    away = {(person, day) for person, days in team.leave.items() for day in days}
    named = {(p, day) for p, day in away if f"{p} is away on {day:%a %d %b}" in rota.reasons(team)}
    assert named == {(person, date(2026, 3, 4)) for person in ("Cleo", "Eva", "Finn", "Gus")}

    def with_leave(kept: set[tuple[str, date]]) -> Team:
        return attrs.evolve(team, leave={p: tuple(day for q, day in kept if p == q) for p in team.people})

    assert rota.best_rota(with_leave(named)).solution is None
    assert all(rota.best_rota(with_leave(named - {one})).solution is not None for one in named)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weeks = 1", "weeks = ", "no TOML"),
        ("weeks = 1", "weeks = 0", "weeks must be a whole number from 1, not 0"),
        ("weeks = 1", "week = 1", "no entry 'week': did you mean weeks"),
        ("2026-03-02", "2026-03-03", "first_day must be a Monday"),
        ("first_day = 2026-03-02", "", "first_day must be a Monday"),
        ("[cover]", "[cover.x]", "cover, weekday must have numbers"),
        ("early = 1 }", "erly = 1 }", "cover, weekday: there is no entry 'erly': did you mean early"),
        ("early = 1 }", "early = -1 }", "cover, weekday, early must be a whole number from 0, not -1"),
        ("shifts = 4", "shifts = true", "people, Ada, shifts must be a whole number"),
        ("shifts = 4", "shifts = 8", "people, Ada, shifts: 8 are more than there are days: write a number up to 7"),
        ("shifts = 4", 'shifts = 4, only = ["day"]', "people, Ada, only: there is no shift 'day'"),
        ("{ shifts = 4 }", "4", "people, Ada: write { shifts = 8 }"),
        ("[people]", "[leave]\n[folk]", "there is no entry 'folk'"),
        ("weeks = 1", "weeks = 1\nleave = { Bne = [2026-03-04] }", "leave: there is no person 'Bne': did you mean Ben"),
        ("weeks = 1", "weeks = 1\nleave = { Ben = [2026-04-04] }", "leave, Ben: 2026-04-04 is not a day from"),
        ("weeks = 1", "weeks = 1\nleave = { Ben = 4 }", "leave, Ben must be a list"),
        ("weeks = 1", "weeks = 1\nwishes = 3", "wishes must be a list"),
        ("weeks = 1", "weeks = 1\nwishes = [{ person = 'Ada' }]", "wishes, entry 1: a wish has person, day"),
        (
            "weeks = 1",
            "weeks = 1\nfairness = { night = 1 }",
            "fairness: there is no entry 'night': did you mean nights",
        ),
    ],
)
def test_a_wrong_file_is_one_line_that_says_where(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in SMALL
    file = tmp_path / "team.toml"
    file.write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    assert rota.main([str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"rota: {file}: ")
    assert message in said
    assert said.count("\n") == 1


def test_a_missing_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert rota.main(["nowhere.toml"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def hospital(people: int) -> str:
    """A large team for four weeks, whose wishes go against each other."""
    days = [MONDAY + timedelta(k) for k in range(28)]
    wishes = [
        f'{{ person = "p{k}", day = {day}, shift = "free", points = {1 + (k + day.day) % 3} }}'
        for k in range(people)
        for day in days[k % 3 :: 3]
    ]
    cover = f"{{ early = {people // 4}, late = {people // 5}, night = {people // 8} }}"
    total = 28 * (people // 4 + people // 5 + people // 8)
    shares = [total // people + (k < total % people) for k in range(people)]
    team = "\n".join(f"p{k} = {{ shifts = {share} }}" for k, share in enumerate(shares))
    return (
        f"first_day = {MONDAY}\nweeks = 4\nwishes = [{', '.join(wishes)}]\n"
        f"[cover]\nweekday = {cover}\nweekend = {cover}\n[people]\n{team}\n[fairness]\nnights = 2\nweekends = 2\n"
    )


def test_a_search_that_is_stopped_early_knows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "large.toml").write_text(hospital(24), encoding="utf-8")
    assert rota.main([str(tmp_path / "large.toml"), "--time-limit", "0.01"]) == 3
    assert "Stopped (time limit) before a rota was found." in capsys.readouterr().err


def test_ctrl_c_keeps_the_best_rota_until_then(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text(hospital(16), encoding="utf-8")
    command = [sys.executable, str(HERE / "rota.py"), str(tmp_path / "large.toml"), "--time-limit", "250"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:  # noqa: S603
        assert run.stdout is not None
        assert run.stderr is not None
        while "cost None" in (line := run.stderr.readline()):
            pass
        assert " s  cost " in line
        run.send_signal(signal.SIGINT)
        printed = run.stdout.read()
        run.stderr.read()
        assert run.wait() == 0
    assert "(interrupted; none is below " in printed
    lines = {name: "".join(weeks) for name, *weeks, _, _ in map(str.split, printed.splitlines()[1:17])}
    team = read(hospital(16))
    assert has_cover(team, lines)
    assert all(map(is_good, lines.values()))
    assert f"cost {cost_of(team, lines)} (" in printed


def test_the_readme_shows_the_printed_text(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    for name in "practice", "impossible":
        printed = (HERE / f"{name}.txt").read_text(encoding="utf-8")
        assert f"$ python rota.py {name}.toml\n{printed}```" in readme
    assert rota.main([str(HERE / "impossible.toml")]) == 1
    assert capsys.readouterr().out == printed


def test_the_readme_lists_all_entries_of_a_file() -> None:
    text = (HERE / "README.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in text or f"`[{key}]`" in text for key in teams.KEYS)
