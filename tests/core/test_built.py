"""The engine is built from the sources that stand here, is what its stub says, and is chosen for the processor."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import clew
from clew import core
from clew.tools.cli import answers, main

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "clew" / "core"
SETUP = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))

needs_engine = pytest.mark.skipif(not clew.engine().available, reason="there is no engine, as engine().reason says")


def constant(name: str) -> Any:
    """What a constant of setup.py is; to import the file would run it."""
    (found,) = [
        node.value
        for node in SETUP.body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]
    ]
    return ast.literal_eval(found)


def test_the_engine_is_there_if_it_was_required() -> None:
    engine = clew.engine()
    wanted = os.environ.get("CLEW_CORE", "auto")
    assert engine.available or wanted != "require", engine.reason
    assert not engine.available or wanted != "off"
    assert engine.available == (not engine.reason)
    assert engine.version == (clew.__version__ if engine.available else "")


def test_setup_lists_every_source() -> None:
    reached = {f"{name}.pyx" for name in constant("MODULES")}
    todo = list(reached)
    while todo:
        text = (SOURCES / todo.pop()).read_text(encoding="utf-8")
        included = set(re.findall(r"""^\s*include\s+["'](.+?)["']""", text, re.MULTILINE)) - reached
        reached |= included
        todo += included
    files = {file.relative_to(SOURCES).as_posix() for file in SOURCES.rglob("*") if file.suffix in {".pyx", ".pxi"}}
    assert reached == files
    written = {file.name for file in SOURCES.rglob("*.c")}
    assert written == {f"{constant('PROBE')}.c"}


def test_every_module_has_a_stub() -> None:
    names = {*constant("MODULES"), constant("PROBE")}
    assert {f"{name}.pyi" for name in names} == {file.name for file in SOURCES.glob("*.pyi")}


PYTHON_MODULES = constant("PYTHON_MODULES")


def python_file(name: str) -> Path:
    return ROOT.joinpath("src", *name.split(".")).with_suffix(".py")


@pytest.mark.parametrize("name", PYTHON_MODULES)
def test_a_module_in_python_is_compiled_if_the_engine_is_there(name: str) -> None:
    found = import_module(name)
    assert python_file(name).exists()
    assert (Path(str(found.__file__)).suffix == ".py") is not clew.engine().available


def test_no_other_module_is_compiled() -> None:
    suffixes = tuple(EXTENSION_SUFFIXES)
    there = {file for file in (ROOT / "src" / "clew").rglob("*") if file.name.endswith(suffixes)}
    names = {file.relative_to(ROOT / "src").parent / file.name.partition(".")[0] for file in there}
    known = {python_file(name).relative_to(ROOT / "src").with_suffix("") for name in PYTHON_MODULES}
    engine = Path("clew", "core")
    assert {name for name in names if engine not in name.parents} <= known


@needs_engine
def test_for_a_browser_the_plain_engine_alone_is_built() -> None:
    program = (
        "import runpy, setuptools; setuptools.setup = lambda ext_modules, **_: "
        "print(*[word for one in ext_modules for word in (one.name, *one.extra_link_args)]); runpy.run_path('setup.py')"
    )
    environment = {**os.environ, "_PYTHON_HOST_PLATFORM": "emscripten-wasm32", "CLEW_CORE_SANITIZE": ""}
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=True, text=True)
    assert said.stdout.split() == ["clew.core._engine", *PYTHON_MODULES]


@needs_engine
def test_the_engine_is_built_from_these_sources() -> None:
    from clew.core import _engine

    suffixes = {".pyx", ".pxi", ".pxd", ".h", ".c"}
    files = [file for file in sorted(SOURCES.rglob("*")) if file.suffix in suffixes]
    content = b"".join(file.read_bytes() for file in [*files, *map(python_file, PYTHON_MODULES)])
    remedy = "the engine is older than its sources: python setup.py build_ext --inplace"
    assert sha256(content).hexdigest()[:16] == _engine.SOURCES, remedy


@needs_engine
def test_the_stub_is_the_module() -> None:
    from clew.core import _engine

    stub = ast.parse((SOURCES / "_engine.pyi").read_text(encoding="utf-8"))
    said, there = set(described(stub.body)), set(seen(_engine))
    assert said <= there
    for name in {path.partition(".")[0] for path in there - said}:  # of propagators it says nothing
        part = getattr(_engine, name)
        assert isinstance(part, int) or name.startswith("compile_") or issubclass(part, _engine.Owner), name
    for path, node in functions(stub.body):
        thing: Any = _engine
        for part in path.split("."):
            thing = getattr(thing, part)
        named = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        assert [name for name in inspect.signature(thing).parameters if name != "self"] == [
            name for name in named if name not in ("self", "cls")
        ], path


def described(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    """The public names that a stub describes, those of classes with the class before them."""
    for node in body:
        if isinstance(node, ast.AnnAssign):
            yield prefix + ast.unparse(node.target)
        elif isinstance(node, ast.FunctionDef):
            if not node.name.startswith("_"):
                yield prefix + node.name
        elif isinstance(node, ast.ClassDef):
            yield prefix + node.name
            yield from described(node.body, f"{prefix}{node.name}.")


def seen(thing: Any, prefix: str = "") -> Iterator[str]:
    """The public names that are there: what is imported from elsewhere is not the module's own."""
    for name, value in vars(thing).items():
        if name.startswith("_") or inspect.ismodule(value):
            continue
        if inspect.isclass(value) and value.__module__ != "clew.core._engine":
            continue
        yield prefix + name
        if inspect.isclass(value):
            yield from seen(value, f"{prefix}{name}.")


def functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and public methods of a stub, properties aside."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not node.decorator_list:
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{prefix}{node.name}.")


@needs_engine
def test_a_variable_asks_for_the_engine_of_every_processor() -> None:
    program = "import clew; print(clew.engine().instructions)"
    environment = {**os.environ, "CLEW_CORE_PLAIN": "1"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True, text=True)
    assert said.stdout == "plain\n"


@needs_engine
def test_the_engine_for_newer_processors_is_taken_if_it_runs() -> None:
    file = Path("/proc/cpuinfo")
    if not file.exists():
        pytest.skip("this system does not list what its processor can do")
    can = set(file.read_text(encoding="utf-8").split())
    has_all = {"popcnt", "bmi1", "bmi2", "avx2"} <= can and os.environ.get("CLEW_CORE_PLAIN") != "1"
    assert clew.engine().instructions == ("x86-64-v3" if has_all else "plain")


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder in the place of `clew/core`, where no engine is."""
    monkeypatch.delitem(sys.modules, "clew.core._engine", raising=False)
    monkeypatch.delattr(core, "_engine", raising=False)
    monkeypatch.setattr(core, "__path__", [str(tmp_path)])
    monkeypatch.setattr(core, "__file__", str(tmp_path / "__init__.py"))
    clew.engine.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    if str(getattr(sys.modules.get("clew.core._engine"), "__file__", "")).startswith(str(tmp_path)):
        del sys.modules["clew.core._engine"]
        vars(core).pop("_engine", None)
    clew.engine.cache_clear()


def test_an_engine_of_another_version_is_an_error(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (empty / "_engine.py").write_text("VERSION, INSTRUCTIONS = '0.0.9', 'plain'")
    line = f"the engine belongs to clew 0.0.9, and this is clew {clew.__version__}: install clew again"
    with pytest.raises(clew.EngineError, match=re.escape(line)):
        clew.engine()
    assert main(["--version"]) == answers.FAILED
    assert capsys.readouterr() == ("", f"clew: {line}\n")


def test_without_an_engine_the_reason_is_told(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (empty / "absent.txt").write_text("there was no C compiler (cc)\n")
    assert clew.engine() == clew.Engine(available=False, reason="there was no C compiler (cc)")
    assert main(["--version"]) == 0
    out = f"clew {clew.__version__}\nengine: none, because there was no C compiler (cc)\n"
    assert capsys.readouterr() == (out, "")


def test_a_tree_that_was_never_installed_says_so(empty: Path) -> None:
    assert not clew.engine().available
    assert clew.engine().reason == "it was not built for this Python"


def test_an_engine_that_cannot_be_loaded_says_why(empty: Path) -> None:
    (empty / "_engine.py").write_text("raise ImportError('no symbol of that name')")
    assert clew.engine() == clew.Engine(available=False, reason="it cannot be loaded: no symbol of that name")
