"""Models of MiniZinc: compiled for each solver, whose time does not count, then solved in a process on one core.

Debian's Gecode 6.2 does not load its own library under Debian's MiniZinc 2.6.4, and knows the constraints of
`gecode_presolver`, which MiniZinc brings along, under other names: they are renamed, so it has its own propagators.
Each solution is put back into the model and checked by Gecode with MiniZinc's standard library.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import attrs
from benchmarks.field.answer import Answer

from clew.exchange import flatzinc

CLEW: Final = [sys.executable, "-c", "from clew.tools.fzn import main; raise SystemExit(main())"]
SOLVERS: Final[dict[str, tuple[list[str], list[str]]]] = {
    "clew": ([], CLEW),
    "gecode": (["-G", "gecode_presolver"], ["fzn-gecode"]),
}
"""For each solver the options with which MiniZinc compiles for it, and its command."""

COMPILING: Final = 60.0
"""Seconds that MiniZinc has to compile a model, or to check a solution."""

END: Final = "----------\n"
"""Ends each solution."""

FLOAT: Final = re.compile(r"\d\.\d")
NAMES: Final = {
    re.compile(r"(?<=constraint )fzn_(global_cardinality(?:_closed)?|regular|table_bool|table_int)\("): r"gecode_\1(",
    re.compile(
        r"(?<=constraint )(?:gecode|fzn)_("
        r"(?:all_different|all_equal|at_least|at_most|decreasing|increasing|member)_\w+|"
        r"array_(?:bool|int)_l\w+|array_set_partition|among|count(?:_reif)?|disjoint|global_cardinality_low_up\w*|"
        r"inverse_offsets|nvalue|sort)(?<!member_bool_reif)(?<!member_int_reif)\("
    ): r"\1(",
}
"""How Debian's Gecode calls its constraints: with `gecode_` before the name, or nothing."""

SHOWN: Final = re.compile(r"^(\w+) = (.*?);$", re.MULTILINE | re.DOTALL)
"""A variable and its value, as MiniZinc writes them."""


def for_gecode(text: str) -> str:
    """FlatZinc with the names that Debian's Gecode knows."""
    for named, name in NAMES.items():
        text = named.sub(name, text)
    return text


def ask(who: str, models: list[Path], seconds: int, memory: int) -> Answer:
    """The answer of a solver to a model with its data."""
    with TemporaryDirectory() as folder:
        flat, shown = Path(folder, "model.fzn"), Path(folder, "model.ozn")
        library, command = SOLVERS[who]
        words = ["-c", "--output-mode", "dzn", "--output-objective", "--fzn", str(flat), "--ozn", str(shown), *library]
        failed = _minizinc(["--solver", who, *words, *map(str, models)])[1]
        if not flat.exists():
            return Answer(why=f"not compiled: {failed}")
        text = flat.read_text(encoding="utf-8")
        if who == "gecode":
            flat.write_text(for_gecode(text), encoding="utf-8")
        solve = text.rpartition("solve ")[2]
        answer, output = _solved([*command, *([] if "satisfy" in solve else ["-a"]), str(flat)], seconds, memory)
        if not answer.has_solution:
            return answer
        return _checked(answer, output, models, shown, solve)


def _minizinc(words: list[str], text: str = "") -> tuple[str, str]:
    """What MiniZinc prints, and the last line of what it complains of."""
    environment = {**os.environ, "MZN_SOLVER_PATH": str(Path(flatzinc.__file__).parent)}
    try:
        done = subprocess.run(
            ["minizinc", *words], input=text, env=environment, capture_output=True, text=True, timeout=COMPILING
        )
    except subprocess.TimeoutExpired:
        return "", f"more than {COMPILING:.0f} s"
    return done.stdout, (done.stderr.strip().splitlines() or [""])[-1]


def limited(seconds: int, memory: int) -> Callable[[], None]:
    """Limits the processor time and the memory of a process that begins."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return limit


def spent() -> float:
    """The processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _solved(command: list[str], seconds: int, memory: int) -> tuple[Answer, str]:
    """The answer of a command, not yet checked, and its last solution."""
    before, output = spent(), Path(command[-1]).with_suffix(".out")
    with output.open("w") as opened:
        limit = limited(seconds, memory)
        done = subprocess.run(command, stdout=opened, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    used = spent() - before
    *solutions, rest = output.read_text(encoding="utf-8").split(END)
    is_none = "UNSATISFIABLE" in rest
    is_late = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    why = [f"more than {seconds} s"] if is_late else done.stderr.strip().splitlines() or ["unknown"]
    wrong = f"it ends with {done.returncode}" if solutions and done.returncode and not is_late else ""
    answered = bool(solutions) or is_none
    proved = is_none or "==========" in rest
    made = Answer(answered, proved, seconds=used, has_solution=bool(solutions), wrong=wrong)
    made = made if answered else attrs.evolve(made, why=why[-1])
    return made, solutions[-1] + END if solutions else ""


def _checked(answer: Answer, solution: str, models: list[Path], shown: Path, solve: str) -> Answer:
    """The answer with the value of its solution, which is put back into the model."""
    values = dict(SHOWN.findall(_minizinc(["--ozn-file", str(shown)], solution)[0]))
    value = values.pop("_objective", None)
    kept = [f"constraint {name} = {text};\n" for name, text in values.items() if not FLOAT.search(text)]
    check = shown.with_name("check.mzn")
    check.write_text("".join(['include "nosets.mzn";\n', *kept]), encoding="utf-8")  # Gecode orders sets otherwise
    words = ["--solver", "gecode", "-G", "std", "--time-limit", "10000", *map(str, models), str(check)]
    wrong = "its solution does not hold" if "UNSATISFIABLE" in _minizinc(words)[0] else answer.wrong
    proved = answer.proved or "satisfy" in solve
    number = None if value is None else float(value)
    return attrs.evolve(answer, proved=proved, value=number, maximizes="maximize" in solve, wrong=wrong)
