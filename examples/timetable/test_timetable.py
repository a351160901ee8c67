"""The timetables against their laws, every timetable of tiny schools, and CP-SAT; files, command, README."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import attrs
import pytest
import school as schools
import timetable
import timetable_ortools
from hypothesis import given, settings
from hypothesis import strategies as st
from school import School, Subject, Wish, read

HERE = Path(__file__).parent
SCHOOL = (HERE / "school.toml").read_text(encoding="utf-8")
TINY = (HERE / "impossible.toml").read_text(encoding="utf-8")
Plan = dict[str, list[list[str]]]
"""For each class its days, each of them a subject or - for each period."""


def is_lawful(school: School, plan: Plan) -> bool:
    """Whether a timetable keeps the laws, in words that share nothing with the program."""
    for name, days in plan.items():
        subjects = school.classes[name]
        flat = [subject for day in days for subject in day]
        if any(flat.count(subject) != one.lessons for subject, one in subjects.items()):
            return False
        doubles = dict.fromkeys(subjects, 0)
        for day in days:
            lessons = " ".join(day).replace("-", "").split()
            if day[: len(lessons)] != lessons or len(lessons) < school.fewest:
                return False
            for subject in set(lessons):
                if lessons.count(subject) > 1:
                    place = lessons.index(subject)
                    if lessons.count(subject) > 2 or lessons[place + 1] != subject:
                        return False
                    doubles[subject] += 1
        if any(doubles[subject] != one.doubles for subject, one in subjects.items()):
            return False
    for d, period in product(range(len(school.days)), range(school.periods)):
        now = [(name, days[d][period]) for name, days in plan.items() if days[d][period] != "-"]
        teachers = [school.classes[name][subject].teacher for name, subject in now]
        rooms = [school.rooms[subject] for _, subject in now if subject in school.rooms]
        if len(set(teachers)) < len(teachers) or len(set(rooms)) < len(rooms):
            return False
        if any((school.days[d], period + 1) in school.absent.get(teacher, ()) for teacher in teachers):
            return False
    return True


def cost_of(school: School, plan: Plan) -> int:
    """The points of all lessons that are at times at which they had better not be."""
    cost = 0
    for name, days in plan.items():
        for day, period in product(range(len(school.days)), range(school.periods)):
            if (subject := days[day][period]) != "-":
                teacher = school.classes[name][subject].teacher
                for wish in school.wishes:
                    is_about = {wish.class_name, wish.subject, wish.teacher} - {None} <= {name, subject, teacher}
                    cost += wish.points * (is_about and (school.days[day], period + 1) in wish.times)
    return cost


def printed_plan(school: School, printed: str) -> Plan:
    """The timetables of the classes as they are printed."""
    plan = {}
    for block in printed.split("\n\n")[: len(school.classes)]:
        head, *rows = block.splitlines()
        name, *days = head.split()
        assert days == [*school.days]
        columns = zip(*(row.split()[1:] for row in rows), strict=True)
        assert [row.split()[0] for row in rows] == [str(k + 1) for k in range(school.periods)]
        plan[name] = [[*column] for column in columns]
    assert [*plan] == [*school.classes]
    return plan


def as_plan(school: School, solution: Mapping[object, str]) -> Plan:
    return {
        name: [[solution[name, day, k + 1] for k in range(school.periods)] for day in school.days]
        for name in school.classes
    }


def check(printed: str) -> int:
    """Whether a printed timetable of the school keeps the laws, and says its cost; that cost."""
    school = read(SCHOOL)
    plan = printed_plan(school, printed)
    assert is_lawful(school, plan)
    cost = cost_of(school, plan)
    assert printed.endswith(f"\n\ncost {cost} (the least possible)\n")
    return cost


def test_the_timetable_is_right_and_cp_sat_finds_none_that_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    """Several cost as little, and another one may come on another day; the one that is shown is as good."""
    assert timetable.main([str(HERE / "school.toml"), "--time-limit", "250"]) == 0
    printed, said = capsys.readouterr()
    cost = check(printed)
    assert f"cost {cost}, at least {cost}" in said
    assert check((HERE / "school.txt").read_text(encoding="utf-8")) == cost
    assert timetable_ortools.best(read(SCHOOL), 250) == (cost, True)


@st.composite
def tiny_schools(draw: st.DrawFn) -> School:
    """Two classes for two days of three periods; many have no timetable."""
    days = ("Mon", "Tue")
    times = [(day, period) for day in days for period in (1, 2, 3)]
    classes = {}
    for name in ("a", "b"):
        subjects = {}
        for subject in ("Art", "Sport", "Maths")[: draw(st.integers(1, 3))]:
            lessons = draw(st.integers(1, 2))
            doubles = draw(st.integers(0, 1)) if lessons == 2 else 0
            subjects[subject] = Subject(draw(st.sampled_from(("Ito", "Lund", "Roux"))), lessons, doubles)
        classes[name] = subjects
    some = st.frozensets(st.sampled_from(times), min_size=1, max_size=2)
    wish = st.builds(
        Wish, some, st.integers(1, 3), st.sampled_from((None, "a")), st.sampled_from((None, "Art")),
        st.sampled_from((None, "Ito")),
    )  # fmt: skip
    rooms = st.sampled_from(({}, {"Sport": "gym"}, {"Sport": "hall", "Art": "hall"}))
    return School(
        days, 3, draw(st.integers(0, 2)), draw(rooms),
        draw(st.dictionaries(st.sampled_from(("Ito", "Lund")), some, max_size=2)), classes,
        tuple(draw(st.lists(wish, max_size=3))),
    )  # fmt: skip


def least_cost(school: School) -> int | None:
    """The least cost of all timetables, of which those of each class are made first."""
    own = []
    for name, subjects in school.classes.items():
        alone = attrs.evolve(school, classes={name: subjects})
        weeks = (
            {name: [[*flat[:3]], [*flat[3:]]]}
            for flat in product(("-", *subjects), repeat=6)
            if sum(s != "-" for s in flat) == sum(one.lessons for one in subjects.values())
        )
        own.append([week for week in weeks if is_lawful(alone, week)])
    plans = ({**one, **other} for one, other in product(*own))
    return min((cost_of(school, plan) for plan in plans if is_lawful(school, plan)), default=None)


@settings(deadline=None, derandomize=True, max_examples=40 if os.environ.get("CLEW_THOROUGH") == "1" else 12)
@given(tiny_schools())
def test_no_timetable_of_a_tiny_school_is_better(school: School) -> None:
    least = least_cost(school)
    found = timetable.best_timetable(school)
    assert found.objective == least
    assert timetable_ortools.best(school) == (least, least is not None)
    assert found.solution is None or is_lawful(school, as_plan(school, found.solution))
    assert bool(timetable.reasons(school)) is (least is None)


def test_the_reasons_are_reasons() -> None:
    """If Petit is there on Monday, as the reasons say, there is a timetable; for other lessons there is one anyway."""
    tiny = read(TINY)
    named = timetable.reasons(tiny)
    assert {reason for reason in named if "away" in reason} == {f"Petit is away on {day}" for day in tiny.days}
    on_monday = attrs.evolve(tiny, absent={"Petit": frozenset(t for t in tiny.absent["Petit"] if t[0] != "Mon")})
    assert timetable.best_timetable(on_monday).solution is not None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("periods = 4", "periods = ", "this is no TOML"),
        ("periods = 4", "period = 4", "the file: there is no entry 'period': did you mean periods?"),
        ("periods = 4", "", "periods must be a whole number from 1, not None"),
        ("fewest = 2", "fewest = -1", "fewest must be a whole number from 0, not -1"),
        ('"Tue", ', '"Mon", ', "days must be a list of different names"),
        ("days = [", "days = 3 # [", "days must be a list in brackets, not 3"),
        ('Sport = "gym"', 'Sprot = "gym"', "rooms: there is no subject 'Sprot': did you mean Sport?"),
        ("Petit = {", "Petti = {", "absent: there is no teacher 'Petti': did you mean Petit?"),
        ("Mon = [1, 2, 3, 4]", "Mo = [1]", "absent, Petit: there is no day 'Mo': did you mean Mon?"),
        ("Mon = [1, 2, 3, 4]", "Mon = [5]", "absent, Petit: there is no period 5: write one from 1 to 4"),
        ("Mon = [1, 2, 3, 4]", "Mon = 3", "absent, Petit must be a list in brackets, not 3"),
        ("[classes.5a]", "[classes]\n5c = 3\n[classes.5a]", "classes, 5c must be a table"),
        ("lessons = 3 }", "lesson = 3 }", "classes, 5a, Maths: write { teacher ="),
        ("lessons = 3 }", "lessons = 3, doubles = 2 }", "classes, 5a, Maths: 2 double lessons are more than 3 lessons"),
        ("periods = 4", "periods = 4\nwishes = [{ points = 1 }]", "wishes, entry 1: a wish has periods, points"),
        (
            "periods = 4",
            "periods = 4\nwishes = [{ points = 1, periods = [1], class = '7a' }]",
            "wishes, entry 1: there is no class '7a'",
        ),
    ],
)
def test_a_wrong_file_is_one_line_that_says_where(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in TINY
    file = tmp_path / "school.toml"
    file.write_text(TINY.replace(old, new, 1), encoding="utf-8")
    assert timetable.main([str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"timetable: {file}: {message}")
    assert said.count("\n") == 1


def test_a_missing_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert timetable.main(["nowhere.toml"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_search_that_is_stopped_early_knows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert timetable.main([str(HERE / "school.toml"), "--time-limit", "0"]) == 3
    assert "Stopped (time limit) before a timetable was found." in capsys.readouterr().err


HARD = """
days = ["Mon", "Tue", "Wed", "Thu", "Fri"]
periods = 6
wishes = [
    { subject = "Maths", periods = [1, 2, 3, 4], points = 3 },
    { subject = "Art", periods = [1, 3, 5], points = 2 },
    { class = "a", periods = [3, 4, 5, 6], points = 1 },
    { class = "b", periods = [3, 4, 5, 6], points = 1 },
    { class = "c", periods = [3, 4, 5, 6], points = 1 },
    { class = "d", periods = [3, 4, 5, 6], points = 1 },
]
"""
SUBJECTS = ("Maths", "Art", "French", "Latin", "Sport")
for NAME in "abcd":
    HARD += f"[classes.{NAME}]\n"
    HARD += "".join(f'{subject} = {{ teacher = "{subject}", lessons = 3 }}\n' for subject in SUBJECTS)


def test_ctrl_c_keeps_the_best_timetable_until_then(tmp_path: Path) -> None:
    (tmp_path / "hard.toml").write_text(HARD, encoding="utf-8")
    command = [sys.executable, str(HERE / "timetable.py"), str(tmp_path / "hard.toml"), "--time-limit", "250"]
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
    school = read(HARD)
    plan = printed_plan(school, printed)
    assert is_lawful(school, plan)
    assert f"\ncost {cost_of(school, plan)} (interrupted; none is below " in printed


def test_the_readme_shows_the_printed_text(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    for name in "school", "impossible":
        printed = (HERE / f"{name}.txt").read_text(encoding="utf-8")
        assert f"$ python timetable.py {name}.toml\n{printed}```" in readme
    assert timetable.main([str(HERE / "impossible.toml"), "--time-limit", "250"]) == 1
    assert capsys.readouterr().out == printed
    assert all(f"`{key}`" in readme or f"`[{key}]`" in readme for key in schools.KEYS)
