"""The schedules against their laws, every schedule of small shops, published facts, and CP-SAT; the command."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import job_shop
import job_shop_ortools
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from job_shop import Shop, read

HERE = Path(__file__).parent


def text_of(shop: Shop) -> str:
    rows = [" ".join(f"{machine} {duration}" for machine, duration in job) for job in shop]
    return "\n".join([f"{len(shop)} {len(shop[0])}", *rows]) + "\n"


def check(shop: Shop, printed: str) -> int:
    """Whether a printed schedule keeps the laws, and says rightly when it ends; that time."""
    seen: dict[tuple[int, int], tuple[int, int]] = {}
    for line in printed.splitlines()[: len(shop[0])]:
        name, _, tasks = line.partition(": ")
        times = []
        for job, start, end in re.findall(r"job (\d+) (\d+)-(\d+)", tasks):
            seen[int(job) - 1, int(name.removeprefix("machine "))] = int(start), int(end)
            times.append((int(start), int(end)))
        assert all(one[1] <= other[0] for one, other in combinations(times, 2))
    assert len(seen) == len(shop) * len(shop[0])
    for number, job in enumerate(shop):
        before = 0
        for machine, duration in job:
            start, end = seen[number, machine]
            assert start >= before
            assert end - start == duration
            before = end
    last = max(end for _, end in seen.values())
    assert f"\nThe last job ends at {last} (" in printed
    return last


def earliest(shop: Shop) -> int:
    """The earliest end, by all orders in which the steps can be begun as soon as their machines are free."""
    best = sum(duration for job in shop for _, duration in job)

    def go_on(done: tuple[int, ...], ready: tuple[int, ...], free: tuple[int, ...]) -> None:
        nonlocal best
        if max(ready) >= best:
            return
        if all(step == len(job) for step, job in zip(done, shop, strict=True)):
            best = max(ready)
        for k, job in enumerate(shop):
            if done[k] < len(job):
                machine, duration = job[done[k]]
                end = max(ready[k], free[machine]) + duration
                after = [[*numbers] for numbers in (done, ready, free)]
                after[0][k], after[1][k], after[2][machine] = done[k] + 1, end, end
                go_on(tuple(after[0]), tuple(after[1]), tuple(after[2]))

    go_on((0,) * len(shop), (0,) * len(shop), (0,) * len(shop[0]))
    return best


@st.composite
def small_shops(draw: st.DrawFn) -> Shop:
    machines = draw(st.integers(1, 3))
    jobs = draw(st.integers(1, 3))
    return tuple(
        tuple((machine, draw(st.integers(1, 4))) for machine in draw(st.permutations(range(machines))))
        for _ in range(jobs)
    )


@settings(deadline=None, derandomize=True, max_examples=40)
@given(small_shops())
def test_no_schedule_of_a_small_shop_ends_earlier(shop: Shop) -> None:
    found = job_shop.best_schedule(read(text_of(shop)))
    assert found.is_optimal
    assert found.objective == earliest(shop)
    assert found.solution is not None
    assert check(
        shop, job_shop.report(shop, found.solution) + f"\n\nThe last job ends at {found.objective} ("
    ) == earliest(shop)


@pytest.mark.parametrize("name", ["workshop", "ft06"])
def test_cp_sat_finds_no_schedule_that_ends_earlier(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert job_shop.main([str(HERE / f"{name}.txt"), "--time-limit", "250"]) == 0
    shop = read((HERE / f"{name}.txt").read_text(encoding="utf-8"))
    printed, said = capsys.readouterr()
    end = check(shop, printed)
    assert "(no schedule ends earlier)" in printed
    assert f"ends at {end}, not before {end}" in said
    assert job_shop_ortools.best(shop) == (end, True)


@pytest.mark.parametrize(("name", "end"), [("ft06", 55), ("ft10", 930)])
def test_published_shops_end_when_they_can(name: str, end: int, capsys: pytest.CaptureFixture[str]) -> None:
    """One that ends before is not looked for long, and is not there."""
    assert job_shop.main([str(HERE / f"{name}.txt"), "--by", str(end), "--time-limit", "250"]) == 0
    assert check(read((HERE / f"{name}.txt").read_text(encoding="utf-8")), capsys.readouterr().out) == end


def test_none_that_ends_too_early(capsys: pytest.CaptureFixture[str]) -> None:
    assert job_shop.main([str(HERE / "ft06.txt"), "--by", "54"]) == 1
    assert capsys.readouterr().out == "No schedule ends by 54: none ends before 55.\n"


def test_the_chart_has_a_bar_for_each_step(tmp_path: Path) -> None:
    assert job_shop.main([str(HERE / "workshop.txt"), "--svg", str(tmp_path / "chart.svg")]) == 0
    picture = ElementTree.parse(tmp_path / "chart.svg").getroot()  # noqa: S314
    names = "".join(picture.itertext())
    assert all(f"machine {machine}: " in names for machine in range(5))
    assert sum(one.tag.endswith("rect") for one in picture.iter()) >= 8 * 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line must have two numbers"),
        ("2\n0 1\n0 1\n", "the first line must have two numbers"),
        ("0 1\n", "the first line must have two numbers"),
        ("# a remark\n1 2\n0 1 1 x\n", "line 3: 'x' is no whole number from 0"),
        ("1 2\n0 1 1 -4\n", "line 2: '-4' is no whole number from 0"),
        ("2 2\n0 1 1 4\n", "there are 1 lines for 2 jobs"),
        ("1 2\n0 1 1\n", "line 2: 3 numbers: write a machine and a duration for each of 2"),
        ("1 2\n1 1 2 4\n", "line 2: its machines must be the numbers from 0 to 1, each of them once"),
        ("1 2\n1 1 1 4\n", "line 2: its machines must be the numbers from 0 to 1, each of them once"),
    ],
)
def test_a_wrong_file_is_one_line_that_says_where(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shop.txt"
    file.write_text(text, encoding="utf-8")
    assert job_shop.main([str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"job_shop: {file}: {message}")
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [["nowhere.txt"], [str(HERE / "workshop.txt"), "--svg", "no/such/folder.svg"]])
def test_a_missing_file_or_folder_is_named(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert job_shop.main(arguments) == 2
    assert f"No such file or directory: '{arguments[-1]}'" in capsys.readouterr().err.splitlines()[-1]


def large(seed: int) -> Shop:
    """A shop of twenty jobs on fifteen machines, which nobody proves in a few minutes."""
    rng = random.Random(seed)
    return tuple(tuple((m, rng.randint(1, 99)) for m in rng.sample(range(15), 15)) for _ in range(20))


def test_a_search_that_is_stopped_early_knows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "large.txt").write_text(text_of(large(1)), encoding="utf-8")
    assert job_shop.main([str(tmp_path / "large.txt"), "--time-limit", "0"]) == 3
    assert "Stopped (time limit) before a schedule was found." in capsys.readouterr().err


def test_ctrl_c_keeps_the_best_schedule_until_then(tmp_path: Path) -> None:
    """It is printed; whether there is one that ends in time is not known, unless it is one."""
    (tmp_path / "large.txt").write_text(text_of(large(2)), encoding="utf-8")
    load = max(sum(duration for job in large(2) for m, duration in job if m == machine) for machine in range(15))
    command = [sys.executable, str(HERE / "job_shop.py"), "large.txt", "--time-limit", "250", "--by", str(load)]
    with subprocess.Popen(  # noqa: S603
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        while "ends at None" in (line := run.stderr.readline()):
            pass
        assert "ends at" in line
        run.send_signal(signal.SIGINT)
        printed, said = run.stdout.read(), run.stderr.read()
        assert run.wait() == 3
    check(large(2), printed)
    assert "(interrupted; none ends before " in printed
    assert f"Stopped (interrupted) before it was known whether one ends by {load}." in said


def test_the_readme_shows_a_printed_schedule() -> None:
    """Several end as early, so another one may be printed on another day; the one that is shown is as good."""
    printed = (HERE / "workshop_schedule.txt").read_text(encoding="utf-8")
    shop = read((HERE / "workshop.txt").read_text(encoding="utf-8"))
    assert (check(shop, printed), True) == job_shop_ortools.best(shop)
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    assert f"$ python job_shop.py workshop.txt --svg workshop.svg\n{printed}```" in readme
    chart = (HERE / "workshop.svg").read_text(encoding="utf-8")
    for machine, line in enumerate(printed.splitlines()[:5]):
        tasks = re.findall(r"job (\d+) (\d+-\d+)", line)
        assert f"machine {machine}: {', '.join(f'{job} {times}' for job, times in tasks)}" in chart
