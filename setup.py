"""Builds clew, with its engine if the machine has a C compiler. pyproject.toml says everything else.

The address of the repository stands in README.md alone, in the line that clones it.

These variables of the environment change it:

    CLEW_CORE=require          without an engine the build fails
    CLEW_CORE=auto             the default: without a compiler there is no engine, and a file says why
    CLEW_CORE=off              no engine
    CLEW_CORE_WARNINGS=1       warnings of the C compiler are errors
    CLEW_CORE_CHECKED=1        the engine checks its indices and divisions: slow, for tests
    CLEW_CORE_SANITIZE=address,undefined    with these sanitizers: slow, for tests
    CLEW_CORE_ASSERTS=1        the engine checks what it takes for granted of its arrays (clew_assert), and aborts
    CLEW_CORE_QUICK=1          the engine is built once and without optimisation: seconds after an edit, and slow
    CLEW_CORE_FAILING=1        an allocation of the engine can be made to fail, for tests
"""

import os
import re
import shutil
import sys
import sysconfig
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import _StaticPth, editable_wheel
from setuptools.errors import BaseError, CCompilerError, ExecError, OptionError

CORE = Path("src", "clew", "core")
BUILD = Path("build", "core")
MODULES = ("_engine",)  # in Cython; compiled twice: the second, in v3, is for the processors that _cpu.c knows
PROBE = "_cpu"
PYTHON_MODULES = (  # compiled, and whole without
    "clew.compat.constraint.constraints",
    "clew.compat.constraint.direct",
    "clew.compat.constraint.domain",
    "clew.compat.constraint.problem",
    "clew.compat.constraint.rules",
    "clew.compat.constraint.searches",
    "clew.compat.constraint.shapes",
    "clew.compat.constraint.solvers",
    "clew.compat.constraint.steps",
    "clew.compat.constraint.totals",
)
V3 = ("-mpopcnt", "-mbmi", "-mbmi2", "-mavx2")

WANTED = os.environ.get("CLEW_CORE", "auto")
WARNINGS = os.environ.get("CLEW_CORE_WARNINGS", "0") == "1"
CHECKED = os.environ.get("CLEW_CORE_CHECKED", "0") == "1"
ASSERTS = os.environ.get("CLEW_CORE_ASSERTS", "0") == "1"
FAILING = os.environ.get("CLEW_CORE_FAILING", "0") == "1"
QUICK = os.environ.get("CLEW_CORE_QUICK", "0") == "1"
SANITIZERS = os.environ.get("CLEW_CORE_SANITIZE", "")

PLATFORM = sysconfig.get_platform()  # what is built for: Pyodide's is wasm32, on any machine
IS_UNIX = os.name == "posix"
IS_WASM = PLATFORM.endswith("wasm32")  # the headers are not those of the Python that builds
HAS_V3 = IS_UNIX and not QUICK and PLATFORM.endswith("x86_64")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": CHECKED,
    "initializedcheck": CHECKED,
    "nonecheck": False,  # it needs the interpreter, which the engine runs without
    "cdivision": not CHECKED,
    "autotestdict": False,
}
AS_PYTHON = {"language_level": 3, "autotestdict": False, "annotation_typing": False}  # it means the same when compiled


def flags() -> tuple[list[str], list[str]]:
    """What the compiler and the linker are told, beside what Python was built with."""
    if not IS_UNIX:
        return ["/O2"], []
    compiling = ["-O0" if QUICK else "-O3", "-fvisibility=hidden"]
    linking = []
    if SANITIZERS:
        compiling += ["-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all", f"-fsanitize={SANITIZERS}"]
        compiling += ["-fno-wrapv"]  # Python's own flags let signed sums overflow
        linking += [f"-fsanitize={SANITIZERS}"]
    else:
        compiling += ["-g0"]
        linking += ["-Wl,-s"] if PLATFORM.startswith("linux") else []
    compiling += ["-DCLEW_FAILING"] * FAILING + ["-DCLEW_ASSERTS"] * ASSERTS
    if WARNINGS:  # Cython's helpers are not all used or reached, and its tables of types leave their last fields out
        compiling += ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter"]
        compiling += ["-Wno-missing-field-initializers", "-Wno-cast-function-type", "-Wno-unreachable-code"]
    return compiling, linking


def extensions() -> list[Extension]:
    """Every module with the C file that it comes from: written by Cython, or by hand."""
    found = [extension(f"clew.core.{name}", BUILD / CORE / f"{name}.c") for name in MODULES]
    if HAS_V3:
        found += [extension(f"clew.core.v3.{name}", BUILD / "v3" / f"{name}.c", V3) for name in MODULES]
        found += [extension(f"clew.core.{PROBE}", CORE / f"{PROBE}.c")]
    smaller = ("-O2",) if IS_UNIX and not QUICK else ()  # and as fast: they spend their time in Python's own functions
    return found + [extension(name, BUILD / written(name).with_suffix(".c"), smaller) for name in PYTHON_MODULES]


def extension(name: str, source: Path, more: tuple[str, ...] = ()) -> Extension:
    compiling, linking = flags()
    compiling += more
    folders = [str(CORE), str(BUILD)]
    return Extension(name, [str(source)], include_dirs=folders, extra_compile_args=compiling, extra_link_args=linking)


def written(name: str) -> Path:
    """The file of a module that is written in Python."""
    return Path("src", *name.split(".")).with_suffix(".py")


def sources() -> str:
    """A digest of everything that is compiled: a test compares it with the files."""
    files = sorted(file for file in CORE.rglob("*") if file.suffix in {".pyx", ".pxi", ".pxd", ".h", ".c"})
    files += map(written, PYTHON_MODULES)
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


class BuildEngine(build_ext):
    """Builds all modules of the engine, or none; then a file in their place says why.

    The `optional` of an extension would leave out those that fail, each by itself, and say nothing at run time.
    """

    def run(self) -> None:
        is_inplace = self.inplace  # setuptools forgets it if something fails
        core = Path("src" if is_inplace else self.build_lib, "clew", "core")
        (core / "v3").mkdir(parents=True, exist_ok=True)
        if QUICK:
            for file in (core / "v3").glob("_engine.*"):  # of an earlier build: it would be preferred
                file.unlink()
        reason = self.impossible()
        if not reason:
            try:
                super().run()
            except CCompilerError:
                reason = "the C compiler failed (pip install -v shows its messages)"
            except BaseError as error:
                reason = " ".join(str(error).split())
        if reason and WANTED == "require":
            raise ExecError(f"the engine is required (CLEW_CORE=require), but {reason}")
        self.inplace = is_inplace
        (core / "absent.txt").unlink(missing_ok=True)
        if reason:
            self.warn(f"clew is built without its engine: {reason}")
            for one in self.extensions:  # of an earlier build
                name = self.get_ext_filename(one.name)  # type: ignore[no-untyped-call]
                (core.parents[1] / name).unlink(missing_ok=True)
            self.extensions = self.distribution.ext_modules = []
            (core / "absent.txt").write_text(f"{reason}\n", encoding="utf-8")

    def impossible(self) -> str:
        """Why there can be no engine, if that is known before a compiler is asked for."""
        if WANTED not in ("require", "auto", "off"):
            raise OptionError(f"CLEW_CORE is {WANTED!r}: it may be require, auto or off")
        if WANTED == "off":
            return "it was switched off (CLEW_CORE=off)"
        if sys.implementation.name != "cpython":
            return f"it is made for CPython, not for {sys.implementation.name}"
        headers = (Path(sysconfig.get_path(name), "Python.h") for name in ("include", "platinclude"))
        if not IS_WASM and not any(file.exists() for file in headers):
            return "the headers of Python (Python.h) were not installed"
        return ""

    def build_extensions(self) -> None:  # an error of Cython is ours, and surfaces
        if IS_UNIX:
            self.find_compiler()
        from Cython.Build import cythonize

        listed = [f'include "propagators/{file.name}"\n' for file in sorted((CORE / "propagators").glob("*.pxi"))]
        (CORE / "propagators.pxi").write_text("".join(listed), encoding="utf-8")
        engine = [Extension(f"clew.core.{name}", [str(CORE / f"{name}.pyx")]) for name in MODULES]
        others = [Extension(name, [str(written(name))]) for name in PYTHON_MODULES]
        for modules, directives in ((engine, DIRECTIVES), (others, AS_PYTHON)):
            options = {"build_dir": str(BUILD), "force": True, "quiet": True, "compiler_directives": directives}
            if ASSERTS:  # so that they name the line of the source
                options["emit_linenums"] = True
            cythonize(modules, **options)  # type: ignore[no-untyped-call]
        (BUILD / "v3").mkdir(exist_ok=True)
        for name in MODULES:  # a file of its own, because the name of the object file is made of it
            shutil.copy(BUILD / CORE / f"{name}.c", BUILD / "v3")
        version = self.distribution.get_version()
        lines = (f'VERSION "{version}"', f'SOURCES "{sources()}"', f"CHECKED {int(CHECKED)}")
        (BUILD / "built.h").write_text("".join(f"#define CLEW_{line}\n" for line in lines), encoding="utf-8")
        self.parallel = self.force = True
        super().build_extensions()

    def find_compiler(self) -> None:
        """Takes another C compiler if the one that Python was built with is not there, and nobody chose it."""
        name = self.compiler.compiler_so[0]
        others = () if "CC" in os.environ else ("cc", "gcc", "clang")
        found = next(filter(shutil.which, (name, *others)), None)
        if found is None:
            raise ExecError(f"there was no C compiler ({name})")
        self.compiler.compiler_so[0] = found
        self.compiler.linker_so[0] = found if self.compiler.linker_so[0] == name else self.compiler.linker_so[0]

    def get_source_files(self) -> list[str]:
        return []  # MANIFEST.in names them


class Wheel(bdist_wheel):
    """A wheel that says what it is: for any machine if it holds no engine. Nothing of an earlier build is in it."""

    def run(self) -> None:
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        self.run_command("build")
        self.skip_build = True
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


class Editable(editable_wheel):
    """An editable install: two folders for Python's path, as there is no common one.

    The import hook that setuptools prefers takes 10 ms of every start of Python.
    """

    def _select_strategy(self, name: str, tag: str, build_lib: str | Path) -> _StaticPth:
        return _StaticPth(self.distribution, f"{name}-{tag}", [Path("src"), Path("problems")])


def page() -> dict[str, Any]:
    """What PyPI shows: README.md. Once the repository has an address there, all links lead to it."""
    text = Path("README.md").read_text(encoding="utf-8")
    (address,) = re.findall(r"^\$ git clone (\S+) clew$", text, re.MULTILINE)
    described = {"long_description": text, "long_description_content_type": "text/markdown"}
    if not address.startswith("https://"):
        return described
    version = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    files, pictures = (f"{address.removesuffix('.git')}/{kind}/v{version}/" for kind in ("blob", "raw"))
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{pictures}", text)
    text = re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:)", rf"\1{files}", text)
    return described | {"long_description": text, "project_urls": {"Repository": address}}


Path("build").mkdir(exist_ok=True)
setup(
    **page(),
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildEngine, "bdist_wheel": Wheel, "editable_wheel": Editable},
    options={"egg_info": {"egg_base": "build"}},  # beside the sources, it would pass for an installed clew
)
