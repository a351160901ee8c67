"""clew beside other solvers on models that others wrote: `python -m benchmarks.field --models DIR`.

DIR has clones of MiniZinc/minizinc-benchmarks and hakank/hakank at the commits that `sample.txt` names, beside its
list of models. MiniZinc's are answered by clew and Debian's Gecode, CPMpy's by clew and the solvers of CPMpy that
`--solvers` names: `pip install ortools pumpkin-solver pychoco`. Each has one core and so many seconds of processor
time; those of MiniZinc, which compiles a model, do not count. The answers are written as JSON while they come, and
models that the file has are not asked again; `--page` writes the tables into a page of the documentation.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import attrs
from benchmarks.beside.measure import machine
from benchmarks.beside.page import put
from benchmarks.field import flat
from benchmarks.field.answer import Answer, judged
from benchmarks.field.report import kind, summary, unanswered
from benchmarks.targets.__main__ import compile_packages

SAMPLE: Final = Path(__file__).with_name("sample.txt")
NOTHING: Final = "solve satisfy;\n"
"""A model of MiniZinc that shows how long a solver takes to start."""


def sample(text: str, only: str = "", every: int = 1) -> list[str]:
    """The lines of a sample: each k-th of those that have a text in them."""
    return [line for line in text.splitlines() if not line.startswith("#") and only in line][::every]


def ask(line: str, models: Path, solvers: list[str], seconds: int, memory: int) -> dict[str, Answer]:
    """The answers to a line of the sample."""
    files = [models / part for part in line.split()]
    if files[0].suffix == ".mzn":
        return judged({who: flat.ask(who, files, seconds, memory) for who in flat.SOLVERS})
    words = [sys.executable, "-m", "benchmarks.field.script", str(files[0]), str(seconds), str(memory), *solvers]
    room = (4 * seconds + 10) * len(solvers) + 30
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=room)
    except subprocess.TimeoutExpired:
        return {}
    found = json.loads(done.stdout or "{}")  # nothing: the script asks nothing
    return judged({who: Answer(**one) for who, one in found.items()})


def starts(seconds: int, memory: int) -> dict[str, Answer]:
    """The answers to an empty model of MiniZinc."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "nothing.mzn")
        file.write_text(NOTHING, encoding="utf-8")
        return {who: flat.ask(who, [file], seconds, memory) for who in flat.SOLVERS}


def main() -> int:
    description, *_ = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--models", type=Path, required=True, metavar="DIR", help="the folder of the clones")
    parser.add_argument("--sample", type=Path, default=SAMPLE, help="the list of models")
    parser.add_argument("--only", default="", metavar="TEXT", help="the models that have this text in their names")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="each K-th of them")
    parser.add_argument("--solvers", nargs="+", default=["clew", "ortools", "pumpkin"], help="those of CPMpy")
    parser.add_argument("--seconds", type=int, default=20, help="for each model (default: %(default)s)")
    parser.add_argument("--memory", type=float, default=4, help="GiB for each (default: %(default)s)")
    parser.add_argument("--json", type=Path, default=Path("field.json"), help="the answers (default: %(default)s)")
    parser.add_argument("--page", type=Path, help="a page with blocks for the tables")
    options = parser.parse_args()
    if shutil.which("minizinc") is None:
        parser.error("there is no minizinc: apt-get install minizinc")
    compile_packages()
    limits = options.seconds, int(options.memory * 2**30)
    record = json.loads(options.json.read_text(encoding="utf-8")) if options.json.exists() else {}
    lines = sample(options.sample.read_text(encoding="utf-8"), options.only, options.every)
    for line in ["", *lines]:
        if line not in record:
            found = ask(line, options.models, options.solvers, *limits) if line else starts(*limits)
            record[line] = {who: attrs.asdict(one) for who, one in found.items()}
            options.json.write_text(json.dumps(record, indent=1), encoding="utf-8")
            told = [f"{who} {one.told()}" for who, one in found.items()]
            print(f"{line or 'to start'}: {', '.join(told) or 'it asks nothing'}", flush=True)
    tables = {"machine": f"{machine()}; {options.memory:g} GiB for each solver.\n"}
    for name in dict.fromkeys(map(kind, lines)):
        own = {line: {who: Answer(**one) for who, one in record[line].items()} for line in lines if kind(line) == name}
        begun = {who: Answer(**one) for who, one in record[""].items()}
        if name == "cpmpy":  # the processes are forked: no time to start is in their times
            begun = {}
        tables[name] = f"{summary(own, begun, options.seconds)}\n{unanswered(own)}"
    for name, table in tables.items():
        put(options.page, name, table) if options.page else print(f"\n{name}\n\n{table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
