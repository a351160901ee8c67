"""The file of a checkpoint: what it keeps, what it refuses, and what happens when the disk fails."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.scale.checkpoint.checkpoint import Checkpoint, opened
from clew.scale.checkpoint.files import Lock
from clew.scale.checkpoint.reader import APPLICATION, FORMAT, reading
from clew.scale.checkpoint.schema import Row
from clew.scale.checkpoint.store import Store
from clew.scale.parallel.subtree import Expanded, Subtree, SubtreeResult
from clew_problems import Queens
from tests.examples import examples

IDENTITY: dict[str, Any] = {
    "version": "0",
    "problem": "queens",
    "digest": "a" * 64,
    "question": "All",
    "given": [],
    **dict.fromkeys(("inference", "variable_order", "value_order", "seed", "verify", "solutions")),
    "output": False,
}
REMARKS = {"source": None, "question": "All", "strategy": None, "output": None}
PROBLEM = Queens(4)


@pytest.fixture(autouse=True)
def _nothing_stays_open() -> Iterator[None]:
    """What a test leaves open, as if its process were gone, is closed afterwards."""
    stores: list[Store] = []
    make = Store.__init__

    def made(store: Store, *given: Any) -> None:
        make(store, *given)
        stores.append(store)

    with mock.patch.object(Store, "__init__", made):
        yield
    for store in stores:
        store.close()


def result(subtree: Subtree, *solutions: tuple[int, ...]) -> SubtreeResult:
    depth = len(subtree.path)
    return SubtreeResult(subtree, (0,) * depth + (1, 2), 3, len(solutions), list(solutions), True, 0.25, "python")


def count(subtree: Subtree, number: int) -> SubtreeResult:
    return attrs.evolve(result(subtree), solutions=number, payload=number)


def again(
    path: Path, output: Path | None = None, problem: clew.Problem[Any, Any] = PROBLEM, *, lists: bool = True
) -> Checkpoint:
    """The checkpoint of the same search, which is new if there is no file."""
    search = {"identity": {**IDENTITY, "output": output is not None}, "remarks": REMARKS}
    return opened(path, search, problem, output, lists=lists)


def begun(
    path: Path, width: int = 4, output: Path | None = None, *, lists: bool = True
) -> tuple[Checkpoint, list[Subtree]]:
    checkpoint = again(path, output, lists=lists)
    children = [Subtree((rank,), weight=Fraction(1, width)) for rank in range(width)]
    checkpoint.planned(children, Expanded((1,), 2))
    return checkpoint, children


def results_of(checkpoint: Checkpoint) -> list[SubtreeResult]:
    past = checkpoint.past()
    assert past is not None
    return list(past[0])


def open_in(checkpoint: Checkpoint) -> list[Subtree]:
    past = checkpoint.past()
    assert past is not None
    return list(past[1])


def rows(path: Path) -> list[Row]:
    """The rows of a file."""
    found: list[Row] = []
    with reading(path) as reader:
        assert reader is not None
        reader.contents(found.append)
    return found


def left_alone(path: Path) -> dict[str, bytes]:
    """Every file of a folder, but for locks."""
    return {file.name: file.read_bytes() for file in path.iterdir() if file.suffix != ".lock"}


# -- what it keeps ----------------------------------------------------------------------------------


def test_everything_is_there_after_a_close(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    first, (a, b, c, d) = begun(path)
    assert first.past() is not None
    first.finished(result(c, (1, 3, 0, 2)))
    grandchildren = [Subtree((1, 2), weight=Fraction(1, 12)), Subtree((1, 0), weight=Fraction(1, 12))]
    first.recut(b, grandchildren, Expanded((0, 1), 5, Fraction(1, 12)))
    first.finished(result(d))
    first.close("interrupted")
    second = again(path)
    past = second.past()
    assert past is not None
    assert past[1] == [a, *reversed(grandchildren)]
    assert list(past[0]) == [result(c, (1, 3, 0, 2)), result(d)]
    assert past[2] == Expanded((1, 1), 7, Fraction(1, 12))
    second.close("complete")


def test_nothing_is_planned_at_first(tmp_path: Path) -> None:
    checkpoint = again(tmp_path / "search.clew")
    assert checkpoint.past() is None
    checkpoint.close("interrupted")
    assert again(tmp_path / "search.clew").past() is None


@pytest.mark.parametrize("listed", [False, True])
def test_ctrl_c_while_something_is_being_kept_waits_for_that(
    tmp_path: Path, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, output = tmp_path / "search.clew", tmp_path / "solutions.jsonl" if listed else None
    checkpoint, (a, b, *_) = begun(path, output=output)
    keep = Store.keep

    def interrupted(store: Store, rows: list[Any]) -> None:
        signal.raise_signal(signal.SIGINT)
        keep(store, rows)

    monkeypatch.setattr("clew.scale.checkpoint.checkpoint.EVERY", 0)
    monkeypatch.setattr("clew.scale.checkpoint.checkpoint.SHARE", 0)
    monkeypatch.setattr(Store, "keep", interrupted)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.finished(result(a, (1, 3, 0, 2)))
    monkeypatch.setattr(Store, "keep", keep)
    assert signal.getsignal(signal.SIGINT) is handler
    checkpoint.finished(result(b, (2, 0, 3, 1)))
    checkpoint.close("interrupted")
    with reading(path) as reader:
        assert reader is not None
        assert reader.about()["status"] == "interrupted"
    assert [kept.subtree for kept in results_of(again(path, output))] == [a, b]
    if output is not None:
        assert len(output.read_text(encoding="utf-8").splitlines()) == 2


def test_numbers_of_any_size_are_kept(tmp_path: Path) -> None:
    checkpoint, (a, *_) = begun(tmp_path / "search.clew", lists=False)
    checkpoint.finished(count(a, 10**40))
    checkpoint.close("")
    assert results_of(again(tmp_path / "search.clew", lists=False)) == [count(a, 10**40)]


def test_weights_of_any_depth_are_kept(tmp_path: Path) -> None:
    """Deep down a tree they have more digits than Python reads in decimal."""
    path = tmp_path / "search.clew"
    checkpoint = again(path)
    deep = [Subtree((0,) * 20_000, weight=Fraction(1, 3**20_000)), Subtree((1,), weight=1 - Fraction(1, 3**20_000))]
    checkpoint.planned(deep, Expanded())
    checkpoint.close("")
    assert open_in(again(path)) == deep


def test_a_value_of_any_kind_is_kept_by_its_place(tmp_path: Path) -> None:
    model = clew.Model()
    values = (frozenset({1}), (1, 2), None, 2.5, "text", True)
    model.variables(["x", ("y", 1)], values)
    checkpoint = again(tmp_path / "search.clew", problem=model)
    checkpoint.planned([Subtree()], Expanded())
    found = [(first, second) for first in values for second in values]
    checkpoint.finished(attrs.evolve(result(Subtree()), solutions=len(found), payload=found))
    checkpoint.close("")
    (kept,) = results_of(again(tmp_path / "search.clew", problem=model))
    assert kept.payload == found
    assert [list(map(type, pair)) for pair in kept.payload] == [list(map(type, pair)) for pair in found]


class Undeclared(clew.Problem[Any, Any]):
    """Variables appear as the search goes."""


def test_values_that_appear_are_kept_if_they_are_plain(tmp_path: Path) -> None:
    problem = Undeclared()
    checkpoint = again(tmp_path / "search.clew", problem=problem)
    halves = [Subtree((rank,), weight=Fraction(1, 2)) for rank in range(2)]
    checkpoint.planned(halves, Expanded())
    solution = {("cell", 1): (1, ("x", None)), "size": 2.5}
    checkpoint.finished(attrs.evolve(result(halves[0]), solutions=2, payload=[solution, {}]))
    checkpoint.close("")
    checkpoint = again(tmp_path / "search.clew", problem=problem)
    assert [kept.payload for kept in results_of(checkpoint)] == [[solution, {}]]
    checkpoint.finished(attrs.evolve(result(halves[1]), payload=[{"x": frozenset()}]))
    with pytest.raises(clew.OptionError, match="a checkpoint cannot keep frozenset"):
        checkpoint.close("")


Paths = st.lists(st.tuples(st.booleans(), st.integers(0, 7), st.integers(0, 3)), max_size=30)


@examples(60)
@given(steps=Paths, crashes=st.sets(st.integers(0, 29)))
def test_any_run_and_any_crashes_give_the_same(
    steps: list[tuple[bool, int, int]], crashes: set[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A random tree of subtrees, searched in a random order; after some steps the process is gone."""
    folder = tmp_path_factory.mktemp("crash")
    path, output = folder / "search.clew", folder / "search.jsonl"
    checkpoint, _ = begun(path, 3, output)
    for number, (cuts, which, size) in enumerate(steps):
        left = open_in(checkpoint)
        if not left:
            break
        chosen = left[which % len(left)]
        if cuts:
            children = [Subtree((*chosen.path, rank), weight=chosen.weight / size) for rank in range(size)]
            checkpoint.recut(chosen, children, Expanded((), 0, Fraction(0) if children else chosen.weight))
        else:
            checkpoint.finished(result(chosen, *[solution_of(chosen, k) for k in range(size)]))
        if number in crashes:
            checkpoint._store.close()  # nothing is committed on the way out
            with output.open("ab") as file:
                file.write(b'{"solution": {"0": 1, "to')
            checkpoint = again(path, output)
    for subtree in open_in(checkpoint):
        checkpoint.finished(result(subtree, solution_of(subtree, 0)))
    checkpoint.close("complete")
    searched = sorted((row.subtree.path, row.result.solutions) for row in rows(path) if row.result)
    expected = [
        {"solution": dict(zip("0123", solution_of(Subtree(way), k), strict=True))}
        for way, number in searched
        for k in range(number)
    ]
    assert [json.loads(line) for line in output.read_text().splitlines()] == expected


def solution_of(subtree: Subtree, number: int) -> tuple[int, int, int, int]:
    """Something that tells subtrees and numbers apart, as far as four places of a board allow."""
    mixed = hash((subtree.path, number))
    return mixed % 4, mixed // 4 % 4, mixed // 16 % 4, number % 4


# -- the solutions as they become certain -------------------------------------------------------------


def written(path: Path) -> list[list[int]]:
    return [list(json.loads(line)["solution"].values()) for line in path.read_text().splitlines()]


def test_solutions_are_written_in_order_once_what_comes_before_is_known(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    checkpoint, (a, b, c, d) = begun(tmp_path / "search.clew", output=output)
    checkpoint.finished(result(c, (3, 3, 3, 3)))
    checkpoint.finished(result(b, (2, 2, 2, 2)))
    checkpoint.recut(d, [], Expanded((), 0, d.weight))
    assert written(output) == []
    checkpoint.finished(result(a, (1, 1, 1, 1), (1, 1, 1, 2)))
    checkpoint.close("complete")
    assert written(output) == [[1, 1, 1, 1], [1, 1, 1, 2], [2, 2, 2, 2], [3, 3, 3, 3]]
    assert not any(row.result and row.result.payload for row in rows(tmp_path / "search.clew"))  # kept once, not twice


@pytest.mark.parametrize("harm", ["gone", "shorter", "changed"])
def test_solutions_that_were_tampered_with_are_refused(harm: str, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    checkpoint, (a, *_) = begun(tmp_path / "search.clew", output=output)
    checkpoint.finished(result(a, (1, 1, 1, 1)))
    checkpoint.close("")
    kept = output.read_bytes()
    if harm == "gone":
        output.unlink()
    else:
        output.write_bytes(kept[:-1] if harm == "shorter" else kept.replace(b"1", b"2", 1))
    before = left_alone(tmp_path)
    with pytest.raises(clew.InputError, match=r"out\.jsonl (is missing|has lost|was changed).*put"):
        again(tmp_path / "search.clew", output)
    assert left_alone(tmp_path) == before
    output.write_bytes(kept)
    again(tmp_path / "search.clew", output).close("")


def test_a_file_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("mine\n")
    with pytest.raises(clew.InputError, match="is there already"):
        again(tmp_path / "search.clew", output)
    assert left_alone(tmp_path) == {"out.jsonl": b"mine\n"}


# -- what it refuses --------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint of some pages."""
    path = tmp_path / "search.clew"
    checkpoint, children = begun(path, 400)
    for subtree in children[:300]:
        checkpoint.finished(result(subtree, *[(1, 2, 3, 0)] * 20))
    checkpoint.close("interrupted")
    return path


def refusal(path: Path) -> str:
    """What is said about a file, which must be left as it is."""
    before = left_alone(path.parent)
    with pytest.raises(clew.InputError) as raised:
        again(path)
    assert left_alone(path.parent) == before
    assert not Lock.is_held(path)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    path.write_text("a poem, and not a short one\n" * 100)
    assert "is no checkpoint of clew" in refusal(path)
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE about (name)")
    other.close()
    assert "is no checkpoint of clew" in refusal(path)


@pytest.mark.parametrize(("version", "writer"), [(FORMAT + 1, "a newer clew"), (1, "clew 0.1"), (0, "an older clew")])
def test_a_file_of_another_format_is_refused(version: int, writer: str, kept: Path) -> None:
    other = sqlite3.connect(kept)
    other.execute(f"PRAGMA user_version = {version}")
    other.close()
    assert f"written by {writer}, in format {version}, not {FORMAT}" in refusal(kept)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_a_file_that_lost_its_end_is_refused(share: float, kept: Path) -> None:
    content = kept.read_bytes()
    kept.write_bytes(content[: int(len(content) * share)])
    assert "damaged" in refusal(kept)


def test_rows_that_went_missing_are_noticed(kept: Path) -> None:
    """A page that points to a wrong page: each row that is left is sound by itself."""
    content = bytearray(kept.read_bytes())
    size = int.from_bytes(content[16:18])
    inner = [at for at in range(size, len(content), size) if content[at] == 2]  # inner pages of a table with a key
    assert inner
    for at in inner:
        cell = at + int.from_bytes(content[at + 12 : at + 14])
        content[at + 8 : at + 12] = content[cell : cell + 4]  # the last child is now the first one
    kept.write_bytes(content)
    assert "damaged" in refusal(kept)


def test_transactions_survive_a_power_cut_as_far_as_sqlite_can_tell(tmp_path: Path) -> None:
    checkpoint, _ = begun(tmp_path / "search.clew")
    connection = checkpoint._store.connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    checkpoint.close("")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a small checkpoint."""
    path = tmp_path_factory.mktemp("sound") / "search.clew"
    checkpoint, children = begun(path, 60)
    for subtree in children[:50]:
        checkpoint.finished(result(subtree, *[(1, 2, 3, 0)] * 5))
    checkpoint.close("interrupted")
    return path.read_bytes()


@given(where=st.floats(0, 0.999), change=st.integers(1, 255))
def test_a_changed_byte_does_no_harm(
    where: float, change: int, sound: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It is refused, or it lies where SQLite keeps nothing, and everything is read as it was."""
    path = tmp_path_factory.mktemp("change") / "search.clew"
    content = bytearray(sound)
    content[int(where * len(content))] ^= change
    path.write_bytes(content)
    children = [Subtree((rank,), weight=Fraction(1, 60)) for rank in range(60)]
    try:
        harmed = again(path)
    except clew.InputError:
        assert path.read_bytes() == content
    else:
        assert results_of(harmed) == [result(subtree, *[(1, 2, 3, 0)] * 5) for subtree in children[:50]]
        assert open_in(harmed) == children[50:]
        harmed.close("")


def test_a_search_of_something_else_is_refused(kept: Path) -> None:
    before = kept.read_bytes()
    for identity, said in (
        ({"problem": "takuzu"}, r"another problem \(queens, not takuzu\)"),
        ({"digest": "b" * 64}, "another instance, or of a problem that was changed since"),
        ({"inference": "arc"}, r"another inference \(the default, not arc\)"),
    ):
        with pytest.raises(clew.InputError, match=said):
            opened(kept, {"identity": {**IDENTITY, **identity}, "remarks": REMARKS}, PROBLEM)
        assert kept.read_bytes() == before


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    path.touch()
    checkpoint, _ = begun(path)
    checkpoint.close("")
    assert len(open_in(again(path))) == 4


def test_a_folder_that_is_not_there_is_an_error_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(clew.OptionError, match="cannot be written: No such file"):
        again(tmp_path / "nowhere" / "search.clew")


def test_a_lock_that_cannot_be_had_is_an_error_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "search.clew.lock").mkdir()
    with pytest.raises(clew.OptionError, match=r"search\.clew cannot be locked: unable to open"):
        again(tmp_path / "search.clew")


def test_two_writers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    assert not Lock.is_held(path)
    first, _ = begun(path)
    assert Lock.is_held(path)
    with pytest.raises(clew.OptionError, match="a search is running on"):
        again(path)
    first.close("")
    assert not Lock.is_held(path)
    assert not Path(f"{path}.lock").exists()
    again(path).close("")


def test_a_lock_whose_holder_died_keeps_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    checkpoint, _ = begun(path)
    checkpoint.close("")
    Path(f"{path}.lock").touch()
    assert not Lock.is_held(path)
    again(path).close("")


def test_the_file_says_what_it_is(kept: Path) -> None:
    connection = sqlite3.connect(kept)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    connection.close()


def test_a_transaction_that_was_cut_short_is_taken_back(kept: Path, tmp_path: Path) -> None:
    """The files as they are when a process dies within a transaction: reading them changes nothing."""
    other = tmp_path / "other"
    other.mkdir()
    path = other / "search.clew"
    connection = sqlite3.connect(kept, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE subtree SET result = 'x' || result")
    shutil.copyfile(kept, path)
    shutil.copyfile(f"{kept}-journal", f"{path}-journal")
    connection.execute("ROLLBACK")
    connection.close()
    assert path.read_bytes() != kept.read_bytes()
    before = left_alone(other)
    assert sum(row.result is not None for row in rows(path)) == 300
    assert left_alone(other) == before
    checkpoint = again(path)
    assert len(results_of(checkpoint)) == 300
    checkpoint.close("")
    assert left_alone(other).keys() == {"search.clew"}


def test_a_search_that_died_within_its_first_transaction_is_started_again(tmp_path: Path) -> None:
    path, dying = tmp_path / "search.clew", tmp_path / "dying"
    connection = sqlite3.connect(dying, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE about (value)")
    connection.executemany("INSERT INTO about VALUES (?)", [(bytes(2000),)] * 20)
    shutil.copyfile(dying, path)
    shutil.copyfile(f"{dying}-journal", f"{path}-journal")
    connection.close()
    assert path.stat().st_size
    with reading(path) as reader:
        assert reader is None, "nothing of the search was kept"
    checkpoint, children = begun(path)
    checkpoint.close("")
    assert [row.subtree for row in rows(path)] == children


# -- when the disk fails ------------------------------------------------------------------------------


class Failing(sqlite3.Connection):
    """A connection whose statements fail from one of them on."""

    errors: Iterator[BaseException | None] = iter(())

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        if sql in ("BEGIN IMMEDIATE", "COMMIT") and (error := next(Failing.errors, None)) is not None:
            raise error
        return super().execute(sql, parameters)


def failure(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


@pytest.mark.parametrize("name", ["SQLITE_FULL", "SQLITE_IOERR", "SQLITE_BUSY"])
@pytest.mark.parametrize("step", range(12))
def test_a_disk_that_fails_at_any_step_costs_no_result(
    step: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each statement that begins or ends a transaction fails in turn; what was committed stays, and the rest is done
    again."""
    path, output = tmp_path / "search.clew", tmp_path / "out.jsonl"
    real = sqlite3.connect
    monkeypatch.setattr("clew.scale.checkpoint.checkpoint.EVERY", 0.0)
    monkeypatch.setattr("clew.scale.checkpoint.checkpoint.SHARE", 0.0)

    def connect(file: Any, **named: Any) -> sqlite3.Connection:
        return real(file, factory=Failing, **named) if file == path else real(file, **named)

    monkeypatch.setattr("clew.scale.checkpoint.store.sqlite3.connect", connect)
    monkeypatch.setattr(Failing, "errors", iter([*[None] * step, failure(name)]))
    children = [Subtree((rank,), weight=Fraction(1, 4)) for rank in range(4)]

    def search() -> None:
        checkpoint = again(path, output)
        try:
            checkpoint.planned(children, Expanded((1,), 2))
            for rank, subtree in enumerate(children):
                checkpoint.finished(result(subtree, (rank, 0, 0, 0)))
        finally:
            checkpoint.close("complete")

    with pytest.raises(clew.CheckpointError, match=r"cannot be written, .*(clew resume|nothing of the search is kept)"):
        search()
    assert next(Failing.errors, "it failed") == "it failed"
    assert not Lock.is_held(path)
    monkeypatch.setattr("clew.scale.checkpoint.store.sqlite3.connect", real)
    assert path.exists() or not output.exists()  # nothing is left of a search that could not be begun
    checkpoint = again(path, output)
    if checkpoint.past() is None:
        checkpoint.planned(children, Expanded((1,), 2))
    for subtree in open_in(checkpoint):
        checkpoint.finished(result(subtree, (subtree.path[0], 0, 0, 0)))
    assert [kept.subtree.path for kept in results_of(checkpoint)] == [(0,), (1,), (2,), (3,)]
    checkpoint.close("complete")
    assert written(output) == [[rank, 0, 0, 0] for rank in range(4)]


@pytest.mark.parametrize("target", ["elsewhere", "there"])
def test_a_link_in_place_of_the_lock_is_not_followed(target: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"")
    link = tmp_path / "search.clew.lock"
    link.symlink_to(tmp_path / target)
    with pytest.raises(clew.OptionError, match=r"search\.clew\.lock is a link, and no lock of clew's: remove it"):
        again(tmp_path / "search.clew")
    assert not Lock.is_held(tmp_path / "search.clew")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["search.clew.lock", "there"]
    link.unlink()
    again(tmp_path / "search.clew").close("")
