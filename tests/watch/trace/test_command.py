"""`clew trace`: lines where there is no terminal, the player where there is one, files."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from clew.tools.cli import main
from tests.processes import running

WITHOUT = "import sys; sys.modules['textual'] = None; from clew.tools.cli import main; sys.exit(main(sys.argv[1:]))"


def out(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    status = main(["trace", *words])
    printed = capsys.readouterr()
    assert printed.err == ""
    return status, printed.out.splitlines()


def test_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = out(capsys, "queens", "4", "--inference", "check")
    assert status == 0
    assert lines[:4] == ["node 1", "try A1", "  node 2", "  try A2"]
    assert lines[-2].strip() == "solution 1"
    assert lines[-1].startswith("1 solution, and there may be more: ")


def test_the_exit_status_is_that_of_solve(capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "queens", "3")[0] == 1
    assert out(capsys, "queens", "8", "--node-limit", "3")[0] == 3
    assert out(capsys, "queens", "8", "--steps", "3")[0] == 0
    status, lines = out(capsys, "queens", "6", "--limit", "2", "--plain")
    assert status == 0
    assert lines[-1].startswith("2 solutions, and there may be more: ")
    assert out(capsys, "queens", "6", "--all")[1][-1].startswith("4 solutions: ")


def test_options_of_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "queens", "4", "--given", "0=1", "--inference", "forward", "--style", "dots")[1]
    assert lines[:6] == [
        "clues:",
        ". ♛ . .",
        ". . . .",
        ". . . .",
        ". . . .",
        "prune B2, B3, B4 (no two queens in a column)",
    ]
    orders = {tuple(out(capsys, "queens", "6", "--order", "random", "--seed", str(seed))[1]) for seed in range(4)}
    assert len(orders) > 1


def test_boards(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "queens", "4", "--board", "--style", "list", "--inference", "check", "--all")[1]
    assert lines[:4] == ["node 1", "[-1,-1,-1,-1]", "try A1", "  node 2"]
    assert lines[4] == "  [0,-1,-1,-1]"


def test_a_style_draws_the_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("queens", "4", "--style", "list", "--inference", "check")
    assert out(capsys, *words) == out(capsys, *words, "--board")


def test_why_tells_the_values_that_a_pruning_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "sudoku", "12../..../..../....", "--why", "--all")[1]
    at = lines.index("prune r1c3, r1c4: 2 (row 1)")
    assert lines[at + 1] == "  because r1c2 = 2"  # the only 2 that a clue gives
    model = "queens", "4", "--inference", "forward"
    assert [line for line in out(capsys, *model, "--why")[1] if "because" not in line] == out(capsys, *model)[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--steps", "0"], "--steps must be a number from 1, not 0"),
        (["--speed", "0"], "--speed must be a number of steps in a second"),
        (["--speed", "nan"], "--speed must be a number of steps in a second"),
        (["--style", "oil"], "no style 'oil'"),
        (["--from", "nowhere"], "--from"),
        (["--all", "--limit", "3"], "not allowed with"),
        (["--to", "tree.txt"], "tree.txt"),
        (["--inference", "magic"], "magic"),
        (["--to", "tree.svg", "--board"], "--board is about lines of text, and --to writes a file"),
        (["--to", "tree.svg", "--why"], "--why is about lines of text, and --to writes a file"),
        (["--to", "tree.svg", "--style", "list"], "--style is about lines of text, and --to writes a file"),
        (["--to", "film.svg", "--style", "list", "--animate"], "--style is about lines of text"),
        (["--to", "tree.svg", "--plain", "--animate"], "--plain is about lines of text, and --to writes a file"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "queens", "4", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["svg", "dot", "html"])
def test_the_tree_goes_into_a_file(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"tree.{suffix}"
    status, (line,) = out(capsys, "queens", "4", "--all", "--to", str(file), "--inference", "forward")
    assert status == 0
    assert line == f"{file} written; 2 solutions: 13 nodes, 4 failures"
    assert file.stat().st_size > 500


def test_a_number_of_steps_ends_the_tree_in_a_file_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.dot"
    words = ["queens", "6", "--inference", "check", "--order", "static"]
    status, lines = out(capsys, *words, "--steps", "12")
    assert out(capsys, *words, "--steps", "12", "--to", str(file)) == (status, [f"{file} written; {lines[-1]}"])
    assert status == 0
    labels = re.findall(r'label="([^"]+)", tooltip', file.read_text(encoding="utf-8"))
    # A queen in the corner; below it two columns refused, one entered; below that one refused, another only tried.
    assert [label for label in labels if label[0] in "?✗"] == ["? root", "? A1", "✗ A2", "✗ B2", "? C2", "✗ A3"]


def test_enough_steps_make_the_whole_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some, whole = tmp_path / "some.svg", tmp_path / "whole.svg"
    words = ["queens", "4", "--inference", "forward", "--all", "--to"]
    told = len(out(capsys, *words[:-1])[1]) - 1
    assert out(capsys, *words, str(some), "--steps", str(told)) == (
        0,
        [f"{some} written; 2 solutions: 13 nodes, 4 failures"],
    )
    assert out(capsys, *words, str(whole))[0] == 0
    assert some.read_bytes() == whole.read_bytes()


def test_the_boards_go_into_a_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "film.svg"
    words = ["queens", "4", "--inference", "forward", "--order", "static", "--to", str(file), "--animate"]
    status, (line,) = out(capsys, *words)
    assert status == 0
    assert line == f"{file} written; 1 solution, and there may be more: 7 nodes, 2 failures"
    film = file.read_text()
    assert "@keyframes" in film
    # Seven nodes, two dead ends, and two steps back from where the queen in the corner leads.
    assert film.count("animation-delay") == 7 + 2 + 2


@pytest.mark.parametrize(
    ("words", "frames", "end"),
    [
        (["queens", "8", "--inference", "check", "--all"], 400, "0 solutions, 47 nodes, 311 failures"),
        (["takuzu", "--example", "14x14", "--inference", "check"], 400, "0 solutions, 173 nodes, 135 failures"),
        (["queens", "4", "--inference", "check", "--steps", "3"], 3, "0 solutions, 2 nodes, 1 failure"),
        (["queens", "40", "--inference", "check", "--steps", "2"], 2, "0 solutions, 2 nodes, 0 failures"),
    ],
)
def test_a_film_of_a_long_search_shows_its_beginning(
    words: list[str], frames: int, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "film.svg"
    assert main(["trace", *words, "--order", "static", "--animate", "--to", str(file)]) == 0
    first = f"the first {frames} steps of a search that was not over"
    assert capsys.readouterr().out == f"{file} written; {first}: {end}\n"
    film = file.read_text(encoding="utf-8")
    assert film.count("animation-delay") == frames
    assert f"step by step, its first {frames} steps" in film


def test_a_film_that_fits_just_so_is_the_whole_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "film.svg"
    words = ["queens", "4", "--inference", "forward", "--order", "static", "--all", "--to", str(file), "--animate"]
    assert main(["trace", *words]) == 0
    frames = file.read_text(encoding="utf-8").count("animation-delay")
    assert main(["trace", *words, "--steps", str(frames)]) == 0
    assert "that was not over" not in capsys.readouterr().out
    assert main(["trace", *words, "--steps", str(frames - 1)]) == 0
    assert "that was not over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["queens", "4", "--animate"], "--animate makes a film in SVG: say where to"),
        (["queens", "4", "--animate", "--to", "film.html"], "pictures are written as SVG"),
        (["queens", "4", "--animate", "--to", "film.svg", "--steps", "0"], "--steps must be a number from 1"),
    ],
)
def test_what_is_no_film(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["trace", *words]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_reader_who_has_had_enough() -> None:
    words = [sys.executable, "-m", "clew", "trace", "queens", "40", "--inference", "check", "--all"]
    with running(words, text=False) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"node 1\n"
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_an_interrupted_search_says_how_far_it_came(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    words = [sys.executable, "-m", "clew", "trace", "queens", "40", "--inference", "check", "--all"]
    with file.open("wb") as lines, running(words, stdout=lines, text=False) as process:
        until = time.monotonic() + 60
        while not file.stat().st_size and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert file.read_text(encoding="utf-8").splitlines()[-1].startswith("stopped (interrupted): 0 solutions until then")


# -- on a terminal ----------------------------------------------------------------------------------------


def on_terminal(program: list[str], keys: list[tuple[str, bytes]]) -> tuple[int, str]:
    """Run on a terminal of its own.

    Args:
        program: what to run.
        keys: what to wait for on the screen, and the keys to press then.

    Returns:
        The exit status, and all that was written.
    """
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    env.pop("NO_COLOR", None)
    written, seen = b"", 0
    waiting = list(keys)
    until = time.monotonic() + 90
    with running(program, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        while time.monotonic() < until:
            if not select.select([ours], [], [], 0.1)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                more = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            written += more
            if waiting and waiting[0][0].encode() in written[seen:]:
                seen = len(written)
                os.write(ours, waiting.pop(0)[1])
        status = process.wait(30)
    os.close(ours)
    return status, written.decode(errors="replace")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_the_player_on_a_terminal() -> None:
    words = [sys.executable, "-m", "clew", "trace", "queens", "6", "--inference", "forward"]
    status, screen = on_terminal(words, [("node 1", b"d"), ("dead end:", b"s"), ("solution 1", b"q")])
    assert status == 0
    assert "Traceback" not in screen


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_the_player_can_begin_later() -> None:
    words = [sys.executable, "-m", "clew", "trace", "queens", "6", "--from", "dead-end", "--inference", "forward"]
    status, screen = on_terminal(words, [("dead end:", b"q")])
    assert status == 0
    assert "Traceback" not in screen


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_without_the_library_there_are_lines() -> None:
    status, screen = on_terminal([sys.executable, "-c", WITHOUT, "trace", "queens", "4"], [])
    assert status == 0
    first, *lines = screen.splitlines()
    assert first == "clew: the player needs a library, pip install 'clewpy[terminal]'; until then, plain lines"
    assert "node 1" in lines
    assert lines[-1].startswith("1 solution")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_lines_on_a_terminal_if_asked_for() -> None:
    status, screen = on_terminal([sys.executable, "-c", WITHOUT, "trace", "queens", "4", "--plain"], [])
    assert status == 0
    assert "library" not in screen
