"""The borders: the engine knows no problem, problems use public names, imports run inwards."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

import clew
from clew.core import engine

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "src" / "clew"
PROBLEMS = ROOT / "problems" / "clew_problems"
NAMES: Final[list[str]] = vars(clew)["__all__"]
PUBLIC = {
    "clew",
    "clew.constraints",
    "clew.events",
    "clew.formats",
    "clew.forms",
    "clew.forms.addresses",
    "clew.forms.coded_grids",
    "clew.forms.codings",
    "clew.render",
    "clew.variants",
}

FLOORS = [
    {"errors", "exports", "limits", "records"},
    {"constraints", "forms", "render", "state"},
    {"outcome", "problem", "variants"},
    {"core", "options", "plugins", "reference", "solution", "strategies"},
    {"planning"},
    {"scale"},
    {"api", "ranking"},
    {"answers", "exchange", "watch"},
    {"compat", "puzzles"},
    {"tools"},
]
"""From the inside out. A module imports from its own room and from lower floors only, for types too.

A room is a folder; the single modules of a floor are one room.
"""
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}
DOORS = {"__init__", "__main__"}
"""They name what lies on every floor."""
FORMER = {"events", "formats", "testing", "trace"}
"""Public names of modules that lie elsewhere: their `.pyi` files are for type checkers."""


@cache
def imported(file: Path) -> tuple[str, ...]:
    """The modules that a file imports, when it runs, when a function is called, or for its types."""
    return tuple(_imported(file))


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""
            if node.module == "clew":
                yield from (f"clew.{alias.name}" for alias in node.names if (ENGINE / alias.name).exists())


def top(module: str) -> str:
    """The layer's name of a module of the engine."""
    return module.split(".")[1] if "." in module else "__init__"


def test_the_engine_imports_no_problem() -> None:
    for file in ENGINE.rglob("*.py"):
        assert not [m for m in imported(file) if m.split(".")[0] == "clew_problems"], file


def test_problems_import_only_public_names() -> None:
    for file in PROBLEMS.rglob("*.py"):
        ours = {m for m in imported(file) if m.split(".")[0] == "clew"}
        assert ours <= PUBLIC, file
        names = [n.attr for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.Attribute)
                 and isinstance(n.value, ast.Name) and n.value.id == "clew"]  # fmt: skip
        assert not set(names) - set(NAMES), file


def test_imports_run_inwards() -> None:
    for file in ENGINE.rglob("*.py"):
        room = file.relative_to(ENGINE).with_suffix("").parts[0]
        for module in () if room in DOORS else imported(file):
            if module.split(".")[0] != "clew" or module == "clew" or top(module) == room:
                continue
            is_loose = not any((ENGINE / name).is_dir() for name in (room, top(module)))
            assert LEVEL[top(module)] < LEVEL[room] + is_loose, f"{file} imports {module}"


def inner_imports(room: Path) -> dict[str, set[str]]:
    """For each folder or module of a room, which others of the room its files import."""
    found: dict[str, set[str]] = {}
    for file in room.rglob("*.py"):
        name = file.relative_to(room).with_suffix("").parts[0]
        modules = (module.split(".")[2:3] for module in imported(file) if module.startswith(f"clew.{room.name}."))
        found.setdefault(name, set()).update(module[0] for module in modules if module and module[0] != name)
    return found


@pytest.mark.parametrize("room", ["answers", "puzzles", "reference", "scale", "tools", "watch"])
def test_the_folders_of_a_room_import_in_one_direction(room: str) -> None:
    tuple(TopologicalSorter(inner_imports(ENGINE / room)).static_order())


def test_the_methods_of_counting_know_no_plan() -> None:
    for file in (ENGINE / "planning" / "counting").rglob("*.py"):
        outer = {m for m in imported(file) if m.startswith("clew.planning.")}
        assert all(module.startswith("clew.planning.counting") for module in outer), file


def test_a_stranger_can_take_in_the_rooms() -> None:
    rooms = [path for path in ENGINE.iterdir() if (path / "__init__.py").exists()]
    assert len(rooms) <= 16
    assert len(FLOORS) <= 10
    assert all((room / "__init__.py").read_text(encoding="utf-8").startswith('"""') for room in rooms)


def test_grids_have_one_entrance() -> None:
    behind = {"columns", "meet_in_the_middle", "orbits", "row_by_row", "tables"}
    for file in ENGINE.rglob("*.py"):
        if ENGINE / "planning" / "counting" not in file.parents:
            assert not {f"clew.planning.counting.{name}" for name in behind} & set(imported(file)), file


def test_every_folder_has_its_tests() -> None:
    for folder in ENGINE.iterdir():
        if (folder / "__init__.py").exists():
            assert list((ROOT / "tests" / folder.name).rglob("test_*.py")), f"there are no tests of {folder.name}"


def test_every_module_has_a_floor() -> None:
    for path in ENGINE.iterdir():
        if path.suffix == ".py" or (path / "__init__.py").exists():
            assert path.stem in {*LEVEL, *DOORS, *FORMER}, path


def test_importing_clew_loads_little() -> None:
    program = "import sys, clew; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    heavy = {"argparse", "cloudpickle", "dask", "distributed", "numpy", "numba", "rich", "shtab", "sqlite3",
             "multiprocessing", "clew_problems", "clew.core", "importlib.metadata", "difflib",
             "asyncio", "hypothesis", "pytest"}  # fmt: skip
    assert not heavy & set(loaded)


def test_importing_a_problem_loads_no_other_problem_and_no_drawing() -> None:
    program = "import sys, clew_problems; clew_problems.Sudoku; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    assert {m for m in loaded if m.startswith("clew_problems.")} == {"clew_problems.sudoku"}
    assert not {
        "clew.render",
        "clew.problem.events",
        "clew.forms.grid",
        "clew.constraints.table",
        "importlib.metadata",
    } & set(loaded)


def test_a_command_loads_what_it_needs() -> None:
    def loaded_by(*words: str) -> set[str]:
        program = "import sys; from clew.tools.cli import main; main(); print(*sys.modules)"
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=True, text=True)
        return set(done.stdout.splitlines()[-1].split())

    foreign = {"importlib.metadata", "ssl", "urllib.request", "zipfile", "shtab", "numpy", "multiprocessing"}
    outer = {"answers.batch", "answers.diagnosis", "answers.estimation", "answers.symmetry", "planning.counting"}
    outer |= {"problem.events", "problem.model", "render.svg", "scale.parallel", "tools.comparison.comparing"}
    outer |= {"tools.testing", "watch.trace"}
    outer = {f"clew.{name}" for name in outer}
    assert loaded_by("solve", "sudoku", "4", "--json") & (foreign | outer) == set()
    assert loaded_by("count", "queens", "6") & (foreign | outer) == set()
    assert (
        loaded_by("--version") & {*foreign, *outer, "clew.planning.plan", "clew.reference.propagation.compiler"}
        == set()
    )


@pytest.mark.skipif(not engine().available, reason="there is no engine here, so the search in Python runs")
@pytest.mark.parametrize("question", ["first(clew_problems.Queens(6))", "is_unique(clew_problems.Sudoku.empty(4))"])
def test_a_search_by_the_engine_loads_nothing_of_the_search_in_python(question: str) -> None:
    program = f"import sys, clew, clew_problems; clew.{question}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    ours = {f"planning.{name}" for name in ("reference", "loop_steps", "patience")}
    ours |= {
        "reference.search.restarts",
        "reference.propagation.compiler",
        "reference.propagation.network",
        "constraints.arithmetic",
    }
    assert {"clew.planning.engine_method", "clew.core._engine"} <= set(loaded)
    assert not {f"clew.{name}" for name in ours} & set(loaded)


@pytest.mark.skipif(not engine().available, reason="there is no engine here, so the search in Python runs")
@pytest.mark.parametrize("question", ["first(queens)", "count(queens)", "is_unique(sudoku)", "best(queens, len)"])
def test_a_first_call_imports_nothing_more(question: str) -> None:
    """A question by the engine takes less than a millisecond, and an import may take ten."""
    program = f"""
import sys, clew, clew_problems
queens, sudoku, _ = clew_problems.Queens(6), clew_problems.Sudoku.empty(4), clew.first
before = set(sys.modules)
clew.{question}
print(*set(sys.modules) - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert not done.stdout.split()


def test_every_command_has_a_function() -> None:
    from clew.tools.cli.commands import SUMMARIES, runner

    assert all(runner(name).__doc__ for name in SUMMARIES)


def test_every_public_name_of_a_package_that_imports_when_asked_is_there_whatever_was_imported_before() -> None:
    for package, before in (
        ("clew.render", "clew.problem.pictures"),
        ("clew.constraints", "clew.problem.model"),
        ("clew_problems",) * 2,
        ("clew.variants", "clew.problem.model"),
    ):
        program = f"import types, {package}, {before}\nfor name in {package}.__all__:\n"
        program += f"    assert not isinstance(getattr({package}, name), types.ModuleType), name"
        subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("stub", sorted(ENGINE.rglob("__init__.pyi")), ids=lambda stub: stub.parent.name)
def test_type_checkers_find_the_public_names_where_a_program_does(stub: Path) -> None:
    package = importlib.import_module(".".join(stub.parent.relative_to(ENGINE.parent).parts))
    imports = [
        node for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    homes = {alias.asname or "": node.module or "" for node in imports for alias in node.names}
    assert set(package.__all__) == set(homes)
    for name, home in homes.items():
        assert getattr(importlib.import_module(home), name) is getattr(package, name), name


def test_public_names_are_documented() -> None:
    for name in NAMES:
        thing = getattr(clew, name)
        if name != "DEAD_END":
            assert thing.__doc__, name
