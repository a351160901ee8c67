"""A plugin of pytest with which CPMpy's own tests run.

    pytest -p tests.compat.cpmpy.suite --solver=clew cpmpy-1.1.1/tests

The source distribution of CPMpy has the tests without their `conftest.py` and `utils.py`: this plugin has what they
need of both. A test that names no solver of its own runs with the one of `--solver`; tests that need another solver,
or a package that is not there, are not collected, as in CPMpy's own `conftest.py`.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

import pytest

import clew.compat.cpmpy

MARKERS: Final = ("requires_solver", "requires_dependency", "generate_constraints", "depends_on_solver", "flaky")
DOWNLOADS: Final = "dataset_download"

FLOATS: Final = "_floatsum_supported_solvers"
"""The attribute of CPMpy's tests that names the solvers with objectives of fractions: clew has them."""

LEFT_OUT: Final = {
    "test_examples.py": "the examples are not in the source distribution",
    "test_tools_io.py": "it reads files of `tests/data`, which is not in the source distribution",
    "test_tools_io_dimacs.py": "it reads files of `tests/data`, which is not in the source distribution",
}
"""Files of tests that are left out, with the reason."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--solver", default="clew", help="the solver that the tests ask")


def pytest_configure(config: pytest.Config) -> None:
    from cpmpy.transformations.int2bool import IntVarEnc

    IntVarEnc.NAMED = True
    clew.compat.cpmpy.register()
    for marker in (*MARKERS, DOWNLOADS):
        config.addinivalue_line("markers", f"{marker}: a mark of CPMpy's tests")
    utils: Any = ModuleType("utils")
    utils.skip_on_missing_pblib = _skip_on_missing_pblib
    utils.inclusive_range = lambda low, high: range(low, high + 1)
    utils.lambda_assert = _lambda_assert
    sys.modules["utils"] = utils


def _lambda_assert(check: Callable[[], Any]) -> Callable[[], None]:
    def function() -> None:
        assert check()

    return function


def _skip_on_missing_pblib(skip_on_exception_only: bool = False) -> Any:
    is_missing = importlib.util.find_spec("pypblib") is None
    if skip_on_exception_only:
        return lambda test: test
    return pytest.mark.skipif(is_missing, reason="pypblib is not installed")


def pytest_ignore_collect(collection_path: Any) -> bool | None:
    return True if collection_path.name in LEFT_OUT else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "solver" not in metafunc.fixturenames:
        return
    name = metafunc.config.getoption("--solver")
    marker = metafunc.definition.get_closest_marker("generate_constraints")
    if marker is not None:
        metafunc.parametrize(("solver", "constraint"), [(name, one) for one in marker.args[0](name)], ids=str)
        return
    required = metafunc.definition.get_closest_marker("requires_solver")
    if required is not None and not _has_solver(metafunc.definition):
        metafunc.parametrize("solver", list(required.args))


def _has_solver(definition: Any) -> bool:
    return any("solver" in marker.args[0] for marker in definition.iter_markers("parametrize"))


@pytest.fixture
def solver(request: pytest.FixtureRequest) -> Any:
    name = getattr(request, "param", request.config.getoption("--solver"))
    if request.cls is not None:
        request.cls.solver = name
    return name


@pytest.fixture
def constraint(request: pytest.FixtureRequest) -> Any:
    return request.param


def pytest_collection_modifyitems(config: pytest.Config, items: list[Any]) -> None:
    asked = config.getoption("--solver")
    kept: list[Any] = []
    others: list[Any] = []
    for item in items:
        (kept if _runs(item, asked) else others).append(item)
    for item in kept:
        if hasattr(item.cls, FLOATS):
            setattr(item.cls, FLOATS, frozenset({"clew"}))
    items[:] = kept
    config.hook.pytest_deselected(items=others)


def _runs(item: Any, asked: str) -> bool:
    """Whether a test needs no other solver, no package that is not there, and downloads nothing."""
    if item.get_closest_marker(DOWNLOADS) is not None:
        return False
    needed = item.get_closest_marker("requires_dependency")
    if needed is not None and any(importlib.util.find_spec(name) is None for name in needed.args):
        return False
    if item.get_closest_marker("requires_solver") is None:
        return True
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return bool(parameters.get("solver") == asked)
