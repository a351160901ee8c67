"""Fetching the native kernel while a search goes on: who compiles, and that nothing of the program is changed by it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from clew.constraints import AllDifferent, Sum
from clew.kernels import choose, fetching, native, native_layout, native_table
from clew.levels import ARC
from clew.propagation.compiler import compiled

SHORT = """
import sys, time
import clew
import clew.fitting
from clew.kernels import choose
from clew_problems import Queens

clew.fitting.unfit = lambda *request: "a test takes the engine away"
clew.plan.unfit = clew.fitting.unfit
choose.announce.append(lambda: print("compiling"))
end = time.monotonic() + float(sys.argv[1])
while not choose.ready and time.monotonic() < end:
    clew.solve(Queens(20), clew.Count(), limits=clew.Limits(time=1))
print(*choose.ready)
"""


def searched(folder: Path, seconds: float) -> list[str]:
    """What a program says that counts for a while, with compiled code in a folder of its own."""
    return subprocess.run(
        [sys.executable, "-c", SHORT, str(seconds)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()


def test_what_a_short_program_began_to_compile_is_ready_for_the_next_one(tmp_path: Path) -> None:
    assert searched(tmp_path, choose.AFTER + 1) == ["compiling"]  # said once, for two searches
    patience = time.monotonic() + 120
    while list(tmp_path.rglob("flat.compiling")):
        assert time.monotonic() < patience
        time.sleep(0.1)
    assert searched(tmp_path, 60) == ["flat"]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The processes that were asked for."""
    asked: list[Any] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **options: asked.append(command))
    return asked


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing had been compiled before."""
    monkeypatch.setattr(choose, "ready", {})
    monkeypatch.setattr(native, "is_compiled", lambda purpose: False)


def fetched() -> Any:
    """The native kernel, as a search gets it that goes on meanwhile."""
    mover = choose.Mover("flat")
    mover._at = 0
    patience = time.monotonic() + 120
    while mover.native is None:
        assert not mover.reason
        assert time.monotonic() < patience
        time.sleep(0.01)
    return mover.native


@pytest.mark.usefixtures("uncompiled")
def test_the_compiler_has_a_process_of_its_own(calls: list[Any]) -> None:
    assert fetched() is native
    ((executable, _, code),) = calls
    assert os.fsdecode(executable) == sys.executable
    assert "native.warm('flat')" in code.replace("\\", "")


@pytest.mark.usefixtures("uncompiled")
def test_a_search_that_waits_compiles_itself(calls: list[Any]) -> None:
    assert choose.Mover("flat", at_once=True).native is native
    assert calls == []


@pytest.mark.usefixtures("uncompiled")
def test_without_a_place_for_compiled_code_the_program_compiles(
    calls: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "cache_folder", lambda: None)
    assert fetched() is native
    assert calls == []


@pytest.mark.usefixtures("uncompiled")
def test_a_frozen_program_is_not_run_again(calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert fetched() is native
    assert calls == []


@pytest.mark.usefixtures("uncompiled")
def test_without_a_process_the_program_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.spawn.get_executable", lambda: "/nowhere/python")
    assert fetched() is native


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that says that another program compiles."""
    monkeypatch.setattr(native, "cache_folder", lambda: tmp_path)
    file = tmp_path / "flat.compiling"
    file.touch()
    return file


@pytest.mark.usefixtures("uncompiled")
def test_what_another_program_compiles_is_waited_for(calls: list[Any], mark: Path) -> None:
    mover = choose.Mover("flat")
    mover._at = 0
    for _ in range(20):
        assert mover.native is None
        time.sleep(0.01)
    mark.unlink()
    assert fetched() is native
    assert calls == []


@pytest.mark.usefixtures("uncompiled")
def test_a_program_that_was_ended_while_it_compiled_is_not_waited_for(calls: list[Any], mark: Path) -> None:
    os.utime(mark, (1e9, 1e9))
    assert fetched() is native
    assert len(calls) == 1
    assert not mark.exists()


@pytest.mark.usefixtures("uncompiled")
def test_what_a_network_calls_is_compiled_elsewhere_and_once(calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    names = "abcd"
    network = compiled(dict.fromkeys(names, range(5)), (Sum(names, "==", 7), AllDifferent(names)), ARC)
    choose.Mover("walk", at_once=True)
    monkeypatch.setattr(native_table, "_places", {})
    monkeypatch.setattr(native_layout, "compiled_before", lambda name: name == "native_propagation.propagate")
    movers = [choose.Mover("walk") for _ in range(3)]
    patience = time.monotonic() + 120
    for mover in movers:
        mover._at = 0
    while any(mover.layout(network, None, last_first=True) is None for mover in movers):
        assert time.monotonic() < patience
        time.sleep(0.01)
    statements = [code.replace("\\", "") for *_, code in calls]
    assert len(statements) == 2  # for the network, and for this search in it
    assert "native_calls.linear" in statements[0]
    assert "native_calls.matching" in statements[0]
    assert "propagate" not in statements[0]
    assert "native_choices.last_value" in statements[1]


@pytest.mark.parametrize("collects", [True, False])
def test_threads_that_fetch_beside_each_other_leave_the_program_as_it_was(collects: bool) -> None:
    interval, was_collecting = sys.getswitchinterval(), gc.isenabled()
    begun, may_end = Event(), Event()

    def fetch() -> None:
        with fetching.eager():
            begun.set()
            may_end.wait()

    try:
        (gc.enable if collects else gc.disable)()
        thread = Thread(target=fetch)
        with fetching.eager():  # the first to begin is the first to end
            thread.start()
            begun.wait()
        assert sys.getswitchinterval() == pytest.approx(fetching.EAGER)
        assert not gc.isenabled()
        may_end.set()
        thread.join()
        assert sys.getswitchinterval() == pytest.approx(interval)
        assert gc.isenabled() == collects
    finally:
        may_end.set()
        (gc.enable if was_collecting else gc.disable)()


def test_a_search_naps_only_while_something_is_over_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    monkeypatch.setattr("clew.kernels.fetching.time.sleep", naps.append)
    fetching.nap()
    with fetching.eager():
        fetching.nap()
        assert naps == []
        with fetching.eager(is_short=True):
            fetching.nap()
        assert naps == [fetching.NAP]
        fetching.nap()
    assert naps == [fetching.NAP]
