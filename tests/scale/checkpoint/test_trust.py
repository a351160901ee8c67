"""A checkpoint is data and all of one tree, or it is refused; resuming runs and writes nothing that it names."""

# ruff: noqa: S608  (statements are made of what stands in this file)

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from benchmarks import tampering

import clew
from clew.options import CheckpointSpecification
from clew.scale.checkpoint.reader import checksum
from clew.scale.checkpoint.schema import weight_in
from clew.scale.checkpoint.specification import Listed
from clew.tools.cli import main
from clew_problems import Queens

Capture = pytest.CaptureFixture[str]

TINY = tampering.TINY


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to work in, with a module that leaves a trace when it runs, and a file that is not clew's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("evil.py").write_text(tampering.EVIL)
    Path("notes.txt").write_text("mine\n")
    yield tmp_path
    assert not Path("ran").exists()
    assert Path("notes.txt").read_text() == "mine\n"


def changed(path: Path | str, *statements: str) -> None:
    """Change a checkpoint, and make all its checksums right again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        tampering.sealed(connection)


def remarked(path: Path | str, **remarks: Any) -> None:
    """Change what a checkpoint says of its search, and make its checksums right again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (text,) = connection.execute("SELECT value FROM about WHERE name = 'remarks'").fetchone()
        value = json.dumps({**json.loads(text), **remarks})
        connection.execute("UPDATE about SET value = ? WHERE name = 'remarks'", (value,))
        tampering.sealed(connection)


def begun(
    path: Path | str | CheckpointSpecification,
    strategy: clew.Strategy[Any] | None = None,
    nodes: int = 100,
    cutting: clew.Cutting = TINY,
    **options: Any,
) -> None:
    """A search that was stopped: some of its subtrees are searched, some cut, some open."""
    options |= {"limits": clew.Limits(nodes=nodes), "cutting": cutting, "checkpoint": path}
    assert clew.solve(Queens(7), strategy or clew.Count(), **options).status is clew.Status.NODE_LIMIT


# -- a partition of the tree ------------------------------------------------------------------------


def rows(path: Path | str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM subtree").fetchall()


def refused(path: str, said: str) -> None:
    """By the status, by resuming and by the same call, each with the file as it was."""
    content = Path(path).read_bytes()
    questions: list[Callable[[], Any]] = [
        lambda: clew.checkpoint_status(path),
        lambda: clew.resume(path),
        lambda: clew.count(Queens(7), checkpoint=path),
    ]
    for question in questions:
        with pytest.raises(clew.InputError, match=f"^{path} is damaged, {said}.*: put back a copy"):
            question()
    assert Path(path).read_bytes() == content


def test_a_search_that_was_stopped_has_rows_of_every_kind(here: Path) -> None:
    begun("q.clew", nodes=200, cutting=clew.Cutting(subtrees=20, nodes=6, again=16, first=0), inference="check")
    assert {row[4] for row in rows("q.clew")} == {0, 1, 2}
    with closing(sqlite3.connect("q.clew")) as connection:
        (expanded,) = connection.execute("SELECT value FROM about WHERE name = 'expanded'").fetchone()
    weights = [weight_in(row[3]) for row in rows("q.clew") if row[4] != 2]
    dead = weight_in(json.loads(expanded)["weight"])
    assert 0 < dead < 1
    assert sum(weights, dead) == 1
    assert any(weight.denominator % 3 == 0 for weight in weights)  # which no floating-point number is
    assert clew.resume("q.clew").result == 40


def test_a_row_that_is_lost_is_noticed(here: Path) -> None:
    """Each in turn; that of a subtree that was cut says nothing of the answer, and the checksums still miss it."""
    begun("q.clew")
    sound = Path("q.clew").read_bytes()
    for part, path, _, _, state, *_ in rows("q.clew"):
        where = f"part = {part} AND path = '{path}'"
        Path("q.clew").write_bytes(sound)
        with closing(sqlite3.connect("q.clew", isolation_level=None)) as connection:
            connection.execute(f"DELETE FROM subtree WHERE {where}")
        refused(
            "q.clew", "its checksums do not add up" if state == 2 else "its subtrees do not add up to the whole tree"
        )
        changed("q.clew")
        if state != 2:
            refused("q.clew", "its subtrees do not add up to the whole tree")
        else:
            assert clew.resume("q.clew", cutting=TINY).result == 40


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM subtree", "its subtrees do not add up"),
        ("DELETE FROM subtree WHERE state = 0", "its subtrees do not add up"),
        ("INSERT INTO subtree SELECT part, path || '.0', multiplicity, weight, state, result, solutions, sum FROM "
         "subtree WHERE state = 1", "it has subtree .* twice"),
        ("INSERT INTO subtree SELECT part, '9' || path, multiplicity, weight, state, result, solutions, sum FROM "
         "subtree WHERE state = 1", "its subtrees do not add up"),
        ("UPDATE subtree SET state = 0, result = NULL WHERE state = 2", "it has subtree .* twice"),
        ("UPDATE subtree SET state = 2, result = NULL WHERE state = 1", "its subtrees do not add up"),
        ("UPDATE subtree SET state = 2 WHERE state = 0", "its subtrees do not add up"),
        ("UPDATE subtree SET state = 3 WHERE state = 1", "it has written out"),
        ("UPDATE subtree SET state = 1 WHERE state = 0", "the result of subtree .* is not"),
        ("UPDATE subtree SET state = 0 WHERE state = 1", "the result of subtree .* is not"),
        ("UPDATE subtree SET state = 4 WHERE state = 1", "a row is none that clew writes"),
        ("UPDATE subtree SET weight = '1/7' WHERE state = 1", "its subtrees do not add up"),
        ("UPDATE subtree SET weight = 0.25 WHERE state = 1", "a row is none that clew writes"),
        ("UPDATE subtree SET multiplicity = 2 WHERE state = 1", "a row is none that clew writes"),
        ("UPDATE subtree SET part = 1 WHERE state = 1", "a row is none that clew writes"),
        ("UPDATE subtree SET path = '0' || path WHERE state = 1", "a row is none that clew writes"),
        ("UPDATE about SET value = 'null' WHERE name = 'expanded'", "its subtrees do not add up"),
        ("UPDATE about SET value = replace(value, '\"weight\": \"', '\"weight\": \"1') WHERE name = 'expanded'", ""),
        ("DELETE FROM about WHERE name = 'seconds'", "an entry of it is gone"),
        ("INSERT INTO about VALUES ('more', '0', 0)", "an entry is none that clew writes"),
        ("CREATE TRIGGER more AFTER INSERT ON subtree BEGIN DELETE FROM subtree; END", "its tables are not"),
        ("CREATE VIEW more AS SELECT * FROM about", "its tables are not"),
    ],
)  # fmt: skip
def test_rows_that_are_no_partition_are_refused(statement: str, said: str, here: Path, capsys: Capture) -> None:
    """However right their checksums are."""
    begun("q.clew")
    changed("q.clew", statement)
    refused("q.clew", said)
    for words in (["status", "q.clew"], ["resume", "q.clew"]):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


def test_a_result_that_was_changed_is_noticed_by_its_checksum_or_by_the_total(here: Path) -> None:
    begun("q.clew")
    sound = Path("q.clew").read_bytes()
    part, path, *_, result, _, _ = next(row for row in rows("q.clew") if row[4] == 1)
    other = json.dumps({**json.loads(result), "solutions": 7})
    for is_sealed, said in ((False, "a checksum of it is wrong"), (True, "its checksums do not add up")):
        Path("q.clew").write_bytes(sound)
        with closing(sqlite3.connect("q.clew", isolation_level=None)) as connection:
            where = f"part = {part} AND path = '{path}'"
            connection.execute(f"UPDATE subtree SET result = ? WHERE {where}", (other,))
            (*columns, _) = connection.execute(f"SELECT * FROM subtree WHERE {where}").fetchone()
            if is_sealed:
                connection.execute(f"UPDATE subtree SET sum = ? WHERE {where}", (checksum(columns),))
        refused("q.clew", said)


def test_solutions_that_were_written_out_are_counted(here: Path) -> None:
    """A subtree that is searched again would write its solutions twice."""
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.clew.jsonl")
    begun(specification, Listed(), nodes=300)
    last = max(
        (row for row in rows("q.clew") if row[4] == 3 and json.loads(row[5])["solutions"]), key=lambda row: row[1]
    )
    written = Path("q.clew.jsonl").read_bytes()
    assert written
    with closing(sqlite3.connect("q.clew", isolation_level=None)) as connection:
        later = [row[:2] for row in rows("q.clew") if row[4] == 3 and row[1] >= last[1]]
        for place in later:
            connection.execute("UPDATE subtree SET state = 0, result = NULL WHERE part = ? AND path = ?", place)
        tampering.sealed(connection)
    with pytest.raises(clew.InputError, match="it has written out more solutions than it has found"):
        clew.resume("q.clew")
    assert Path("q.clew.jsonl").read_bytes() == written


# -- nothing that it names is run -------------------------------------------------------------------

NAMES = ["evil:Evil", "evil.py", "evil.py:Evil", "./evil.py:Evil", "evil", "os:system", "clew_problems.queens:Queens"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_a_checkpoint_names_is_imported(name: str, here: Path, capsys: Capture) -> None:
    """Neither before the digest is known to be another one nor behind it: it is the digest of the search."""
    begun("q.clew")
    for source in ({"plugin": None, "name": name}, {"plugin": name, "name": "queens"}):
        remarked("q.clew", source={**source, "text": "7", "parameters": []})
        assert main(["status", "q.clew"]) == 0
        capsys.readouterr()
        assert main(["resume", "q.clew"]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert ("--problem" in err and name in err) if source["plugin"] is None else "there is no problem" in err
        with pytest.raises(clew.OptionError):
            clew.resume("q.clew")
    assert clew.resume("q.clew", Queens(7)).result == 40


def test_the_caller_names_what_is_run(here: Path, capsys: Capture) -> None:
    begun("q.clew")
    remarked("q.clew", source={"plugin": None, "name": "evil:Evil", "text": "7", "parameters": []})
    assert main(["resume", "q.clew", "--problem", "clew_problems.queens:Queens"]) == 0
    assert capsys.readouterr().out == "40\n"
    for name, said in [
        ("sudoku", "q.clew: its problem cannot be made again from what it holds"),
        ("langford", "q.clew keeps a search with another problem (queens, not langford)"),
        ("nosuch:Class", "there is no module nosuch"),
    ]:
        assert main(["resume", "q.clew", "--problem", name]) == 2
        assert said in capsys.readouterr().err


def test_an_installed_plugin_is_found_by_its_name_elsewhere_too(here: Path) -> None:
    """As on another machine, where the file of its module lies elsewhere."""
    begun("q.clew")
    remarked("q.clew", source={"plugin": "queens", "name": "/nowhere/queens.py:Queens", "text": "7", "parameters": []})
    assert clew.resume("q.clew").result == 40


@pytest.mark.parametrize("text", ["", "x", "6", "-1", "[0,0,0,0,0,0,0]", "{", "\u2028"])
def test_an_instance_that_is_another_one_is_refused(text: str, here: Path) -> None:
    begun("q.clew")
    remarked("q.clew", source={"plugin": "queens", "name": "queens", "text": text, "parameters": []})
    with pytest.raises(
        clew.InputError, match=r"^q\.clew(: its problem cannot be made again| keeps a search of another)"
    ):
        clew.resume("q.clew")


@pytest.mark.parametrize("parameters", [[["n", "7"]], [["n", {"tuple": []}]], [["n", None]], [["m", 7]], []])
def test_parameters_of_another_type_are_refused(parameters: list[Any], here: Path) -> None:
    begun("q.clew")
    remarked("q.clew", source={"plugin": "queens", "name": "queens", "text": None, "parameters": parameters})
    with pytest.raises(clew.InputError, match=r"^q\.clew: its problem cannot be made again from what it holds"):
        clew.resume("q.clew")


# -- nothing that it names is written ---------------------------------------------------------------


@pytest.mark.parametrize("output", ["notes.txt", "../notes.txt", "evil.py", "q.clew", "new.jsonl"])
def test_no_file_that_a_checkpoint_names_is_written(output: str, here: Path, capsys: Capture) -> None:
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.clew.jsonl")
    clew.solve(Queens(7), Listed(), checkpoint=specification, limits=clew.Limits(time=0))
    Path("q.clew.jsonl").unlink()
    remarked("q.clew", output=output)
    before = tampering.contents(here)
    assert main(["resume", "q.clew"]) == 2
    assert f"q.clew: its solutions go to {output}, and no file is written" in (err := capsys.readouterr().err)
    assert f"clew resume q.clew --output {output}" in err
    with pytest.raises(clew.OptionError, match="no file is written because a checkpoint names it"):
        clew.resume("q.clew")
    assert tampering.contents(here) == before
    assert main(["resume", "q.clew", "--output", "mine.jsonl"]) == 0
    assert len(Path("mine.jsonl").read_text().splitlines()) == 40
    assert {**tampering.contents(here), "q.clew": b""} == {
        **before,
        "q.clew": b"",
        "mine.jsonl": Path("mine.jsonl").read_bytes(),
    }


def test_a_file_that_holds_something_else_is_not_emptied(here: Path, capsys: Capture) -> None:
    """Though the caller names it: nothing is committed yet, so all of it would be cut off."""
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.clew.jsonl")
    clew.solve(Queens(7), Listed(), checkpoint=specification, limits=clew.Limits(time=0))
    assert main(["resume", "q.clew", "--output", "notes.txt"]) == 2
    assert "notes.txt holds what clew did not write, and would lose it" in capsys.readouterr().err
    assert main(["resume", "q.clew", "--output", "q.clew"]) == 2
    assert "is the checkpoint itself" in capsys.readouterr().err
    Path("q.clew.jsonl").write_text("mine\n")
    assert main(["resume", "q.clew"]) == 2
    assert Path("q.clew.jsonl").read_text() == "mine\n"
    Path("q.clew.jsonl").unlink()
    Path("q.clew.jsonl").symlink_to("linked.txt")
    assert main(["resume", "q.clew"]) == 2
    assert "is a link: name the file" in capsys.readouterr().err
    assert not Path("linked.txt").exists()
    assert main(["resume", "q.clew", "--output", "linked.jsonl"]) == 0


def test_a_search_and_its_solutions_go_on_in_another_folder(here: Path, capsys: Capture) -> None:
    options = {"executor": tampering.Holding(), "limits": clew.Limits(time=1), "cutting": TINY}
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.clew.jsonl")
    clew.solve(Queens(7), Listed(), checkpoint=specification, **options)  # type: ignore[arg-type]
    assert Path("q.clew.jsonl").read_bytes()
    moved = here / "moved"
    moved.mkdir()
    for name in ("q.clew", "q.clew.jsonl"):
        Path(name).rename(moved / name)
    assert main(["resume", "moved/q.clew"]) == 0
    assert capsys.readouterr().out == f"40 solutions in {Path('moved/q.clew.jsonl')}\n"
    named = [solution.named() for solution in clew.solutions(Queens(7))]
    assert [json.loads(line)["solution"] for line in (moved / "q.clew.jsonl").read_text().splitlines()] == named
    assert not Path("q.clew.jsonl").exists()


def test_solutions_in_a_file_of_another_name_are_named_again(here: Path, capsys: Capture) -> None:
    words = ["solve", "queens", "7", "--all", "--checkpoint", "q.clew", "--output", "found.jsonl"]
    assert main([*words, "--time-limit", "0s"]) == 3
    capsys.readouterr()
    assert main(["resume", "q.clew"]) == 2
    assert "clew resume q.clew --output found.jsonl" in capsys.readouterr().err
    assert main(["resume", "q.clew", "--output", "found.jsonl"]) == 0
    assert len(Path("found.jsonl").read_text().splitlines()) == 40
    assert clew.resume("q.clew", output="found.jsonl").result == 40
    assert main(words) == 0
    assert clew.checkpoint_status("q.clew").output == "found.jsonl"
    begun("count.clew")
    with pytest.raises(clew.OptionError, match="it writes no solutions into a file: leave the output out"):
        clew.resume("count.clew", output="found.jsonl")


def test_a_journal_that_names_another_file_is_refused(here: Path) -> None:
    """SQLite takes a journal back by itself, and deletes the file that one of several databases names."""
    begun("q.clew")
    with closing(sqlite3.connect("q.clew", isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE subtree SET result = hex(zeroblob(20000))")
        content, journal = Path("q.clew").read_bytes(), bytearray(Path("q.clew-journal").read_bytes())
        connection.execute("ROLLBACK")
    magic, name = bytes.fromhex("d9d505f920a163d7"), bytes(here / "notes.txt")
    assert journal[:8] == magic
    journal += bytes(4) + name + len(name).to_bytes(4) + sum(name).to_bytes(4) + magic
    Path("q.clew").write_bytes(content)
    Path("q.clew-journal").write_bytes(journal)
    for question in (lambda: clew.checkpoint_status("q.clew"), lambda: clew.resume("q.clew")):
        with pytest.raises(clew.InputError, match="its journal is not one that clew writes"):
            question()
    assert Path("q.clew").read_bytes() == content


@pytest.mark.parametrize("place", [18, 19])
@pytest.mark.parametrize("version", [0, 2, 3])
def test_another_kind_of_database_is_refused(place: int, version: int, here: Path) -> None:
    """One with a write-ahead log would have two files beside it, and one of a later SQLite could not be written."""
    begun("q.clew")
    content = bytearray(Path("q.clew").read_bytes())
    content[place] = version
    Path("q.clew").write_bytes(content)
    refused("q.clew", "it keeps another kind of journal than clew does")
    assert {path.name for path in here.iterdir()} == {"q.clew", "evil.py", "notes.txt"}


def test_a_terminal_does_not_obey_a_checkpoint(here: Path, capsys: Capture) -> None:
    begun("q.clew")
    remarked("q.clew", question="\x1b[2J\x07")
    assert main(["status", "q.clew"]) == 0
    assert capsys.readouterr().out.startswith("queens, ?[2J?: node limit\n")


# -- whatever it holds ------------------------------------------------------------------------------


def test_whatever_is_changed_the_answer_is_right_or_the_file_refused() -> None:
    """Some changes; `python -m benchmarks.tampering` does thousands."""
    tally = tampering.tamper(150, seed=0, words=10)
    assert tally["refused"] > tally["answered"] > 10


# -- a limit on nodes -------------------------------------------------------------------------------


def test_what_is_said_of_solutions_is_what_their_file_holds(here: Path, capsys: Capture) -> None:
    for nodes in (1, 1000, 3000, 100_000):
        name = f"q{nodes}.clew"
        words = ["solve", "queens", "9", "--all", "--checkpoint", name, "--node-limit", str(nodes)]
        status = main(words)
        out = capsys.readouterr().out
        number = len(Path(f"{name}.jsonl").read_text().splitlines())
        line = f"{number} solution{'' if number == 1 else 's'} in {name}.jsonl"
        assert (status, out) == (
            (0, f"{line}\n") if number == 352 else (3, f"stopped (node limit): {line} until then\n")
        )
        before = number
        assert main(["resume", name, "--node-limit", "1", "--json"]) in (0, 3)
        told = json.loads(capsys.readouterr().out)
        number = len(Path(f"{name}.jsonl").read_text().splitlines())
        assert told["count"] == told["statistics"]["solutions"] == number >= before
        assert clew.resume(name).result == 352


def test_solutions_that_wait_for_others_are_not_said_to_be_in_the_file(here: Path) -> None:
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.clew.jsonl")
    options = {"executor": tampering.Holding(), "limits": clew.Limits(time=1), "cutting": TINY}
    outcome = clew.solve(Queens(7), Listed(), checkpoint=specification, **options)  # type: ignore[arg-type]
    number = len(Path("q.clew.jsonl").read_text().splitlines())
    assert outcome.status is clew.Status.TIME_LIMIT
    assert outcome.result == outcome.statistics.solutions == number
    assert 0 < number < clew.checkpoint_status("q.clew").solutions


def test_a_limit_on_nodes_is_one_of_each_run(here: Path) -> None:
    """A search that is resumed with the same limit goes on, and comes to its end."""
    found = []
    for _ in range(100):
        outcome = clew.solve(Queens(8), clew.Count(), checkpoint="q.clew", limits=clew.Limits(nodes=300), cutting=TINY)
        found.append(outcome.result)
        if outcome.is_complete:
            break
    assert found == sorted(set(found)) and len(found) > 3  # noqa: PT018
    assert found[-1] == 92
    assert outcome.statistics.nodes == clew.solve(Queens(8), clew.Count(), kernel="python").statistics.nodes


def test_a_search_that_is_over_needs_no_nodes(here: Path) -> None:
    assert clew.count(Queens(7), checkpoint="q.clew") == 40
    assert clew.count(Queens(7), checkpoint="q.clew", limits=clew.Limits(nodes=1)) == 40


def test_only_a_list_goes_into_a_file(here: Path) -> None:
    specification = CheckpointSpecification(here / "q.clew", output=here / "q.jsonl")
    with pytest.raises(clew.OptionError, match="Count writes no solutions into a file"):
        clew.solve(Queens(7), clew.Count(), checkpoint=specification)
