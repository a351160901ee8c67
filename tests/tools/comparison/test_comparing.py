"""Comparing methods: the numbers are the published ones, the limits hold, and whoever disagrees is named."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.tools.cli import main
from clew.tools.comparison import comparing
from clew.tools.comparison.comparing import Comparison, Reach, reach
from clew.tools.comparison.measuring import Ending, Label, Measurement, MethodRun, methods_of
from clew.watch.observers import plotting
from clew_problems import LetterTree, Queens
from tests.examples import THOROUGH
from tests.processes import running
from tests.random_models import brute_force, models
from tests.random_problems import Forbidden, problems
from tests.watch.observers.test_profile import backtracking

Capture = pytest.CaptureFixture[str]
BASELINES = ["every row", "heap", "library", "level by level", "remaining columns", "caml"]
SEARCHES = ["none", "check", "forward", "unit", "arc", "jump", "nogoods", "python", "auto"]
SIZES = (4, 5, 6) if THOROUGH else (4, 6)
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # A000170


@attrs.frozen
class Slow(clew.Problem[str, int]):
    """A problem whose baselines misbehave: one never ends, others raise, lie or die."""

    size: int = 1

    def domains(self) -> Mapping[str, tuple[int, ...]]:
        return {"x": (0, 1)}

    def is_consistent(self, state: Any, variable: str, value: int) -> bool:
        return value == 1

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[str, int]]]]:
        return {
            "asleep": self.asleep,
            "wrong": lambda: [{"x": 0}, {"x": 1}],
            "raising": self.raising,
            "greedy": self.greedy,
            "deep": self.deep,
            "dying": lambda: os._exit(7),
            "check": lambda: [{"x": 1}],
        }

    def asleep(self) -> Iterator[Mapping[str, int]]:
        time.sleep(3600)
        yield {"x": 1}

    def raising(self) -> Iterator[Mapping[str, int]]:
        yield {"x": 1}
        raise ValueError("what a pity")

    def greedy(self) -> Iterator[Mapping[str, int]]:
        raise MemoryError

    def deep(self) -> Iterator[Mapping[str, int]]:
        return self.deep()


def endings(comparison: Comparison) -> list[tuple[str, Label, Ending]]:
    return [(one.method, one.instance, one.ending) for one in comparison.measurements]


def no_process_is_left() -> bool:
    return not multiprocessing.active_children()


# -- the numbers -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_compared() -> Comparison:
    """Every method on some sizes: measured once, since each measurement takes a process."""
    return clew.compare({n: Queens(n) for n in SIZES[::-1]}, time_limit=100)


def test_every_method_finds_the_published_counts(all_compared: Comparison) -> None:
    comparison = all_compared
    assert comparison.methods == (*BASELINES, *SEARCHES)
    assert comparison.instances == SIZES
    assert [one.method for one in comparison.measurements] == [*BASELINES, *SEARCHES] * len(SIZES)
    assert all(one.is_complete and one.seconds is not None for one in comparison.measurements)
    assert {(one.instance, one.solutions) for one in comparison.measurements} == {(n, COUNTS[n]) for n in SIZES}
    assert comparison.disagreements() == {}
    assert no_process_is_left()


def test_nodes_and_tries_are_those_counted_by_hand(all_compared: Comparison) -> None:
    found = {(one.method, one.instance): one for one in all_compared.measurements}
    for n in SIZES:
        nodes, tries = backtracking(n)
        assert (found["check", n].nodes, found["check", n].tries) == (sum(nodes), sum(tries) - 1)
        assert found["none", n].tries == sum(n**level for level in range(1, n + 1))
        assert found["forward", n].nodes == found["python", n].nodes
        assert found["python", n].kernel == "python"
        for method in ("none", "check", "forward"):
            one = found[method, n]
            assert (one.inference, one.variable_order, one.kernel) == (method, "static", "python")
            assert one.nodes is not None
            assert one.failures is not None
            assert one.tries == one.nodes - 1 + one.failures


def test_the_first_solution() -> None:
    """Of every method here, and of some in processes."""
    for size, number in ((3, 0), (6, 1)):
        methods = methods_of(Queens(size))
        assert [*methods] == BASELINES + SEARCHES
        found = {name: MethodRun(Queens(size), method, "first").run()["solutions"] for name, method in methods.items()}
        assert found == dict.fromkeys(methods, number)
    comparison = clew.compare({3: Queens(3), 6: Queens(6)}, ["heap", "auto"], question="first", time_limit=100)
    assert [(one.instance, one.solutions) for one in comparison.measurements] == [(3, 0), (3, 0), (6, 1), (6, 1)]


@given(models(), st.sampled_from(["count", "first"]))
def test_all_methods_of_a_model_agree_with_brute_force(model: clew.Model, question: Any) -> None:
    number = sum(1 for _ in brute_force(model))
    expected = number if question == "count" else min(number, 1)
    methods = methods_of(model)
    assert list(methods) == SEARCHES
    assert {MethodRun(model, method, question).run()["solutions"] for method in methods.values()} == {expected}


@given(problems())
def test_a_problem_with_hooks_has_the_methods_that_fit(problem: Forbidden) -> None:
    methods = methods_of(problem)
    assert list(methods) == ["none", "check", "forward", "auto"]
    assert len({MethodRun(problem, method, "count").run()["solutions"] for method in methods.values()}) == 1


def test_variables_that_appear_as_the_search_goes_have_no_order_of_declaration() -> None:
    comparison = clew.compare({"tree": LetterTree("A(B(C,D),E(B))", word="AEB")}, time_limit=100)
    assert {one.solutions for one in comparison.measurements} == {1}
    assert "auto" in comparison.methods


def test_searches_of_ones_own() -> None:
    options: Any = {"mrv": {"variable_order": "mrv", "inference": "forward"}, "arc": {"inference": "arc"}}
    comparison = clew.compare({8: Queens(8)}, options, time_limit=100)
    assert [(one.method, one.variable_order, one.solutions) for one in comparison.measurements] == [
        ("mrv", "mrv", 92),
        ("arc", "mrv", 92),
    ]


# -- limits and failures -----------------------------------------------------------------------------------


def test_what_never_ends_is_ended_and_not_tried_at_larger_sizes() -> None:
    comparison = clew.compare({1: Slow(1), 2: Slow(2)}, ["asleep", "auto"], time_limit=3)
    assert endings(comparison) == [
        ("asleep", 1, Ending.TIME_LIMIT),
        ("auto", 1, Ending.COMPLETE),
        ("asleep", 2, Ending.NOT_TRIED),
        ("auto", 2, Ending.COMPLETE),
    ]
    assert comparison.measurements[0].seconds is None
    assert no_process_is_left()


def test_names_say_nothing_of_sizes() -> None:
    comparison = clew.compare({"a": Slow(1), "b": Slow(2)}, ["asleep"], time_limit=0.2)
    assert [one.ending for one in comparison.measurements] == [Ending.TIME_LIMIT] * 2


@pytest.mark.parametrize(
    ("method", "ending"),
    [("greedy", Ending.NO_MEMORY), ("deep", Ending.TOO_DEEP), ("dying", Ending.DIED)],
)
def test_other_ways_to_fail(method: str, ending: Ending) -> None:
    comparison = clew.compare({1: Slow(1), 2: Slow(2)}, [method], time_limit=100)
    assert [one.ending for one in comparison.measurements] == [ending, Ending.NOT_TRIED]


def test_what_a_method_raises_surfaces() -> None:
    with pytest.raises(ValueError, match="what a pity") as raised:
        clew.compare({"odd": Slow()}, ["raising"], time_limit=100)
    assert raised.value.__notes__ == ["while raising ran on odd"]
    assert no_process_is_left()


def test_those_who_disagree_are_named() -> None:
    comparison = clew.compare({1: Slow()}, ["wrong", "auto", "forward"], time_limit=100)
    assert comparison.disagreements() == {1: {2: ("wrong",), 1: ("auto", "forward")}}


def test_a_baseline_with_the_name_of_a_search() -> None:
    assert [name for name in methods_of(Slow()) if "check" in name] == ["check (baseline)", "check"]


def test_ctrl_c_keeps_what_there_is() -> None:
    def report(method: str, instance: Label) -> None:
        if method == "forward":
            raise KeyboardInterrupt

    comparison = clew.compare({4: Queens(4)}, ["check", "forward", "unit"], report=report, time_limit=100)
    assert not comparison.is_complete
    assert endings(comparison) == [("check", 4, Ending.COMPLETE)]


@pytest.fixture
def second_thread() -> Iterator[None]:
    """A process with two threads cannot be copied."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    yield
    done.set()
    thread.join()


@pytest.mark.usefixtures("second_thread")
def test_a_fresh_interpreter_where_this_one_cannot_be_copied() -> None:
    comparison = clew.compare({6: Queens(6)}, ["heap", "auto"], time_limit=100)
    assert [one.solutions for one in comparison.measurements] == [4, 4]

    @attrs.frozen
    class Local(Slow):
        pass

    with pytest.raises(clew.OptionError, match=r"Local cannot be sent there .*: define it in a module"):
        clew.compare({1: Local()}, ["auto"])


def test_the_median_of_some_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 1.0, 3.0, 4.0, 2.0])

    def measure(task: MethodRun, instance: Label, limit: float) -> Measurement:
        return Measurement(task.method.name, instance, Ending.COMPLETE, 2, next(times))

    monkeypatch.setattr(comparing, "measure", measure)
    assert [one.seconds for one in clew.compare({4: Queens(4)}, ["auto"], runs=3).measurements] == [3.0]
    assert [one.seconds for one in clew.compare({4: Queens(4)}, ["auto"], runs=2).measurements] == [3.0]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (({},), {}, "compare needs instances by size or by name"),
        (({4: 4},), {}, "4: 4 is not a problem"),
        (({4.5: Queens(4)},), {}, "4.5 is neither"),
        (({4: Queens(4)}, ["best"]), {}, "method 'best' does not exist: choose some of every row, heap"),
        (({4: Slow()}, ["arc"]), {}, "method 'arc' does not fit this problem"),
        (({4: Queens(4)},), {"runs": 0}, "runs must be a whole number from 1"),
        (({4: Queens(4)},), {"time_limit": 0}, "the time limit must be a number of seconds above 0"),
        (({4: Queens(4)},), {"question": "all"}, "the question is count or first"),
        (({4: Queens(4)}, {"a": {"limits": clew.Limits(nodes=1)}}), {}, "method 'a' stopped at a node limit"),
        (({4: Queens(4)}, {"a": {"inference": "more"}}), {}, "there is no inference 'more'"),
    ],
)
def test_wrong_calls(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(clew.OptionError, match=re.escape(message)):
        clew.compare(*arguments, **options)


# -- how far -------------------------------------------------------------------------------------------------


def made(times: Mapping[int, float | None], ending: Ending = Ending.TIME_LIMIT) -> list[Measurement]:
    """The measurements of a method; None where it failed."""
    return [
        Measurement("m", size, ending if seconds is None else Ending.COMPLETE, 1, seconds)
        for size, seconds in times.items()
    ]


@pytest.mark.parametrize(
    ("times", "limit", "expected", "words"),
    [
        ({4: 1.0, 5: 50.0, 6: None}, 60, Reach("m", 5, True), "5"),
        ({4: 1.0, 5: 50.0, 6: 70.0}, 100, Reach("m", 5, True), "5"),
        ({4: None}, 60, Reach("m", None, True), "none of these"),
        ({4: None}, 10, Reach("m", None, False), "unknown"),
        # 0.01, 0.1, 1, then 10, 100: an even growth.
        ({4: 0.01, 5: 0.1, 6: 1.0}, 10, Reach("m", 6, False, (7, 7)), "about 7, extrapolated"),
        # The last ratio is 10, and twice the one before: 20 seconds by the next, then 400 by 20; or 10 and 100 by 10.
        ({4: 0.02, 5: 0.1, 6: 1.0}, 10, Reach("m", 6, False, (7, 7)), "about 7, extrapolated"),
        # The ratio is 8: 4, 32, 256. If it grows by a third each time: 5.3, 76.
        ({4: 1 / 96, 5: 1 / 16, 6: 0.5}, 10, Reach("m", 6, False, (7, 8)), "about 7 to 8, extrapolated"),
        # The next one is known to take more than 10 seconds, so the one after more than 100.
        ({4: 0.01, 5: 0.1, 6: 1.0, 7: None}, 10, Reach("m", 6, False, (7, 7)), "about 7, extrapolated"),
        ({4: 0.25, 5: 0.5, 6: 1.0, 7: None}, 40, Reach("m", 6, False, (7, 7)), "about 7, extrapolated"),
        # Too short to tell; too few; not neighbours; not growing; too far away.
        ({4: 0.001, 5: 0.01, 6: 0.1}, 10, Reach("m", 6, False), "at least 6"),
        ({5: 0.01, 6: 0.1}, 10, Reach("m", 6, False), "at least 6"),
        ({4: 0.01, 6: 0.1, 8: 1.0}, 10, Reach("m", 8, False), "at least 8"),
        ({4: 0.2, 5: 0.1, 6: 1.0}, 10, Reach("m", 6, False), "at least 6"),
        ({4: 0.01, 5: 0.011, 6: 0.012}, 10, Reach("m", 6, False), "at least 6"),
    ],
)
def test_how_far_a_method_gets_in_a_minute(
    times: dict[int, float | None], limit: float, expected: Reach, words: str
) -> None:
    found = reach("m", made(times), 60, limit)
    assert found == expected
    assert str(found) == words


def test_what_fails_for_want_of_memory_will_not_fit_into_a_minute_either() -> None:
    assert reach("m", made({4: 0.1, 5: None}, Ending.NO_MEMORY), 60, 10) == Reach("m", 4, True)


def test_instances_without_sizes_reach_nothing() -> None:
    assert Comparison((Measurement("m", "a", Ending.COMPLETE, 1, 1.0),), "count", 10).reached() == ()


# -- what is shown -------------------------------------------------------------------------------------------


def test_the_tables() -> None:
    figures = {"inference": "check", "variable_order": "static", "kernel": "python"}
    comparison = Comparison(
        (
            Measurement("old", 4, Ending.COMPLETE, 2, 0.00123),
            Measurement("check", 4, Ending.COMPLETE, 2, 0.0456, 17, 60, 44, **figures),
            Measurement("old", 10, Ending.TIME_LIMIT),
            Measurement("check", 10, Ending.COMPLETE, 724, 12.34, 35539, 348150, 312612, **figures),
            Measurement("old", 11, Ending.NOT_TRIED),
            Measurement("check", 11, Ending.NO_MEMORY),
        ),
        "count",
        0.5,
    )
    assert comparison.table() == (
        "                 4        10             11\n"
        "solutions        2       724              -\n"
        "\n"
        "time             4        10             11\n"
        "old        1.23 ms  > 500 ms              -\n"
        "check      45.6 ms    12.3 s  out of memory\n"
        "\n"
        "nodes            4        10             11\n"
        "check           17     35539              -\n"
        "\n"
        "tries            4        10             11\n"
        "check           60    348150              -\n"
        "\n"
        "failures         4        10             11\n"
        "check           44    312612              -"
    )
    alone = attrs.evolve(comparison, measurements=comparison.measurements[:2])
    assert alone.table() == (
        "4         time  nodes  tries  failures  solutions\n"
        "old    1.23 ms      -      -         -          2\n"
        "check  45.6 ms     17     60        44          2"
    )


def test_the_command_prints_tables(capsys: Capture) -> None:
    assert main(["compare", "queens", "4..6", "--methods", "heap,check", "--time-limit", "100s"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = [line.split() for line in out.splitlines()]
    assert lines[1] == ["solutions", "2", "10", "4"]
    assert ["check", *(str(sum(backtracking(n)[0])) for n in (4, 5, 6))] in lines
    assert [line[0] for line in lines[-3:]] == ["size", "heap", "check"]


def test_the_command_takes_instances_files_and_examples(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "grid.txt"
    file.write_text("4x4")
    words = ["takuzu", "4x5", str(file), "--example", "small", "--methods", "auto,unit", "--no-distinct"]
    assert main(["compare", *words, "--json", "--time-limit", "100"]) == 0
    answer = json.loads(capsys.readouterr().out)
    found = {(one["instance"], one["method"]): one["solutions"] for one in answer["measurements"]}
    assert (
        found["instance 2", "auto"] == found["instance 2", "unit"] == 90
    )  # A058527(2): two of each leave no three side by side
    assert found["small", "auto"] == 1
    assert ("4x5", "auto") in found


def test_json_as_promised(capsys: Capture) -> None:
    assert main(["compare", "queens", "4", "--json", "--first", "--time-limit", "100", "--budget", "2m"]) == 0
    answer = json.loads(capsys.readouterr().out)
    names = {"problem", "question", "time_limit", "is_complete", "agree", "measurements", "budget", "reached"}
    assert set(answer) == names
    assert (answer["problem"], answer["question"], answer["time_limit"], answer["budget"]) == (
        "queens",
        "first",
        100,
        120,
    )
    assert answer["agree"] is answer["is_complete"] is True
    fields = {field.name for field in attrs.fields(Measurement)}
    assert all(set(one) == fields for one in answer["measurements"])
    assert [one["method"] for one in answer["measurements"]] == [*BASELINES, *SEARCHES]
    assert all(set(one) == {"method", "measured", "is_known", "guess"} for one in answer["reached"])


def test_a_terminal_shows_what_is_being_measured(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["compare", "queens", "4", "--methods", "heap,check", "--time-limit", "100"]
    assert main(words) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(words) == 0
    shown = capsys.readouterr().err
    assert [frame.strip() for frame in shown.split("\r")] == ["", "4: heap", "4: check", "", ""]  # nothing is left


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """The file of a problem that has a baseline that sleeps, and one that is wrong."""
    file = tmp_path / f"{tmp_path.name}.py"  # a name of its own, for the modules of other tests stay loaded
    file.write_text(
        f"""
import os, time, pathlib, attrs, clew

@attrs.frozen
class Puzzle(clew.Problem):
    size: int = 1

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def domains(self):
        return {{k: (0, 1) for k in range(self.size)}}

    def is_consistent(self, state, variable, value):
        return value == 1

    def baselines(self):
        return {{"asleep": self.sleep, "wrong": lambda: []}}

    def sleep(self):
        started = pathlib.Path({str(tmp_path)!r})
        (started / "draft").write_text(str(os.getpid()))
        (started / "draft").rename(started / "pid")
        time.sleep(3600)
"""
    )
    return file


def test_the_command_names_those_who_disagree(puzzle: Path, capsys: Capture) -> None:
    assert main(["compare", str(puzzle), "2", "--methods", "wrong,check", "--time-limit", "100"]) == 5
    out = capsys.readouterr().out
    assert "the methods disagree on 2: 0 by wrong; 1 by check" in out
    assert main(["compare", str(puzzle), "2", "--methods", "wrong,check", "--time-limit", "100", "--json"]) == 5
    assert json.loads(capsys.readouterr().out)["agree"] is False


def test_the_command_goes_on_past_a_time_limit(puzzle: Path, capsys: Capture) -> None:
    assert main(["compare", str(puzzle), "1..2", "--methods", "asleep,check", "--time-limit", "1500ms"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1:] for line in lines if line.startswith("asleep")] == [[">", "1.5", "s", "-"], ["unknown"]]


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_the_method_that_is_running(puzzle: Path, tmp_path: Path) -> None:
    words = ["compare", str(puzzle), "1", "--methods", "check,asleep", "--time-limit", "1h"]
    with running([sys.executable, "-m", "clew", *words]) as process:
        while process.poll() is None and not (tmp_path / "pid").exists():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
        with pytest.raises(ProcessLookupError):
            os.kill(int((tmp_path / "pid").read_text()), 0)
    assert (process.returncode, err) == (130, "")
    assert out.splitlines()[1].startswith("check")
    assert out.endswith("\ninterrupted\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens", "which instance of queens"),
        ("queens 9..4", "the range 9..4 must go up"),
        ("queens 4..900000", "over 100 sizes at most"),
        ("queens 4 --methods chess", "method 'chess' does not exist"),
        ("queens 4 --time-limit 0", "the time limit must be"),
        ("queens 4 --plot queens.bmp", "ends in .svg, .png, .pdf"),
        ("queens 4 --runs 0", "runs must be"),
        ("queens 4 --example nine", "queens has no example 'nine'"),
        ("", "which problem"),
    ],
)
def test_wrong_words(words: str, message: str, capsys: Capture) -> None:
    assert main(["compare", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("clew: ")
    assert message in err
    assert err.count("\n") == 1


def test_the_plot(tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "queens.svg"
    words = ["compare", "queens", "4..5", "--methods", "heap,check,auto", "--time-limit", "100", "--plot"]
    assert main([*words, str(picture)]) == 0
    shown = {element.text for element in ET.parse(picture).iter() if element.text}  # noqa: S314
    assert {"heap", "check", "auto", "seconds", "nodes", "size", "4", "5"} <= shown
    bitmap = tmp_path / "queens.png"
    assert main(["compare", "queens", "4", "--methods", "heap", "--time-limit", "100", "--plot", str(bitmap)]) == 0
    assert bitmap.read_bytes().startswith(b"\x89PNG")


def test_a_plot_of_instances_without_sizes_or_figures(tmp_path: Path) -> None:
    comparison = Comparison(
        (Measurement("old", "a", Ending.COMPLETE, 1, 1.0), Measurement("old", "b", Ending.TIME_LIMIT)), "count", 10
    )
    comparison.plot(str(tmp_path / "odd.svg"))
    assert {"a", "b", "old"} <= {element.text for element in ET.parse(tmp_path / "odd.svg").iter()}  # noqa: S314


def test_a_plot_without_matplotlib_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plotting, "find_spec", lambda name: None)
    assert main(["compare", "queens", "4", "--plot", str(tmp_path / "queens.svg")]) == 2
    assert capsys.readouterr() == ("", "clew: a plot needs matplotlib: pip install 'clewpy[plot]'\n")
