"""`--checkpoint`, `clew resume` and `clew status`: what they print, what they refuse, and what they survive."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from benchmarks.kills import PROGRAM, Search, killed

import clew
from clew.options import Cutting
from clew_problems import Queens
from tests.processes import running
from tests.tools.cli.calling import Capture, run


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything happens in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


# -- what it prints ---------------------------------------------------------------------------------


def test_a_count_is_kept_and_goes_on(capsys: Capture) -> None:
    status, out, err = run(capsys, "count", "queens", "9", "--checkpoint", "q.clew", "--time-limit", "0s")
    assert (status, out) == (3, "at least 0 (unfinished: time limit)\n")
    assert err == "clew: kept in q.clew: clew resume q.clew goes on from here\n"
    assert run(capsys, "resume", "q.clew", "--kernel", "python") == (0, "352\n", "")
    assert run(capsys, "resume", "q.clew") == (0, "352\n", "")
    assert run(capsys, "count", "queens", "9", "--checkpoint", "q.clew") == (0, "352\n", "")


def test_the_solutions_are_in_a_file_beside_it(capsys: Capture, here: Path) -> None:
    status, out, _ = run(capsys, "solve", "queens", "6", "--all", "--checkpoint", "q.clew")
    assert (status, out) == (0, "4 solutions in q.clew.jsonl\n")
    _, plain, _ = run(capsys, "solve", "queens", "6", "--all", "--jsonl")
    assert (here / "q.clew.jsonl").read_text().splitlines() == plain.splitlines()[:-1]
    assert run(capsys, "resume", "q.clew")[:2] == (0, "4 solutions in q.clew.jsonl\n")
    words = ("solve", "queens", "3", "--all", "--checkpoint", "none.clew", "--output", "none.jsonl")
    assert run(capsys, *words)[:2] == (1, "0 solutions in none.jsonl\n")
    assert (here / "none.jsonl").read_bytes() == b""


def test_json_says_where_the_solutions_are(capsys: Capture) -> None:
    run(capsys, "solve", "queens", "6", "--all", "--checkpoint", "q.clew", "--time-limit", "0s")
    status, out, _ = run(capsys, "resume", "q.clew", "--json")
    answer = json.loads(out)
    assert status == 0
    assert (answer["problem"], answer["count"], answer["output"]) == ("queens", 4, "q.clew.jsonl")
    assert answer["statistics"]["solutions"] == 4
    assert answer["status"] == "complete"


def test_parameters_and_given_values_are_kept(capsys: Capture) -> None:
    words = ("count", "takuzu", "4x4", "--no-distinct", "--given", "r1c2=1", "--order", "mrv", "--inference", "arc")
    _, expected, _ = run(capsys, *words)
    assert run(capsys, *words, "--checkpoint", "t.clew", "--time-limit", "0s")[0] == 3
    assert run(capsys, "resume", "t.clew") == (0, expected, "")
    assert int(expected) not in (0, 72)


def test_a_model_in_a_file_is_kept(capsys: Capture, here: Path) -> None:
    run(capsys, "export", "sudoku", "--example", "wikipedia", "--to", "json", "--output", "s.json")
    assert run(capsys, "count", "s.json", "--checkpoint", "s.clew") == (0, "1\n", "")
    (here / "s.json").unlink()
    assert run(capsys, "resume", "s.clew") == (0, "1\n", "")


def test_a_problem_in_a_file_is_named_by_the_caller(capsys: Capture, here: Path) -> None:
    run(capsys, "new", "kept-puzzle")
    (plugin,) = here.glob("*.py")
    example = clew.plugins.find(str(plugin)).examples[0]
    words = ("count", f"./{plugin.name}", "--example", example.name, "--checkpoint", "p.clew", "--time-limit", "0s")
    assert run(capsys, *words)[0] == 3
    status, out, err = run(capsys, "resume", "p.clew")
    name = f"{plugin}:KeptPuzzle"
    assert (status, out) == (2, "")
    assert err == (
        f"clew: p.clew: its problem is {name}, and no code is run because a checkpoint names it: name it yourself, "
        f"clew resume p.clew --problem {name}, or clew.resume('p.clew', problem)\n"
    )
    assert run(capsys, "resume", "p.clew", "--problem", name, "--time-limit", "0s")[0] == 3
    moved = here / "moved"
    moved.mkdir()
    plugin.rename(moved / "renamed.py")
    (here / "p.clew").rename(moved / "p.clew")
    assert run(capsys, "resume", "moved/p.clew", "--problem", name)[0] == 2
    assert run(capsys, "resume", "moved/p.clew", "--problem", "moved/renamed.py")[:2] == (0, f"{example.count}\n")
    status, _, err = run(capsys, "resume", "moved/p.clew", "--problem", "queens")
    assert (status, "moved/p.clew" in err, err.count("\n")) == (2, True, 1)


def test_the_status_of_a_search_that_was_stopped(capsys: Capture, here: Path) -> None:
    clew.solve(Queens(8), clew.Count(), checkpoint="q.clew", cutting=Cutting(first=0, subtrees=64))
    status, out, err = run(capsys, "status", "q.clew")
    assert (status, err) == (0, "")
    lines = dict(line.split(": ", 1) for line in out.splitlines())
    assert lines["queens, Count"] == "complete"
    assert lines["progress"].startswith("100.00 % (")
    assert lines["solutions"] == "92"
    assert lines["nodes"].startswith("1,165 (")
    _, out, _ = run(capsys, "status", "q.clew", "--json")
    told = json.loads(out)
    assert (told["fraction"], told["solutions"], told["nodes"], told["running"]) == (1.0, 92, 1165, False)
    assert told["seconds_left"] == 0.0


# -- what it refuses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("resume", "which search: clew resume FILE"),
        ("status", "which search: clew status FILE"),
        ("resume nowhere.clew", "there is no checkpoint nowhere.clew"),
        ("status nowhere.clew", "there is no checkpoint nowhere.clew"),
        ("resume empty.clew", "empty.clew is empty"),
        ("status empty.clew", "empty.clew is empty"),
        ("resume poem.clew", "poem.clew is no checkpoint of clew"),
        ("status poem.clew", "poem.clew is no checkpoint of clew"),
        ("count queens 7 --checkpoint poem.clew", "poem.clew is no checkpoint of clew"),
        ("count queens 7 --checkpoint q.clew", "q.clew keeps a search of another instance"),
        ("count queens 6 --checkpoint q.clew --order mrv", "q.clew keeps a search with another variable order"),
        ("solve queens 6 --all --checkpoint q.clew", "q.clew keeps a search with another question"),
        ("solve queens 6 --checkpoint new.clew", "--checkpoint keeps a search for all solutions: add --all"),
        ("solve queens 6 --limit 2 --checkpoint new.clew", "--checkpoint does not go with --limit"),
        ("solve queens 6 --all --style dots --checkpoint new.clew", "--checkpoint does not go with --style"),
        ("solve queens 6 --all --checkpoint new.clew --output new.clew", "name the same file"),
        ("solve queens 6 --all --checkpoint new.clew --output poem.clew", "poem.clew is there already"),
        ("count queens 6 --use-symmetry --checkpoint new.clew", "--checkpoint does not go with --use-symmetry"),
        ("count queens 6 --baseline heap --checkpoint new.clew", "--checkpoint does not go with --baseline"),
        ("count queens 1..6 --checkpoint new.clew", "--checkpoint keeps one search"),
        ("count queens 6 --checkpoint no/new.clew", "no/new.clew cannot be written: No such file"),
        ("count queens 6 --inference deep --checkpoint new.clew", "deep"),
    ],
)
def test_refusals_are_one_line_and_touch_nothing(words: str, said: str, capsys: Capture, here: Path) -> None:
    clew.count(Queens(6), checkpoint="q.clew")
    (here / "poem.clew").write_text("Tyger tyger, burning bright,\n" * 400)
    (here / "empty.clew").touch()
    before = files(here)
    status, out, err = run(capsys, *words.split())
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("clew: ")
    assert err.count("\n") == 1
    assert files(here) == before


def test_a_search_begun_in_python_is_resumed_there(capsys: Capture) -> None:
    clew.solve(Queens(6), clew.All(), checkpoint="q.clew")
    status, _, err = run(capsys, "resume", "q.clew")
    assert (status, err) == (2, "clew: q.clew was begun in Python: go on with clew.resume('q.clew')\n")


# -- while it runs ------------------------------------------------------------------------------------


def started(*words: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """The command, committing as often as it can."""
    return running([sys.executable, "-c", PROGRAM, *words])


def test_the_status_of_a_search_that_runs(capsys: Capture) -> None:
    words = ("count", "queens", "12", "--kernel", "python", "--checkpoint", "q.clew")
    told: list[clew.CheckpointStatus] = []
    with started(*words) as process:
        while process.poll() is None:
            if Path("q.clew").exists() and Path("q.clew").stat().st_size:
                told.append(clew.checkpoint_status("q.clew"))
                if len(told) == 5:
                    status, _, err = run(capsys, *words)
                    assert (status, err) == (2, "clew: a search is running on q.clew: wait for it, or end it first\n")
            time.sleep(0.05)
        out, _ = process.communicate()
    assert out == "14200\n"
    midway = [status for status in told if status.is_running]
    assert len(midway) > 5
    assert midway[-1].process.endswith(f"process {process.pid}")
    fractions = [status.fraction for status in told]
    assert fractions == sorted(fractions)
    assert len({status.finished for status in midway}) > 2
    assert any(status.seconds_left for status in midway)
    assert clew.checkpoint_status("q.clew").status == "complete"


def test_ctrl_c_keeps_what_is_finished(capsys: Capture) -> None:
    file = Path("q.clew")
    with started("count", "queens", "12", "--kernel", "python", "--checkpoint", "q.clew") as process:
        while not (file.exists() and file.stat().st_size and clew.checkpoint_status(file).finished):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.startswith("at least ")
    assert err == "clew: kept in q.clew: clew resume q.clew goes on from here\n"
    kept = clew.checkpoint_status("q.clew")
    assert kept.status == "interrupted"
    assert 0 < kept.fraction < 1
    assert run(capsys, "resume", "q.clew", "--jobs", "2") == (0, "14200\n", "")


@pytest.mark.parametrize("size", [20_000, 60_000, 200_000])
def test_a_full_disk_ends_it_cleanly(size: int, capsys: Capture, here: Path) -> None:
    """No file may grow beyond a size: the checkpoint reaches it, or the solutions do."""
    _, expected, _ = run(capsys, "solve", "queens", "11", "--all", "--jsonl")
    begin = ["solve", "queens", "11", "--all", "--kernel", "python", "--checkpoint", "q.clew"]
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, *begin],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert (process.returncode, process.stdout) == (5, "")
    assert "cannot be written" in process.stderr
    assert process.stderr.endswith("clew resume goes on from there\n")
    assert process.stderr.count("\n") == 1
    assert run(capsys, "resume", "q.clew")[:2] == (0, "2680 solutions in q.clew.jsonl\n")
    assert (here / "q.clew.jsonl").read_text().splitlines() == expected.splitlines()[:-1]


@pytest.mark.parametrize("search", [Search.count(11), Search.enumeration(11)], ids=["count", "enumeration"])
def test_kill_9_at_any_moment_costs_no_result(search: Search, here: Path) -> None:
    """Two kills, each at a random moment; `.ci/full` has thirty for each search (`python -m benchmarks.kills`)."""
    assert killed(search, 2, os.getpid(), here).kills == 2


def test_the_cost_of_a_checkpoint_is_measured() -> None:
    command = [sys.executable, "-m", "benchmarks.checkpoints", "--quick"]
    root = Path(__file__).parents[3]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
    assert [line.split()[0] for line in output.splitlines()[2:]] == ["count", "count", "list", "list"]
