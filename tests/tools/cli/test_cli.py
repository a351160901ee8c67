"""The command: answers on standard output, errors on one line, exit states as promised."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clew
from clew.tools.cli import main
from clew.tools.cli.commands import SUMMARIES
from clew.tools.cli.words import WORDS
from clew_problems import Takuzu
from tests.examples import examples
from tests.processes import running
from tests.tools.cli.calling import Capture, run

COMMAND = [sys.executable, "-m", "clew"]
FOURTEEN = next(example.text for example in Takuzu.examples if example.name == "14x14")
ANSWER = """\
01100110101100
00110110010110
10011001001011
11001001101001
01100110110100
10011001010011
01101001101100
10010110010011
11001101001001
01101010110100
10010110010110
00100101101011
01011001101001
10110010010110
"""


def test_eight_queens_on_a_board(capsys: Capture) -> None:
    status, out, err = run(capsys, "solve", "queens", "8", "--order", "static")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 17
    assert lines[0] == "+---" * 8 + "+"
    assert [line.index("♛") // 4 for line in lines[1::2]] == [0, 4, 7, 5, 2, 6, 1, 3]  # A141843


@pytest.mark.parametrize(
    ("arguments", "status", "output"),
    [
        ("count queens 8", 0, "92\n"),
        ("count queens 2", 0, "0\n"),
        ("count queens 6 --baseline caml", 0, "4\n"),
        ("solve queens 3", 1, "no solution\n"),
        ("solve queens 8 --style coordinates --order static", 0, "A1 E2 H3 F4 C5 G6 B7 D8\n"),
        ("solve queens 8 --given 0=0,1=4 --style list", 0, "[0,4,7,5,2,6,1,3]\n"),
        ("solve queens 4 --all --style list", 0, "Solution 1: [1,3,0,2]\nSolution 2: [2,0,3,1]\n2 solutions\n"),
        ("solve queens 5 --limit 1 --style list", 0, "Solution 1: [0,2,4,1,3]\n1 solution\n"),
        ("check takuzu 111./..../..../....", 1,
         "none\n  row 1, cells 1 to 3: three 1 side by side\n  row 1: 3 cells are 1, and 2 may be\n"),
        ("check queens 4 --style list", 4, "several\nSolution 1: [1,3,0,2]\nSolution 2: [2,0,3,1]\n"
         "they differ in all 4 places: row 1 (B1 or C1), row 2 (D2 or A2), row 3 (A3 or D3), row 4 (C4 or B4)\n"),
        ("check queens 8 --node-limit 5", 3, "undecided (node limit)\n"),
        ("check queens [1,-1,-1,-1] --style list", 0, "unique\n[1,3,0,2]\n"),
        ("show queens [3,-1,2,-1] --style dots", 0, ". . . ♛\n. . . .\n. . ♛ .\n. . . .\n"),
        ("show queens [0,1] --style list", 0, "[0,1]\nA1 and B2 attack each other along the falling diagonal\n"),
        ("count queens 1..5", 0,
         "size  solutions\n   1          1\n   2          0\n   3          0\n   4          2\n   5         10\n"),
    ],
)  # fmt: skip
def test_answers(capsys: Capture, arguments: str, status: int, output: str) -> None:
    assert run(capsys, *arguments.split()) == (status, output, "")


def test_the_table_of_counts_for_sizes_1_to_12(capsys: Capture) -> None:
    _, out, _ = run(capsys, "count", "queens", "1..12")
    counts = [int(line.split()[1]) for line in out.splitlines()[1:]]
    assert counts == [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]  # A000170


def test_a_grid_from_a_file_from_standard_input_and_from_the_examples(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "grid.txt"
    file.write_text(FOURTEEN.replace("/", "\n"))
    assert run(capsys, "solve", "takuzu", str(file)) == (0, ANSWER, "")
    assert run(capsys, "solve", "takuzu", "--example", "14x14") == (0, ANSWER, "")
    piped = subprocess.run([*COMMAND, "solve", "takuzu", "-"], input=file.read_bytes(), capture_output=True, check=True)
    assert piped.stdout.decode() == ANSWER


def test_json_is_one_object_as_promised(capsys: Capture) -> None:
    status, out, _ = run(capsys, "solve", "queens", "4", "--all", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["problem"] == "queens"
    assert answer["instance"] == "4"
    assert answer["status"] == "complete"
    assert answer["count"] == 2
    assert answer["solutions"] == [{"0": 1, "1": 3, "2": 0, "3": 2}, {"0": 2, "1": 0, "2": 3, "3": 1}]
    names = {"nodes", "nodes_per_level", "tries", "failures", "max_depth", "seconds", "kernel", "inference"}
    assert names <= answer["statistics"].keys()
    _, out, _ = run(capsys, "count", "queens", "8", "--json", "--inference", "check")
    assert json.loads(out)["statistics"]["nodes_per_level"] == [1, 8, 42, 140, 344, 568, 550, 312, 92]  # A319284
    _, out, _ = run(capsys, "solve", "takuzu", "..../..../..../....", "--json", "--limit", "2")
    answer = json.loads(out)
    assert answer["status"] == "solution limit"
    assert set(answer["solutions"][0]) == {f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)}


def test_jsonl_streams_solutions_and_ends_with_a_summary(capsys: Capture) -> None:
    _, out, _ = run(capsys, "solve", "queens", "6", "--all", "--jsonl")
    *solutions, summary = map(json.loads, out.splitlines())
    assert len(solutions) == summary["count"] == 4
    assert all(line.keys() == {"solution"} for line in solutions)
    assert summary["status"] == "complete"


def test_an_unfinished_count_says_that_it_is_unfinished(capsys: Capture) -> None:
    status, out, _ = run(capsys, "count", "queens", "12", "--node-limit", "1000")
    assert status == 3
    assert out.startswith("at least ")
    assert "unfinished: node limit" in out
    status, out, _ = run(capsys, "solve", "queens", "30", "--all", "--time-limit", "50ms")
    assert status == 3
    assert "stopped (time limit)" in out


def test_solutions_are_written_to_a_file_numbered_counted_and_compared(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "queens.txt"
    arguments = ["solve", "queens", "8", "--all", "--style", "coordinates", "--distinct-check", "--output", str(file)]
    assert run(capsys, *arguments) == (0, "", "")
    lines = file.read_text().splitlines()
    assert lines[-1] == "92 solutions, no two the same"
    assert lines[91].startswith("Solution 92: ")
    status, _, err = run(capsys, *arguments[:-1], str(tmp_path / "no" / "such" / "folder"))
    assert status == 2
    assert "cannot be written" in err


def test_a_solution_that_comes_twice_is_named_and_ends_the_command(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "twice.py").write_text(
        "import clew\n"
        "class Twice(clew.Problem[int, int]):\n"
        "    def domains(self):\n        return {0: range(2)}\n"
        "    def enumerate_values(self, state, variable):\n        return (1, 0, 1)\n"
        "    @classmethod\n    def from_text(cls, text):\n        return cls()\n"
    )
    words = ["solve", str(tmp_path / "twice.py"), "any", "--all"]
    assert run(capsys, *words)[1].splitlines()[-1] == "3 solutions"
    status, out, err = run(capsys, *words, "--distinct-check")
    assert status == 5
    assert "Solution 2:" in out
    assert "Solution 3:" not in out
    assert "solution 3 is the same as solution 1" in err
    assert err.count("\n") == 1


def test_the_letter_tree_shows_what_became_of_every_letter(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = "B(A(R),L(O(T,G)),E)"
    expected = "B *\n├─ A x\n│  └─ R\n├─ L *\n│  └─ O *\n│     ├─ T x\n│     └─ G *\n└─ E\n1 solution\n"
    assert run(capsys, "solve", "letter-tree", tree) == (0, expected, "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    _, out, _ = run(capsys, "solve", "letter-tree", tree, "--word", "BE")
    assert "\x1b[1;34mE\x1b[0m" in out
    assert "\x1b[31mA\x1b[0m" in out
    assert "\x1b[90mR\x1b[0m" in out
    monkeypatch.setenv("NO_COLOR", "1")
    _, out, _ = run(capsys, "solve", "letter-tree", tree, "--word", "BE")
    assert "\x1b" not in out


def test_domains_are_shown_as_the_given_values_leave_them(capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", "queens", "4", "--given", "0=1", "--domains")
    assert out.splitlines()[-4:] == ["row 1: [B1]", "row 2: [D2]", "row 3: [A3]", "row 4: [C4]"]
    _, out, _ = run(capsys, "show", "letter-tree", "A", "--domains")
    assert "as the search goes" in out


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (
            ("queens", "[0,1,-1,-1]"),
            "row 1: [A1]\nrow 2: []\nrow 3: [B3|D3]\nrow 4: [B4|C4]\n"
            "row 2 has no value left (no two queens on a falling diagonal): there is no solution\n",
        ),
        (
            ("queens", "3", "--inference", "arc"),
            "row 1: [A1|C1]\nrow 2: []\nrow 3: [A3|B3|C3]\n"
            "row 2 has no value left (no two queens on a rising diagonal and no two queens in a column): "
            "there is no solution\n",
        ),
        (("takuzu", "111./..../..../...."), "r4c4: [0|1]\nthe given values leave no solution (row 1)\n"),
        (("queens", "[0,-1,-1]", "--given", "0=1"), "row 3: [A3|B3|C3]\nthe given values leave no solution\n"),
    ],
)
def test_domains_of_a_dead_board_say_which_variable_has_none(words: tuple[str, ...], end: str, capsys: Capture) -> None:
    status, out, err = run(capsys, "show", *words, "--domains")
    assert (status, err) == (0, "")
    assert out.endswith(f"\n{end}")


def test_a_variable_without_values_from_the_start_is_named(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "nothing.json"
    file.write_text(
        '{"format": "clew", "version": 1, "name": "nothing", "variables": [{"name": "a", "domain": []}], '
        '"given": [], "constraints": []}',
        encoding="utf-8",
    )
    status, out, _ = run(capsys, "show", str(file), "--domains")
    assert (status, out.splitlines()[-2:]) == (0, ["a: []", "a has no value: there is no solution"])


def test_parameters_are_options(capsys: Capture) -> None:
    assert run(capsys, "count", "takuzu", "4x4", "--no-distinct") == (0, "90\n", "")
    assert run(capsys, "count", "takuzu", "4x4") == (0, "72\n", "")
    status, _, err = run(capsys, "count", "takuzu", "3x3", "--excess", "7")
    assert status == 2
    assert "invalid choice" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "quens", "8"], "did you mean queens?"),
        (["solve"], "which problem"),
        (["solve", "queens"], "which instance"),
        (["solve", "queens", "-1"], "from 0, not -1"),
        (["solve", "queens", "1000000000"], "too large"),
        (["solve", "queens", "9" * 5000], "too large"),
        (["solve", "queens", "eight"], "'eight' is not a number"),
        (["solve", "queens", ""], "empty"),
        (["solve", "takuzu", "."], "is a directory"),
        (["solve", "takuzu", "missing.txt"], "there is no file missing.txt"),
        (["solve", "takuzu", "0x0"], "at least 2 rows"),
        (["solve", "takuzu", "01./0"], "line 2 has 1 cells"),
        (["solve", "takuzu", "01/0z"], "line 2, column 2: 'z'"),
        (["solve", "takuzu", "100000x100000"], "too large"),
        (["solve", "letter-tree", "A\n B\n   C\n  D"], "line 4: the indent"),
        (["solve", "letter-tree", "A", "--word", ""], "the word must be letters"),
        (["solve", "queens", "8", "--style", "oils"], "choose one of boxes"),
        (["solve", "letter-tree", "A", "--inference", "unit"], "needs declared constraints"),
        (["solve", "queens", "8", "--order", "best"], "no variable order"),
        (["solve", "queens", "8", "--given", "0:3"], "not NAME=VALUE"),
        (["solve", "queens", "8", "--given", "9=3"], "no variable '9'"),
        (["solve", "queens", "8", "--given", "0=9"], "cannot be '9'"),
        (["solve", "queens", "8", "--limit", "0"], "whole number from 1"),
        (["solve", "queens", "8", "--time-limit", "soon"], "is no time"),
        (["solve", "queens", "8", "--all", "--limit", "3"], "not allowed with"),
        (["solve", "queens", "--example", "nine"], "no example 'nine'"),
        (["solve", "queens", "8", "--example", "six"], "not both"),
        (["count", "queens", "9..1"], "must go up"),
        (["count", "queens", "4", "--baseline", "guess"], "no baseline 'guess'"),
        (["paint"], "there is no command 'paint'"),
        (["solve", "queens", "8", "--colour"], "there is no option --colour"),
        (["solve", "queens", "8", "--\x1b[31m"], "there is no option --?[31m"),
    ],
)
def test_bad_calls_get_one_line_and_status_2(capsys: Capture, arguments: list[str], complaint: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("clew: ")
    assert complaint in err


def test_binary_junk_is_named(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "junk"
    file.write_bytes(b"01\n\xff\xfe\x00")
    status, _, err = run(capsys, "solve", "takuzu", str(file))
    assert (status, err.count("\n")) == (2, 1)
    assert "line 2 has the byte 0xff" in err
    file.write_bytes(b"")
    assert run(capsys, "solve", "takuzu", str(file))[0] == 2


@settings(examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["solve", "check", "show"]),
    st.sampled_from(["queens", "takuzu", "letter-tree"]),
    st.text("01.2AB(),[]-| ;:x/\nz\x00é♛9", max_size=12),
)
def test_any_text_is_answered_or_refused_in_one_line(capsys: Capture, command: str, problem: str, text: str) -> None:
    status, out, err = run(
        capsys, command, problem, "--node-limit=2000" if command != "show" else "--domains", "--", text
    )
    assert status in ((0, 1, 2, 3, 4) if command == "check" else (0, 1, 2, 3))
    assert err.count("\n") == (status == 2)
    assert bool(out) == (status != 2) or (problem, text) == ("queens", "0")


PLUGIN = """
import clew

class Pair(clew.Problem):
    name = "pair"
    def domains(self): return {"x": (1, 2), "y": (1, 2)}
    def is_consistent(self, state, variable, value): return value not in dict(state.items()).values()
    @classmethod
    def from_text(cls, text, **parameters): return cls()

class Broken(Pair):
    def is_consistent(self, state, variable, value): raise RuntimeError("ours,\\nnot yours")
"""


def test_a_file_is_a_plugin_and_its_failure_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "pair_of_mine.py"
    file.write_text(PLUGIN)
    assert run(capsys, "solve", f"{file}:Pair", "any") == (0, "x = 1\ny = 2\n", "")
    status, out, err = run(capsys, "solve", f"{file}:Broken", "any")
    assert (status, out, err.count("\n")) == (5, "", 1)
    assert "RuntimeError: ours, not yours (while trying 'x' = 1 at depth 0); --traceback" in err
    _, _, err = run(capsys, "solve", f"{file}:Broken", "any", "--traceback")
    assert "Traceback (most recent call last)" in err
    status, _, err = run(capsys, "solve", str(file), "any")
    assert status == 2
    assert "has several problems: add :Class, one of Pair, Broken" in err


def test_a_broken_plugin_elsewhere_is_listed_and_breaks_nothing(tmp_path: Path) -> None:
    info = tmp_path / "bad_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[clew.problems]\nbad = bad_plugin:Bad\ngone = not_there:Gone\n")
    (tmp_path / "bad_plugin.py").write_text("raise ValueError('spoilt')\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def ask(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*COMMAND, *words], env=environment, capture_output=True, text=True, check=False)

    listed = ask("list")
    assert listed.returncode == 0
    lines = {line.split()[0]: line for line in listed.stdout.splitlines()}
    assert "broken (bad-plugin): bad_plugin cannot be loaded: ValueError: spoilt" in lines["bad"]
    assert "there is no module not_there" in lines["gone"]
    assert lines["queens"].endswith(clew.load("queens", "1").summary)
    assert ask("count", "queens", "6").stdout == "4\n"
    failed = ask("count", "bad", "6")
    assert failed.returncode == 5
    assert failed.stderr.count("\n") == 1


def test_ctrl_c_prints_what_was_found_and_exits_130() -> None:
    with running([*COMMAND, "solve", "queens", "14", "--all", "--style", "list"]) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Solution 1: ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped (interrupted)" in out.splitlines()[-1]
    assert err == ""


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    arguments = [*COMMAND, "solve", "queens", "9", "--all"]
    with running(arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=30) == 0


def test_version_help_and_completion(capsys: Capture) -> None:
    assert run(capsys, "--version") == (0, f"clew {clew.__version__}\nengine: {clew.engine()}\n", "")
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert "clew solve queens 8" in out
    status, out, _ = run(capsys, "solve", "takuzu", "--help")
    assert status == 0
    assert "--distinct, --no-distinct" in out
    assert "examples: small, 14x14" in out
    for shell in ("bash", "zsh", "tcsh"):
        status, out, _ = run(capsys, "completion", shell)
        assert status == 0
        assert "letter-tree" in out


def test_the_command_alone_says_three_useful_lines(capsys: Capture) -> None:
    status, out, err = run(capsys)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
    for line in lines:  # each begins with a command that works
        words = line.partition("  ")[0].split()
        assert words[0] == "clew"
        assert words[1] in SUMMARIES or words[1:] == ["--help"]


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("command", [*SUMMARIES, "solve queens", "count sudoku", "trace takuzu"])
def test_the_help_of_a_command_shows_examples_and_common_options_first(
    command: str, columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    status, out, _ = run(capsys, *command.split(), "--help")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == f"usage: clew {command.split()[0]} {' '.join(lines[0].split()[3:])}"
    assert lines[0].endswith("[options]")
    headings = [line.removesuffix(":") for line in lines[1:] if re.fullmatch(r"[a-z][a-z -]*:", line)]
    assert headings.index("examples") < headings.index("arguments" if "arguments" in headings else headings[1])
    options = [heading for heading in headings if heading not in ("examples", "arguments")]
    assert options[0] == ("common options" if len(options) > 1 else "options")
    if len(command.split()) == 2 and command != "count sudoku":  # sudoku has no parameters of its own
        assert options[1] == f"{command.split()[1]} parameters"
    indented = [line for line in lines if not line.startswith("  clew ")]  # an example is one line, to be copied
    assert max(map(len, indented)) <= columns


def test_every_option_of_a_command_is_in_one_group(capsys: Capture) -> None:
    _, out, _ = run(capsys, "solve", "--help")
    options = [line.split()[0].rstrip(",") for line in out.splitlines() if line.startswith("  -")]
    assert len(options) == len(set(options))
    taken = {word.name for words in WORDS.values() for word in words if "solve" in word.commands}
    assert set(options) == {name for name in taken if name.startswith("-")} | {"-h"}
    common = out.partition("common options:\n")[2].partition("\n\n")[0]
    assert {"--all", "--limit", "--style", "--time-limit"} <= set(common.split())
    assert "--subtree" not in common


def test_help_begins_with_examples_and_has_a_line_for_each_command(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(capsys, "--help")
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("usage: clew COMMAND ")
    assert lines.index("examples:") < lines.index("commands:")
    groups = [line.strip(" :") for line in lines if re.fullmatch(r"  [a-z, ]+:", line)]
    assert groups == ["solve, count and check", "see", "make a puzzle", "run long searches", "use other programs"]
    listed = [line.split() for line in lines[lines.index("commands:") : lines.index("options:")] if line[:4] == "    "]
    names = [name for name, *_ in listed]
    assert names[:3] == ["solve", "count", "check"]
    assert all(summary for _, *summary in listed)
    assert max(map(len, lines)) <= 82
    page = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text(encoding="utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0]
    assert [line.split()[1] for line in shown.splitlines() if line] == names
    for name in names:
        status, out, _ = run(capsys, name, "--help")
        assert status == 0
        assert out.startswith(f"usage: clew {name} ")


def test_list_as_json_names_every_plugin(capsys: Capture) -> None:
    _, out, _ = run(capsys, "list", "--json")
    assert {"queens", "takuzu", "letter-tree"} <= {problem["name"] for problem in json.loads(out)["problems"]}


@pytest.mark.parametrize("problem", ["queens", "takuzu", "letter-tree"])
@pytest.mark.parametrize(
    "junk", ["0" * 5_000_000, "0 1\n" * 1_000_000, "A(" * 200_000, "[[0," * 300_000, "[[" + " " * 10**6]
)
def test_huge_junk_is_refused_and_does_not_hang(problem: str, junk: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "junk.txt"
    file.write_text(junk)
    started = time.monotonic()
    status, _, err = run(capsys, "solve", problem, str(file))
    assert (status, err.count("\n")) == (2, 1)
    assert time.monotonic() - started < 30  # a hang, not a measurement


def test_options_may_stand_between_the_problem_and_the_instance(capsys: Capture) -> None:
    assert main(["count", "queens", "--inference", "check", "8"]) == 0
    assert capsys.readouterr().out == "92\n"
    assert main(["count", "queens", "--inference", "check", "8", "9"]) == 2
    assert "unrecognized arguments: 8 9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("body", "remedy"),
    [
        (
            "",
            "P reads none: give it a field such as size: int = clew.instance(clew.forms.Number()), or ask in Python",
        ),
        ("    @classmethod\n    def from_text(cls, text): return cls()\n", "give one, as text or as a file"),
        ("    examples = (clew.Example('six', '6', 4),)\n", "give one, or try --example 'six'"),
    ],
)
def test_a_problem_without_its_instance_says_what_to_do(
    body: str, remedy: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"import clew\n\nclass P(clew.Problem):\n    name = 'pairs'\n{body}"
    (tmp_path / "p.py").write_text(text, encoding="utf-8")
    assert main(["count", "./p.py"]) == 2
    assert capsys.readouterr() == ("", f"clew: which instance of ./p.py: {remedy}\n")


@pytest.mark.parametrize(("command", "puzzle"), [("count", ("langford", "8")), ("solve", ("queens", "20"))])
def test_after_a_limit_the_statistics_name_what_is_worth_a_try(
    capsys: Capture, command: str, puzzle: tuple[str, str]
) -> None:
    words = (command, *puzzle, "--inference", "check", "--node-limit", "30")
    line = "clew: worth a try: inference "
    assert line in run(capsys, *words, "--stats")[2]
    assert line not in run(capsys, *words)[2]
    assert line not in run(capsys, command, "queens", "5", "--stats")[2]


VERBS = (
    "add assume begin choose compare count cut draw go keep leave let list look make measure name play print probe "
    "profile put read say search show stop take trace walk write"
)


def test_the_help_of_each_option_begins_with_a_verb() -> None:
    options = [word for words in WORDS.values() for word in words if word.name.startswith("-")]
    assert len(options) > 90
    assert [word for word in options if word.details["help"].split()[0] not in VERBS.split()] == []
