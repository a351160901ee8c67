"""Searching on a Dask cluster: real processes, which are killed, added late, slow, or out of memory."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import attrs
import pytest
from distributed import Client, LocalCluster

import clew
from clew.options import Cutting
from clew.scale.parallel.cluster import slice_of
from clew.scale.parallel.running import solve
from clew.scale.parallel.subtree import SLICE
from clew.scale.parallel.tasks import batch_size
from clew.tools.cli import main
from clew_problems import Queens
from tests.processes import running
from tests.scale.parallel.test_pool import FILE
from tests.scale.parallel.test_running import SMALL, TINY, Recorded

untyped: Any = LocalCluster, Client
PATIENCE = 60
"""Seconds after which what a test waits for will not come any more."""


@attrs.frozen
class Somewhere(clew.Problem[str, int]):
    """Six variables of three values, all of them allowed; and something that happens in the workers.

    Attributes:
        folder: where the workers leave word for each other.
        what: what happens.
    """

    folder: str
    what: str
    name = "somewhere"

    def domains(self) -> dict[str, range]:
        return dict.fromkeys("abcdef", range(3))

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        if len(state) == 2 and (*(state[v] for v in state), value) == (1, 2, 0):
            HAPPENS[self.what](Path(self.folder))
        elif self.what == "slow" and len(state) > 1:
            slow(Path(self.folder))
        elif self.what == "late" and len(state) == 2:
            sign(Path(self.folder))
        return True


COUNT = 3**6
FAR = Cutting(subtrees=9, first=0)
"""The cut is above the third level, where something happens."""


def sign(folder: Path) -> None:
    """This worker was here."""
    (folder / f"worker {os.getpid()}").touch()


def once(folder: Path) -> bool:
    """Whether nobody was here before."""
    try:
        (folder / "once").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def await_until(holds: Callable[[], bool]) -> None:
    """Wait for something to hold."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < PATIENCE, "it never did"
        time.sleep(0.02)


def die(folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(folder: Path) -> None:
    if once(folder):
        die(folder)


def grow_once(folder: Path) -> None:
    """Take more memory than there is, until somebody takes notice."""
    if once(folder):
        held: list[bytes] = []

        def grow() -> bool:
            held.append(os.urandom(2**20) * 50)
            return False

        await_until(grow)


def wait_for_another(folder: Path) -> None:
    """Wait for a worker that is not there yet."""
    sign(folder)
    await_until(lambda: len(list(folder.glob("worker *"))) > 1)


def slow(folder: Path) -> None:
    """One of the workers is slow: the first that comes here."""
    if once(folder):
        (folder / f"slow {os.getpid()}").touch()
    if (folder / f"slow {os.getpid()}").exists():
        time.sleep(0.02)


def nothing(folder: Path) -> None:
    """Nothing happens."""


HAPPENS: dict[str, Callable[[Path], None]] = {
    "dies": die,
    "dies once": die_once,
    "grows once": grow_once,
    "late": wait_for_another,
    "waits": wait_for_another,
    "slow": slow,
    "nothing": nothing,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two processes of 400 MB. Dask does not try a task again, so that clew has to."""
    import dask

    cluster_of, _ = untyped
    # A cluster takes a worker for lost that is away twice in some seconds, and here they die again and again.
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1h"}),
        cluster_of(
            n_workers=2,
            threads_per_worker=1,
            memory_limit="400MB",
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        ) as made,
    ):
        made.scheduler.allowed_failures = 0
        yield made


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    _, client_of = untyped
    with client_of(cluster, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=PATIENCE)
        yield made
        await_until(lambda: not any(made.processing().values()))
        assert not [name for name in cluster.scheduler.worker_plugins if name.startswith("clew")]


STRATEGIES: list[clew.Strategy[Any]] = [
    clew.Count(),
    clew.All(),
    clew.First(),
    clew.AtMost(3),
    clew.Unique(),
    clew.Sample(4, seed=1),
    clew.Best(lambda solution: solution[0] * solution[5] % 7),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@pytest.mark.parametrize("cutting", [SMALL, TINY], ids=["once", "again"])
def test_the_answers_are_those_of_one_search(client: Any, strategy: clew.Strategy[Any], cutting: Cutting) -> None:
    one = clew.solve(Queens(7), strategy, kernel="python", variable_order="mrv")
    outcome = clew.solve(
        Queens(7), strategy, kernel="python", variable_order="mrv", executor=client.get_executor(), cutting=cutting
    )
    assert outcome.result == one.result
    assert outcome.status is one.status
    if not strategy.stops:
        assert outcome.statistics.nodes_per_level == one.statistics.nodes_per_level


def test_solutions_come_in_order(client: Any) -> None:
    options: Any = {"executor": client, "cutting": SMALL, "kernel": "python"}
    listed = list(clew.solutions(Queens(6), **options))
    assert listed == list(clew.solutions(Queens(6)))
    unfinished = clew.solutions(Queens(7), **options)
    assert next(unfinished) == clew.first(Queens(7))
    unfinished.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", ["dies once", "grows once", "slow"])
@pytest.mark.parametrize("failures", [0, 3], ids=["clew tries again", "Dask tries again"])
def test_what_happens_to_a_worker_changes_nothing(
    cluster: Any, client: Any, tmp_path: Path, what: str, failures: int
) -> None:
    cluster.scheduler.allowed_failures = failures
    outcome = clew.solve(Somewhere(str(tmp_path), what), clew.Count(), executor=client, cutting=FAR)
    cluster.scheduler.allowed_failures = 0
    assert (tmp_path / "once").exists()
    assert outcome.result == COUNT
    assert outcome.is_complete
    assert outcome.statistics.nodes_per_level == tuple(3**level for level in range(7))


def test_the_subtree_that_kills_its_workers_is_named(client: Any, tmp_path: Path) -> None:
    problem = Somewhere(str(tmp_path), "dies")
    with pytest.raises(clew.ProblemError, match=r"^subtree 1\.2 was lost 3 times: its worker died, 1 times over"):
        clew.count(problem, executor=client, cutting=FAR)
    outcome = clew.solve(problem, clew.Count(), executor=client, cutting=FAR, keep_going=True)
    assert outcome.result == COUNT - 3**4
    assert [failure.subtree for failure in outcome.failures] == ["1.2"]


def test_a_worker_that_joins_late_takes_part(tmp_path: Path) -> None:
    cluster_of, client_of = untyped
    journal = Recorded()
    with (
        cluster_of(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL) as made,
        client_of(made, set_as_default=False) as client,
    ):

        def add() -> None:
            await_until(lambda: bool(list(tmp_path.glob("worker *"))))
            made.scale(2)

        adding = Thread(target=add)
        adding.start()
        options: Any = {"executor": client, "cutting": FAR}
        outcome = solve(Somewhere(str(tmp_path), "late"), clew.Count(), options, journal)
        adding.join()
    assert outcome.result == COUNT
    assert len({result.worker for result in journal.results()}) == 2


def test_a_scheduler_that_is_lost_costs_no_result(tmp_path: Path) -> None:
    cluster_of, client_of = untyped
    file = tmp_path / "kept"
    problem = Somewhere(str(tmp_path), "waits")  # for a worker that never comes
    has_begun = Event()

    def tell(progress: clew.Progress) -> None:
        if progress.fraction:
            has_begun.set()

    made = cluster_of(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL)
    client = client_of(made, set_as_default=False)

    def end() -> None:
        await_until(lambda: bool(list(tmp_path.glob("worker *"))))
        has_begun.wait(PATIENCE)
        client.close()
        made.close()

    ending = Thread(target=end)
    ending.start()
    with pytest.raises(clew.ProblemError, match="the executor is broken"):
        clew.count(problem, executor=client, cutting=FAR, checkpoint=file, progress=tell)
    ending.join()
    assert 0 < clew.checkpoint_status(file).finished < 9
    sign(tmp_path)
    (tmp_path / "worker of another run").touch()
    assert clew.count(problem, checkpoint=file) == COUNT


def test_a_limit_ends_what_the_workers_do(client: Any) -> None:
    outcome = clew.solve(Queens(14), clew.Count(), executor=client, kernel="python", limits=clew.Limits(time=1))
    assert outcome.status is clew.Status.TIME_LIMIT
    assert 0 < outcome.result < 365596
    await_until(lambda: not any(client.processing().values()))


def test_what_is_defined_anywhere_travels(client: Any, tmp_path: Path) -> None:
    class Local(Somewhere):
        pass

    assert clew.count(Local(str(tmp_path), "nothing"), executor=client, cutting=FAR) == COUNT
    file = tmp_path / "latin.py"
    file.write_text(FILE, encoding="utf-8")
    problem = clew.load(str(file))
    file.rename(tmp_path / "gone.py")  # as on another machine
    with pytest.raises(FileNotFoundError):
        clew.count(problem, executor=client, cutting=SMALL)
    (tmp_path / "gone.py").rename(file)
    assert clew.count(problem, executor=client, cutting=SMALL, kernel="python") == 576


def test_what_cannot_be_done_is_said_in_one_line(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(executor: Any, message: str) -> None:
        with pytest.raises(clew.OptionError, match=message) as caught:
            clew.count(Queens(8), executor=executor, cutting=SMALL)
        assert "\n" not in str(caught.value)

    refused("nowhere", "^'nowhere' is no address of a Dask scheduler")
    refused("none.json", "^there is no file none.json")
    with monkeypatch.context() as patch:
        patch.setattr("clew.scale.parallel.cluster.ANSWER", 0.2)
        refused("tcp://127.0.0.1:1", "^no Dask scheduler answers at tcp://127.0.0.1:1 ")
    with monkeypatch.context() as patch:
        patch.setattr("clew.__version__", "99")
        refused(client, r"^worker tcp://.* has clew .* and this is clew 99: the machines of a cluster must")
    with monkeypatch.context() as patch:
        patch.setattr("clew.scale.parallel.limits.find_spec", lambda name: None)
        refused("local", r"needs Dask: pip install 'clewpy\[dask\]'")


def test_the_command_line(cluster: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    many = ("--kernel", "python", "--dask", cluster.scheduler_address)
    assert main(["count", "queens", "11", "--subtrees", "40", *many]) == 0
    assert main(["solve", "queens", "11", *many, "--order", "static", "--style", "coordinates"]) == 0
    kept = str(tmp_path / "kept")
    assert main(["count", "queens", "11", "--checkpoint", kept, "--node-limit", "40000", *many]) == 3
    assert main(["resume", kept, *many]) == 0
    out, errors = capsys.readouterr()
    assert out.splitlines()[0] == "2680"
    assert out.splitlines()[1] == "A1 C2 E3 G4 I5 K6 B7 D8 F9 H10 J11"
    assert out.splitlines()[-1] == "2680"
    assert "clew: kept in" in errors
    assert main(["count", "queens", "11", "--subtrees", "4"]) == 2
    assert main(["count", "queens", "8", "--subtrees", "0"]) == 2
    assert main(["count", "queens", "11", "--subtrees", "40", "--subtree-nodes", "999", *many]) == 0


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C goes to a process group")
def test_ctrl_c_ends_a_cluster_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    words = ["count", "queens", "14", "--kernel", "python", "--dask", "local", "--jobs", "2", "--checkpoint", str(file)]

    def has_begun() -> bool:
        try:
            return clew.checkpoint_status(file).finished > 0
        except clew.InputError:
            return False

    with running([sys.executable, "-m", "clew", *words]) as search:
        await_until(has_begun)
        os.killpg(search.pid, signal.SIGINT)
        out, errors = search.communicate(timeout=PATIENCE)
    assert search.returncode == 130
    assert re.fullmatch(r"at least \d+ \(unfinished: interrupted\)\n", out)
    assert re.fullmatch(r"clew: kept in .* goes on from here\n", errors)


def test_tasks_grow_with_the_cluster_so_that_the_scheduler_keeps_up() -> None:
    assert slice_of(1) == SLICE
    assert all(size / slice_of(size) <= 200 for size in (50, 1000, 10000))
    assert [batch_size(number, 10) for number in (0, 79, 80, 1280, 10**6)] == [1, 1, 2, 32, 32]
