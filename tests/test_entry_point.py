"""Ctrl-C ends the command quietly, whenever it comes: at each import, in the search, and at the interpreter's end."""

import subprocess
import sys
from functools import cache

import pytest

BEGIN = """
import atexit, os, signal, sys
from clew.__main__ import main

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

sys.argv = ["clew", "count", "queens", "6"]
"""

AT_IMPORT = """
def look(event, arguments):
    if event == "import" and arguments[0] == NAME:
        interrupt()

sys.addaudithook(look)
sys.exit(main())
"""

IMPORTS = """
names = []
sys.addaudithook(lambda event, arguments: names.append(arguments[0]) if event == "import" else None)
status = main()
print(*names)
sys.exit(status)
"""


@cache
def run(script: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", BEGIN + script], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("part", range(4))
def test_at_each_import_ctrl_c_ends_it(part: int) -> None:
    status, out, _ = run(IMPORTS)
    number, names = out.splitlines()
    assert (status, number) == (0, "4")
    modules = [name for name in dict.fromkeys(names.split()) if name.startswith("clew")]
    others = [name for name in dict.fromkeys(names.split()) if not name.startswith("clew")]
    assert "clew.tools.cli" in modules and len(modules) > 30  # noqa: PT018
    for name in [*modules[part::12], *others[part::24]]:
        assert run(f"NAME = {name!r}\n{AT_IMPORT}") == (130, "", ""), name


def test_ctrl_c_at_the_interpreters_own_end() -> None:
    assert run("atexit.register(interrupt)\nsys.exit(main())") == (130, "4\n", "")


def test_ctrl_c_that_is_ignored_stays_ignored() -> None:
    """As in a job that a shell has put into the background."""
    begin = "signal.signal(signal.SIGINT, signal.SIG_IGN)\ninterrupt()\nNAME = 'clew.tools.cli'\n"
    assert run(begin + AT_IMPORT) == (0, "4\n", "")


def test_import_clew_imports_nothing_else() -> None:
    script = "before = set(sys.modules); import clew; print(*(set(sys.modules) - before)); sys.exit(0)"
    done = subprocess.run([sys.executable, "-c", f"import sys; {script}"], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["clew"]


def test_ctrl_c_while_the_first_module_is_imported_ends_it() -> None:
    """The command's own handler is not there yet: Python imports `signal` for it."""
    assert run(f"del sys.modules['signal'], sys.modules['enum']\nNAME = 'enum'\n{AT_IMPORT}") == (130, "", "")


def test_the_module_of_the_command_imports_nothing_that_takes_time() -> None:
    script = (
        "import sys, gc; before = set(sys.modules); import clew.__main__; print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["clew", "clew.__main__"]
