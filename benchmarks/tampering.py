"""What becomes of a checkpoint that was tampered with: `python -m benchmarks.tampering --times 5000`.

Checkpoints of many kinds are changed in many ways: rows are lost, doubled and moved, values are replaced by values of
other types and ranges, keys go and come, bytes flip, the file is cut short. The checksums are left as they were, or
those of the changed rows are made right, or all of them. Then `status` and `resume` are asked, in Python and on the
command line: each gives what the search really gives, or refuses the file in one line, with exit status 2; and no
file is touched but the checkpoint and its solutions, and these not where the file is refused.

Where all checksums are made right, a result that was changed is believed: nothing but another search knows better. So
there, and there only, the answer may be another one where the changed place is one of `BELIEVED`. A path that the tree
does not have is noticed only when the search comes to it, so the subtrees before it are finished and kept.
"""

# ruff: noqa: S608  (statements are made of what stands in this file)

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Final

import attrs

import clew
from clew.options import CheckpointSpecification, Cutting
from clew.scale.checkpoint.reader import checksum
from clew.scale.checkpoint.specification import Listed
from clew.tools.cli import main as command
from clew_problems import LetterTree, Queens

FILE, LINES = "search.clew", "search.clew.jsonl"

EVIL = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
"""A module that leaves a trace when it is imported or run."""

PLUGIN = """
import attrs
import clew

@attrs.frozen
class Steps(clew.Problem[int, int]):
    n: int = 3
    step: int = clew.parameter(1, "the least difference of neighbours")

    @classmethod
    def from_text(cls, text, **parameters):
        return cls(int(text), **parameters)

    def to_text(self):
        return str(self.n)

    def domains(self):
        return {k: range(4) for k in range(self.n)}

    def is_consistent(self, state, variable, value):
        return variable - 1 not in state or abs(state[variable - 1] - value) >= self.step
"""

TINY: Final = Cutting(subtrees=6, nodes=12, solutions=4, again=2, first=0)

BELIEVED: Final = {"result", "solutions", "path", "identity", "source", "strategy"}
"""Columns, entries and parts of entries that say what was found, or what was searched for."""


class Held(Future[Any]):
    """A task that nobody begins, until it is cancelled."""

    def cancel(self) -> bool:
        return super().cancel() and not self.set_running_or_notify_cancel()


class Holding(Executor):
    """Never comes to the second task that it is given: what lies behind it is finished, and waits."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Held() if self.tasks == 2 else Future()
        if self.tasks != 2:
            future.set_result(fn(*args, **kwargs))
        return future


@attrs.frozen
class Base:
    """A sound checkpoint.

    Attributes:
        name: what it is called.
        files: what is in its folder.
        expected: the result of its search.
        again: what `clew.resume` has to be given.
        words: what `clew resume` has to be given.
    """

    name: str
    files: dict[str, bytes]
    expected: Any
    again: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()


@attrs.frozen
class Change:
    """What was done to a checkpoint.

    Attributes:
        what: in a few words.
        where: the names of the columns, entries and fields that were changed.
    """

    what: str
    where: frozenset[str]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder to work in, with files that concern nobody, on the path of imports."""
    before = Path.cwd(), list(sys.path)
    with tempfile.TemporaryDirectory() as name:
        here = Path(name).resolve()
        os.chdir(here)
        sys.path.insert(0, name)
        try:
            yield here
        finally:
            os.chdir(before[0])
            sys.path[:] = before[1]
            sys.modules.pop("evil", None)


def filled(here: Path, files: dict[str, bytes]) -> None:
    """Have nothing but these files in a folder."""
    for path in here.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, content in files.items():
        (here / name).write_bytes(content)


def contents(here: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in here.iterdir() if path.is_file()}


def bases(here: Path) -> list[Base]:
    """Checkpoints of many kinds, most of them of searches that were stopped."""
    made = []

    def keep(
        name: str,
        problem: clew.Problem[Any, Any],
        strategy: clew.Strategy[Any],
        *,
        lists: bool = False,
        again: tuple[Any, ...] = (),
        words: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        filled(here, {"evil.py": EVIL.encode(), "notes.txt": b"mine\n", "steps.py": PLUGIN.encode()})
        specification = CheckpointSpecification(here / FILE, output=here / LINES if lists else None)
        clew.solve(problem, strategy, **{"checkpoint": specification, "cutting": TINY, **options})
        files = contents(here)
        expected = clew.resume(here / FILE, *again, cutting=TINY).result
        made.append(Base(name, files, expected, again, words))

    def stopped(nodes: int) -> dict[str, Any]:
        return {"limits": clew.Limits(nodes=nodes)}

    def held() -> dict[str, Any]:
        return {"executor": Holding(), "limits": clew.Limits(time=0.3)}

    keep("a count that is complete", Queens(6), clew.Count())
    keep("a count that was stopped", Queens(7), clew.Count(), **stopped(250))
    keep("a count in one piece", Queens(6), clew.Count(), cutting=Cutting())
    keep("a count that has not begun", Queens(6), clew.Count(), limits=clew.Limits(time=0))
    keep("a list in a file", Queens(7), Listed(), lists=True, **held())
    keep("a list in a file that is complete", Queens(6), Listed(), lists=True)
    keep("a list in the checkpoint", Queens(7), clew.All(), **held())
    keep("the first", Queens(7), clew.First())
    keep("a sample", Queens(7), clew.Sample(2, seed=5), **stopped(250))
    options: dict[str, Any] = {"given": {0: 3}, "inference": "arc", "variable_order": "mrv", "seed": 4}
    keep("with options", Queens(8), clew.All(), **options, **stopped(60))
    tree = LetterTree.from_text("A(B(C,D),B(D,C),C(B,D),D)", word="ABC")
    keep("variables that appear", tree, clew.All())
    steps = clew.load("./steps.py", "5", step=2)
    words = ("--problem", "steps.py")
    keep("a problem in a file", steps, clew.All(), again=(steps,), words=words, **stopped(30))
    model = clew.Model()
    x, y, z = model.variables("x y z", range(5))
    model.require(x < y, y != z)
    source = {"model": clew.exchange.to_json(model)}
    keep("a model", model, clew.Count(), checkpoint=CheckpointSpecification(here / FILE, source))
    return made


# -- changes ----------------------------------------------------------------------------------------

VALUES: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        False,
        -1,
        0,
        1,
        2,
        3,
        7,
        10**30,
        10**400,
        10**4200,
        0.5,
        1e300,
        "",
        "x",
        "0",
        "7",
        "1/2",
        "1/1",
        "2/2",
        "0/1",
        "1/0",
    ),
    *("evil", "evil:Evil", "evil.py", "./evil.py:Evil", "notes.txt", "../x", "\ud800", "a\nb", "\x1b[2J", "Count"),
    *(
        "complete",
        "arc",
        "random",
        [],
        [0],
        [[]],
        [[0, 0]],
        [["k", 1]],
        {},
        {"tuple": []},
        {"tuple": 3},
        {"function": "x"},
    ),
    ["AtMost", [["k", 1]]],
    {"model": "{}"},
    {"plugin": "evil", "name": "evil:Evil", "text": "7", "parameters": []},
    {"plugin": None, "name": "evil.py:Evil", "text": "7", "parameters": []},
)

COLUMNS: Final = ("part", "path", "multiplicity", "weight", "state", "result", "solutions")


def tampered(path: Path, draws: random.Random) -> Change | None:
    """Change a checkpoint in some way; None if there was nothing to change."""
    if draws.random() < 0.1:
        return in_bytes(path, draws)
    kind = draws.choice((in_tables, *(in_rows, in_columns) * 2, *(in_json,) * 4))
    connection = sqlite3.connect(path, isolation_level=None)
    with contextlib.closing(connection):
        connection.execute("BEGIN")
        change = kind(connection, draws)
        connection.execute("COMMIT")
        right = draws.choice(("none", "row", "all"))
        if change is not None and right != "none" and sealed(connection, with_total=right == "all"):
            return attrs.evolve(change, what=f"{change.what}, all checksums right")
        return None if change is None else attrs.evolve(change, where=frozenset())


def sealed(connection: sqlite3.Connection, *, with_total: bool = True) -> bool:
    """Make the checksums of rows right, and their total; whether all of them are right then."""
    with contextlib.suppress(sqlite3.Error):
        total = 0
        for table, keys in (("about", ("name",)), ("subtree", ("part", "path"))):
            for *columns, _ in connection.execute(f"SELECT * FROM {table}").fetchall():
                if columns[0] == "total":
                    continue
                total += checksum(columns)
                where = " AND ".join(f"{key} IS ?" for key in keys)
                statement = f"UPDATE {table} SET sum = ? WHERE {where}"
                connection.execute(statement, (checksum(columns), *columns[: len(keys)]))
        if with_total:
            text = json.dumps(total)
            connection.execute("REPLACE INTO about VALUES ('total', ?, ?)", (text, checksum(["total", text])))
        return with_total
    return False


def in_bytes(path: Path, draws: random.Random) -> Change:
    """Bytes of the file, whatever they are."""
    content = bytearray(path.read_bytes())
    place = draws.randrange(len(content)) if draws.random() < 0.8 else draws.randrange(100)
    what = draws.choice(("flip", "cut", "zeros", "insert", "append", "noise"))
    if what == "flip":
        content[place] ^= draws.randrange(1, 256)
    elif what == "cut":
        del content[place:]
    elif what == "zeros":
        content[place : place + 512] = bytes(len(content[place : place + 512]))
    elif what == "insert":
        content[place:place] = b"\xff\xfe"
    elif what == "append":
        content += b"more"
    else:
        content[place : place + 16] = draws.randbytes(len(content[place : place + 16]))
    path.write_bytes(content)
    return Change(f"bytes: {what} at {place}", frozenset())


def in_tables(connection: sqlite3.Connection, draws: random.Random) -> Change:
    """The tables themselves, and the header."""
    statement = draws.choice(
        (
            "DROP TABLE subtree",
            "DROP TABLE about",
            "ALTER TABLE subtree ADD COLUMN more TEXT",
            "ALTER TABLE about RENAME COLUMN value TO worth",
            "CREATE TABLE more (x)",
            "CREATE VIEW more AS SELECT * FROM about",
            "CREATE TRIGGER more AFTER INSERT ON subtree BEGIN DELETE FROM subtree; END",
            "CREATE INDEX more ON subtree (state)",
            "PRAGMA user_version = 1",
            "PRAGMA user_version = 9",
            "PRAGMA application_id = 7",
        )
    )
    connection.execute(statement)
    return Change(statement, frozenset())


def in_rows(connection: sqlite3.Connection, draws: random.Random) -> Change | None:
    """Whole rows: lost, doubled, moved, exchanged."""
    rows = connection.execute("SELECT * FROM subtree").fetchall()
    if not rows or draws.random() < 0.15:
        name = draws.choice([name for (name,) in connection.execute("SELECT name FROM about")])
        connection.execute("DELETE FROM about WHERE name = ?", (name,))
        return Change(f"the entry {name} is gone", frozenset())
    row = draws.choice(rows)
    what = draws.choice(
        ("delete", "delete some", "delete all", "below", "beside", "above", "exchange", "state", "part")
    )
    if what == "delete":
        connection.execute("DELETE FROM subtree WHERE part = ? AND path = ?", row[:2])
    elif what == "delete some":
        connection.execute("DELETE FROM subtree WHERE state = ?", (row[4],))
    elif what == "delete all":
        connection.execute("DELETE FROM subtree")
    elif what == "exchange":
        other = draws.choice(rows)
        for one, two in ((row, other), (other, row)):
            connection.execute("REPLACE INTO subtree VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*one[:2], *two[2:]))
        return Change(f"{what} {row[:5]} and {other[:5]}", frozenset({"path"}))
    elif what == "state":
        state = draws.randrange(4)
        results = row[5:7] if state in (1, 3) else (None, None)
        connection.execute("REPLACE INTO subtree VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row[:4], state, *results, 0))
    else:
        path = {"below": f"{row[1]}.0".lstrip("."), "beside": f"{row[1]}9", "above": row[1].rpartition(".")[0]}
        place = (1, row[1]) if what == "part" else (row[0], path[what])
        connection.execute("REPLACE INTO subtree VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*place, *row[2:]))
    return Change(f"{what} {row[:5]}", frozenset({"state"}))


def in_columns(connection: sqlite3.Connection, draws: random.Random) -> Change | None:
    """The value of a column, of any type that SQLite has."""
    rows = connection.execute("SELECT part, path FROM subtree").fetchall()
    values = [
        value
        for value in VALUES
        if not isinstance(value, (list, dict, str)) and not (isinstance(value, int) and value > 7)
    ]
    texts = [value for value in VALUES if isinstance(value, str) and value != "\ud800"]
    value = draws.choice([*values, *texts, "0.1", "01", "0..1", b"\xff", b"1", 2**62, float("inf")])
    column = draws.choice((*COLUMNS, "sum", "value"))
    what = "?" if draws.random() < 0.9 else f"CAST(x'ff' || {column} AS TEXT)"  # no UTF-8
    given = (value,) if what == "?" else ()
    with contextlib.suppress(sqlite3.IntegrityError):
        if column == "value" or not rows:
            name = draws.choice([name for (name,) in connection.execute("SELECT name FROM about")])
            what = what.replace(column, "value")
            connection.execute(f"UPDATE about SET value = {what} WHERE name = ?", (*given, name))
            return Change(f"value of {name} = {given or what}", frozenset({name}))
        row = draws.choice(rows)
        connection.execute(f"UPDATE subtree SET {column} = {what} WHERE part = ? AND path = ?", (*given, *row))
        return Change(f"{column} of {row} = {given or what}", frozenset({column}))
    return None


def in_json(connection: sqlite3.Connection, draws: random.Random) -> Change | None:
    """A leaf, or a part, of the JSON in an entry or in a row."""
    names = [name for (name,) in connection.execute("SELECT name FROM about WHERE name != 'total'")]
    cells: list[tuple[str, str, str, tuple[Any, ...]]] = [("about", "value", "name = ?", (name,)) for name in names]
    if draws.random() < 0.4:
        rows = connection.execute("SELECT part, path, result, solutions FROM subtree").fetchall()
        for part, path, *texts in rows:
            found = [name for name, text in zip(("result", "solutions"), texts, strict=True) if text is not None]
            cells += [("subtree", column, "part = ? AND path = ?", (part, path)) for column in found]
    table, column, where, key = draws.choice(cells)
    name = key[0] if table == "about" else column
    (text,) = connection.execute(f"SELECT {column} FROM {table} WHERE {where}", key).fetchone()
    changed, path = _changed(json.loads(text), draws)
    text = draws.choice((text[:-1], text + "]", "[" * 5000, "NaN", "9" * 5000)) if draws.random() < 0.05 else changed
    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (text, *key))
    return Change(f"{name} of {key}: {path} now {str(text)[:200]}", frozenset({name, *path}))


def _changed(content: Any, draws: random.Random) -> tuple[str, tuple[str, ...]]:
    """A JSON value with one change somewhere in it, as text, and the way to the change."""
    inner, way = content, list[str]()
    while isinstance(inner, (dict, list)) and inner and draws.random() < 0.85:
        step = draws.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        below = inner[step]
        if not (isinstance(below, (dict, list)) and below and draws.random() < 0.8):
            value = draws.choice((*VALUES, "", below))
            what = draws.choice(("replace", "replace", "replace", "delete", "more", "nested", "near"))
            if what == "near" and type(below) is int:
                inner[step] = below + draws.choice((-1, 1))
            elif what == "delete":
                del inner[step]
            elif what == "more":
                inner.update(more=value) if isinstance(inner, dict) else inner.insert(step, value)
            elif what == "nested":
                inner[step] = _deep(draws.choice((3, 100)), below)
            else:
                inner[step] = value
            return json.dumps(content), (*way, str(step))
        way.append(str(step))
        inner = below
    return json.dumps(draws.choice(VALUES)), tuple(way)


def _deep(depth: int, value: Any) -> Any:
    for _ in range(depth):
        value = {"tuple": [value]}
    return value


# -- what becomes of them ---------------------------------------------------------------------------


def asked(base: Base, change: Change, here: Path, *, in_words: bool) -> Iterator[str]:
    """What `status` and `resume` make of a changed checkpoint: whether it is refused or answered.

    Args:
        base: what it was.
        change: what was done to it.
        here: its folder.
        in_words: whether to ask on the command line too.

    Raises:
        AssertionError: it is neither, or a file was touched that must not be.
    """
    before = contents(here)
    is_believed = bool(change.where & BELIEVED)
    questions: tuple[Callable[[], tuple[str, Any]], ...] = (
        lambda: _in_python(lambda: clew.checkpoint_status(here / FILE)),
        lambda: _on_the_command_line("status", FILE),
        lambda: _in_python(lambda: clew.resume(here / FILE, *base.again, cutting=TINY)),
        lambda: _on_the_command_line("resume", FILE, *base.words, "--json"),
    )
    for number, question in enumerate(questions):
        if number % 2 and not in_words:
            continue
        filled(here, before)
        verdict, answer = question()
        after = contents(here)
        may_write = number >= 2 and (verdict == "answered" or "path" in change.where)
        untouched = {**before, **_kept(after)} if may_write else before
        if after != untouched:
            raise AssertionError(f"touched: {sorted(set(after) ^ set(before)) or 'contents'}")
        if verdict == "answered" and number == 2 and not is_believed:
            _compare(answer.result, base.expected, answer.status)
        if verdict == "answered" and number == 3 and not is_believed:
            told = json.loads(answer)
            expected = base.expected if isinstance(base.expected, int) else None
            if expected is not None:
                _compare(told["count"], expected, clew.Status(told["status"]))
        yield verdict


def _kept(after: dict[str, bytes]) -> dict[str, bytes]:
    return {name: after[name] for name in (FILE, LINES) if name in after}


def _compare(found: Any, expected: Any, status: clew.Status) -> None:
    if status in (clew.Status.COMPLETE, clew.Status.SOLUTION_LIMIT) and found != expected:
        raise AssertionError(f"{found!r} instead of {expected!r}")


def _in_python(question: Callable[[], Any]) -> tuple[str, Any]:
    try:
        return "answered", question()
    except (clew.InputError, clew.OptionError) as error:
        if "\n" in str(error):
            raise AssertionError(f"more than one line: {error}") from None
        return "refused", None


def _on_the_command_line(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = command(words)
    if status not in (0, 1, 2) or err.getvalue().count("\n") != (status == 2) or (status == 2 and out.getvalue()):
        raise AssertionError(f"exit status {status}: {out.getvalue()}{err.getvalue()}")
    if "\x1b" in out.getvalue() + err.getvalue():
        raise AssertionError("a terminal would obey the file")
    return ("refused" if status == 2 else "answered"), out.getvalue()


def tamper(times: int, seed: int, words: int = 1) -> Counter[str]:
    """Change checkpoints so many times; how often they were refused, and how often answered rightly.

    Args:
        times: how many times.
        seed: for what is random.
        words: every which case is asked on the command line too, which takes longer.

    Raises:
        AssertionError: something else came of one; the message says what was changed.
    """
    tally: Counter[str] = Counter()
    with folder() as here:
        sound = bases(here)
        for number in range(times):
            draws = random.Random(f"{seed} {number}")
            base = sound[number % len(sound)]
            filled(here, base.files)
            change = tampered(here / FILE, draws)
            if change is None:
                continue
            began = time.perf_counter()
            try:
                tally.update(asked(base, change, here, in_words=number % words == 0))
            except BaseException as error:
                error.add_note(f"case {number} of seed {seed}, {base.name}: {change.what}")
                raise
            tally["slow"] += time.perf_counter() - began > 5
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for what, number in sorted(tamper(options.times, options.seed).items()):
        print(f"{what}: {number}")


if __name__ == "__main__":
    main()
