"""How far the plain call is from the best of all configurations: `python -m benchmarks.regret [--only FAMILY]`.

For each model and question it measures the plain call, with default options, then other ways to ask the same: the
rewritings of the family under the default options, and the configurations of `benchmarks.regret.configurations`. The
plain call is to take at most three times the best of them, and a tenth of a second more. So each of them is cut off at
a third of (plain - 0.1 s), or at the best until then: if none finishes, the bound is proved. If the plain call takes
at most a tenth of a second, none is tried.

Every measurement is processor time, of a process of its own, from the making of the model to the answer; imports are
not included. Luck decides how soon one solution is found: so the variables and constraints are declared in seven
orders, and the median is taken, for each configuration too. All answers must agree.

The table has a line for each model: the plain call, the best if another way was faster than the bound, the way, the
ratio (plain - 0.1 s) / best (`in`: at most 3; `?`: none finished; `>`: the plain call did not finish), and the time
of CP-SAT if the family has a model for it and it is installed. Then `jump` if the plain call takes more than ten times
as long as at the size before, beyond the growth of the size itself, or if the bound held there. Larger sizes than the
first at which the plain call does not finish are left out. A case that it does not decide costs about nine times the
limit, 36 times if one solution is looked for; `--limit 2.5 --orders 3` is enough for a quick look.

With `--json FILE` each measurement is a line of that file too, and `--beside FILE` compares with those of an earlier
run: the best is the faster of both runs, so no configuration is lost that was fast before. Measure both on one machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import attrs
from benchmarks.beside.measure import machine
from benchmarks.regret import bundled, families
from benchmarks.regret.cases import Case
from benchmarks.regret.measuring import ORDERS, Measurer, Row
from benchmarks.regret.report import HEAD, is_jump, line, summary


def main() -> int:
    description, _, epilog = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="FAMILY", help="the families whose name has this text in it")
    parser.add_argument("--sizes", choices=("small", "all"), default="all", help="small: a few of each family")
    parser.add_argument("--limit", type=float, default=10, help="seconds for the plain call (default: %(default)s)")
    parser.add_argument("--orders", type=int, default=ORDERS, help="orders of declaration (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to write the measurements, one in a line")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="measurements of an earlier run")
    options = parser.parse_args()
    cases = chosen(options.only or "", small=options.sizes == "small")
    if not cases:
        parser.error(f"no family has {options.only!r} in its name")
    earlier = read(options.beside) if options.beside else {}
    print(f"{machine()}\nat most {options.limit:g} s for the plain call\n\n{HEAD}", flush=True)
    measurer = Measurer(options.limit, options.orders, has_peers=find_spec("ortools") is not None)
    rows, jumps = [], []
    before: tuple[Case, Row] | None = None
    for case in cases:
        if before is not None and before[0].series == case.series and before[1].problem:
            continue  # it would not finish either
        row = measurer.row(case).beside(earlier.get(case.name))
        rows.append(row)
        jumps += [row] * (has_jumped := is_jump(before, case, row))
        before = case, row
        print(line(row, jumps=has_jumped), flush=True)
        if options.json:
            with options.json.open("a" if len(rows) > 1 else "w", encoding="utf-8") as file:
                print(json.dumps(attrs.asdict(row)), file=file)
    print("\n" + "\n".join(summary(rows, jumps)))
    return int(any(row.faults for row in rows))


def chosen(text: str, *, small: bool) -> list[Case]:
    """The cases of the families that have a text in their name."""
    cases = [case for family in families.FAMILIES for case in family.cases(small=small)]
    return [case for case in (*cases, *bundled.cases(small=small)) if text in case.family]


def read(file: Path) -> dict[str, Row]:
    """The rows of an earlier run by their names."""
    rows = (Row(**json.loads(text)) for text in file.read_text(encoding="utf-8").splitlines())
    return {row.name: row for row in rows}


if __name__ == "__main__":
    sys.exit(main())
