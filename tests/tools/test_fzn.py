"""The command that MiniZinc calls, as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clew.exchange.flatzinc.text import parsed

PROGRAM = "import sys; from clew.tools.fzn import main; sys.exit(main())"

DOWN = "int_search([y, x], input_order, indomain_max, complete)"
PAIRS = """
var 1..3: x :: output_var;
var 1..3: y :: output_var;
var bool: b :: output_var;
array [1..4] of var int: all :: output_array([1..2, 1..2]) = [x, y, 7, y];
array [1..2] of var bool: truths :: output_array([1..2]) = [b, true];
constraint int_lt(x, y);
constraint int_eq_reif(x, 1, b);
"""


def shown(x: int, y: int) -> str:
    first = "true" if x == 1 else "false"
    lines = [f"x = {x};", f"y = {y};", f"b = {first};", f"all = array2d(1..2, 1..2, [{x}, {y}, 7, {y}]);"]
    return "\n".join([*lines, f"truths = array1d(1..2, [{first}, true]);", "----------", ""])


def run(folder: Path, text: str, *options: str, name: str = "model.fzn") -> subprocess.CompletedProcess[str]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return subprocess.run([sys.executable, "-c", PROGRAM, *options, str(file)], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("goal", "options", "expected"),
    [
        ("satisfy", (), shown(1, 2)),
        ("satisfy", ("-a",), shown(1, 2) + shown(1, 3) + shown(2, 3) + "==========\n"),
        ("satisfy", ("-n", "2"), shown(1, 2) + shown(1, 3)),
        ("satisfy", ("-n", "9", "-f", "-r", "5"), shown(1, 2) + shown(1, 3) + shown(2, 3) + "==========\n"),
        ("maximize y", (), shown(1, 3) + "==========\n"),
        ("maximize y", ("-p", "2"), shown(1, 3) + "==========\n"),
        ("maximize x", ("-i",), shown(1, 2) + shown(2, 3) + "==========\n"),
        ("maximize x", ("-a", "-n", "1"), shown(1, 2) + shown(2, 3) + "==========\n"),
        (f":: {DOWN} satisfy", ("-a",), shown(2, 3) + shown(1, 3) + shown(1, 2) + "==========\n"),
        (f":: {DOWN} satisfy", ("-f", "-n", "1"), shown(1, 2)),
        (f":: {DOWN.replace('input_order', 'dom_w_deg')} satisfy", (), shown(2, 3)),
        ("minimize 3", (), shown(1, 2) + "==========\n"),
    ],
)
def test_solutions(goal: str, options: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    done = run(tmp_path, f"{PAIRS} solve {goal};", *options)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", expected)


def test_the_form_in_json_has_arrays_without_index_sets(tmp_path: Path) -> None:
    data = parsed(f"{PAIRS} solve satisfy;")
    for one in data["arrays"].values():
        del one["ann"], one["type"]
    done = run(tmp_path, json.dumps(data), name="model.json")
    expected = shown(1, 2).replace("array2d(1..2, 1..2, ", "").replace("array1d(1..2, ", "").replace("])", "]")
    assert (done.stderr, done.stdout) == ("", expected)


def test_standard_input_and_help() -> None:
    text = "var 2..2: x :: output_var; solve satisfy;"
    done = subprocess.run([sys.executable, "-c", PROGRAM, "-"], input=text, capture_output=True, text=True)
    assert done.stdout == "x = 2;\n----------\n"
    done = subprocess.run([sys.executable, "-c", PROGRAM, "--help"], capture_output=True, text=True)
    assert done.stdout.startswith("usage: fzn-clew")


@pytest.mark.parametrize("goal", ["satisfy", "minimize x"])
def test_no_solution(goal: str, tmp_path: Path) -> None:
    done = run(tmp_path, f"{PAIRS} constraint int_lin_le([1, 1], [x, y], 2); solve {goal};", "-s")
    assert done.stdout.startswith("=====UNSATISFIABLE=====\n%%%mzn-stat: initTime=")
    assert done.stdout.endswith("%%%mzn-stat-end\n")


def test_statistics(tmp_path: Path) -> None:
    done = run(tmp_path, f"{PAIRS} solve maximize y;", "-s", "-v")
    lines = [line.removeprefix("%%%mzn-stat: ") for line in done.stdout.splitlines() if line.startswith("%%%")]
    found = dict(line.split("=") for line in lines[:-1])
    assert lines[-1] == "%%%mzn-stat-end"
    assert {"initTime", "solveTime", "nodes", "failures", "peakDepth"} <= found.keys()
    assert (found["variables"], found["intVariables"], found["boolVariables"]) == ("3", "2", "1")
    assert (found["objective"], found["objectiveBound"], found["solutions"]) == ("3", "3", "1")
    assert done.stderr.startswith("% <Model model: 3 variables, 2 constraints> was read in ")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("var float: speed; solve satisfy;", (), "speed is a float, and clew knows integers and Booleans alone"),
        ("solve satisfy;", ("-x",), "-x is no option: fzn-clew --help lists them"),
        ("solve satisfy;", ("-n", "many"), "-n takes a whole number, not 'many'"),
        ("solve satisfy;", ("-t", "-5"), "-t takes a whole number, not '-5'"),
        ("solve satisfy;", ("other.fzn",), "one model at a time"),
    ],
)
def test_errors_take_one_line(text: str, options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = run(tmp_path, text, *options)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"fzn-clew: {message}\n")


def test_a_model_that_is_not_there_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, "gone.fzn"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "fzn-clew: [Errno 2] No such file or directory: 'gone.fzn'\n")


def test_nothing_is_proved_beyond_bounds_that_are_not_known(tmp_path: Path) -> None:
    done = run(tmp_path, "var int: x :: output_var; constraint int_le(3, x); solve minimize x;")
    assert done.stdout == "x = 3;\n----------\n"
    assert done.stderr == "fzn-clew: x: no bounds are known; nothing is proved beyond 1,073,741,824\n"
    done = run(tmp_path, "var int: x; var int: y; constraint int_times(x, y, 7);"
               "constraint int_lin_eq([1, 1], [x, y], 1); solve satisfy;")  # fmt: skip
    assert done.stdout == "=====UNKNOWN=====\n"


def pigeons(goal: str) -> str:
    """Fourteen pigeons in thirteen holes, two of which may share one, and q is at most 4 if they do."""
    names = [f"p{k}" for k in range(14)]
    variables = [f"var 1..13: {name};" for name in names]
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :]]
    constraints = [f"constraint int_ne({a}, {b});" for a, b in pairs[:-1]]
    more = "var bool: d; var 0..5: q :: output_var; constraint int_ne_reif(p12, p13, d);"
    return "\n".join([*variables, *constraints, more, f"constraint int_lin_le([1, -1], [q, d], 4); solve {goal};"])


def test_the_time_limit_ends_a_search(tmp_path: Path) -> None:
    text = pigeons("satisfy").replace("solve", "constraint int_le(5, q); solve")
    started = time.perf_counter()
    done = run(tmp_path, text, "-t", "800")
    assert (done.stdout, done.returncode) == ("=====UNKNOWN=====\n", 0)
    assert time.perf_counter() - started < 20


def test_the_memory_limit_ends_a_search(tmp_path: Path) -> None:
    done = run(tmp_path, pigeons("satisfy"), "--memory", "1")
    assert (done.stdout, done.returncode) == ("=====UNKNOWN=====\n", 0)
    for plenty in ("4000", "0"):
        done = run(tmp_path, "var 1..2: x :: output_var; solve satisfy;", "--memory", plenty)
        assert done.stdout == "x = 1;\n----------\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("flag", ["-s", "-i"])
def test_what_is_known_is_written_when_the_process_is_interrupted(
    flag: str, number: signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "model.fzn"
    file.write_text(pigeons("maximize q"), encoding="utf-8")
    words = [sys.executable, "-c", PROGRAM, flag, str(file)]
    for wait in (0.4, 1, 3, 9, 27):  # a loaded machine takes longer
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(wait)
            process.send_signal(number)
            out, error = process.communicate(timeout=60)
        if "q = 4;\n" in out:
            break
    assert (process.returncode, error) == (0, "")
    assert "q = 4;\n----------\n" in out
    assert "==========" not in out


def test_little_is_imported() -> None:
    """Starting takes longer than the search: a class that attrs makes takes half a millisecond."""
    program = "import sys; from clew.tools.fzn import main; main(); sys.stderr.write(' '.join(sys.modules))"
    text = "var 1..3: x :: output_var; var 1..3: y :: output_var; constraint int_lt(x, y); solve satisfy;"
    done = subprocess.run([sys.executable, "-c", program, "-"], input=text, capture_output=True, text=True)
    outer = {"argparse", "multiprocessing", "clew.scale.parallel", "clew.tools.cli", "clew.render"}
    outer |= {f"clew.exchange.flatzinc.{name}" for name in ("calculating", "global_constraints")}
    outer |= {
        f"clew.constraints.{name}" for name in ("all_different", "logic", "settled", "stepwise", "table", "terms")
    }
    assert done.stdout == "x = 1;\ny = 2;\n----------\n"
    assert not outer & {*done.stderr.split()}
