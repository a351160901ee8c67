"""clew as a solver of MiniZinc, beside Gecode: models of our own, random ones, and the bundled problems.

`.ci/minizinc.sh` runs it, with Debian's MiniZinc. Gecode is given MiniZinc's standard library: Debian's 2.6.4 does not
load Gecode's own.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clew
from clew import plugins
from clew.formats import verify
from clew.tools.cli import main

ENOUGH = 2000
"""Solutions that are compared."""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """clew as MiniZinc finds it when `clew minizinc --install` has been called, in a home of its own."""
    home = tmp_path_factory.mktemp("home")
    before = {name: os.environ.get(name) for name in ("HOME", "MZN_SOLVER_PATH")}
    os.environ["HOME"] = str(home)
    os.environ.pop("MZN_SOLVER_PATH", None)
    assert main(["minizinc", "--install"]) == 0
    yield
    for name, value in before.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


def answered(folder: Path, model: str, *options: str, solver: str) -> tuple[list[str], str]:
    """The solutions of a model, each as one line, and the line that ends them."""
    file = folder / "model.mzn"
    file.write_text(model, encoding="utf-8")
    words = ["minizinc", "--solver", solver, "--output-mode", "json", *options, str(file)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, f"{model}\n{done.stderr}"
    *parts, last = done.stdout.split("----------\n")
    return [json.dumps(json.loads(part), sort_keys=True) for part in parts], last.strip()


def both(folder: Path, model: str, *options: str) -> tuple[list[str], str]:
    """The answer of clew, which is Gecode's."""
    ours = answered(folder, model, *options, solver="clew")
    theirs = answered(folder, model, *options, "-G", "std", solver="gecode")
    assert (sorted(ours[0]), ours[1]) == (sorted(theirs[0]), theirs[1]), model
    return ours


MODELS = {
    "globals": """
        include "globals.mzn";
        array [1..5] of var 0..4: x; array [0..4] of var 1..5: y; array [1..3] of var 0..5: c;
        var 0..5: k; var 1..5: i; var bool: b;
        constraint inverse(x, y) /\\ all_different(x);
        constraint global_cardinality([x[j] mod 3 | j in 1..5], [0, 1, 2], c);
        constraint k = count(x, 3) + among(x, {1, 2});
        constraint table([x[1], x[2]], [|0, 1|1, 2|2, 3|3, 4|]);
        constraint regular([x[j] div 3 + 1 | j in 1..4], 2, 2, [|2, 1|2, 1|], 1, {1, 2});
        constraint (b <-> (x[i] = 2 /\\ i != 3)) /\\ lex_less([x[1], x[2]], [x[4], x[3], 1]);
        constraint value_precede(1, 0, x) /\\ at_most(2, [x[j] div 2 | j in 1..5], 1);
        solve satisfy;""",
    "orders": """
        include "globals.mzn";
        array [1..4] of var 0..3: x; array [2..4] of var 0..2: y; var 1..4: k; var 2..4: i; array [1..3] of var 1..2: z;
        constraint value_precede_chain([2, 0, 3], x) /\\ value_precede(1, 2, y) /\\ seq_precede_chain(z);
        constraint k = arg_max(x) /\\ i = arg_min(y) /\\ x[1] + k > i + z[3];
        solve satisfy;""",
    "rectangles": """
        include "globals.mzn";
        array [1..3] of var 0..3: x; array [1..3] of var 0..2: y; array [1..2] of var -1..2: z; var 0..1: w;
        constraint diffn(x, y, [2, 2, 1], [1, 2, 2]) /\\ diffn(z, z, [w, 1], [2, 2]) /\\ x[1] <= x[2];
        constraint diffn_nonstrict([z[1], 1], [0, z[2]], [w, 2], [w, 1]) /\\ diffn_nonstrict(z, [0, 1], z, [2, 2]);
        solve satisfy;""",
    "sets": """
        var set of 1..5: s; var set of 1..5: t; array [1..2] of var set of 1..3: a; var 0..5: n;
        constraint card(s) = n /\\ s subset t /\\ card(t diff s) = 1 /\\ 2 in s /\\ a[1] intersect a[2] = {};
        constraint a[1] union a[2] = s /\\ max(s) <= 3;
        solve satisfy;""",
    "arithmetic": """
        var -4..4: a; var -3..3: b; var -20..20: c; var int: d; var 0..2: e;
        constraint b != 0 /\\ c = a div b + a mod b /\\ d = a * e - abs(b) /\\ (a * b > 2 \\/ max(a, b) = 3);
        solve satisfy;""",
    "optional": """
        array [1..3] of var opt 1..3: x; var bool: b;
        constraint forall(i in 1..2) ((occurs(x[i]) /\\ occurs(x[i + 1])) -> deopt(x[i]) < deopt(x[i + 1]));
        constraint b <-> exists(i in 1..3) (absent(x[i]));
        solve satisfy;""",
    "contradiction": "var 1..3: x; var 1..3: y; constraint x + y > 6; solve satisfy;",
}


@pytest.mark.parametrize("name", MODELS)
def test_models_of_our_own(name: str, tmp_path: Path) -> None:
    both(tmp_path, MODELS[name], "-a")


def test_the_best_is_proved(tmp_path: Path) -> None:
    model = """
        include "cumulative.mzn"; include "disjunctive.mzn";
        array [1..4] of int: length = [3, 2, 4, 1]; array [1..4] of int: need = [1, 2, 2, 1];
        array [1..4] of var 0..9: start; var 0..12: end;
        constraint forall(i in 1..4) (start[i] + length[i] <= end) /\\ cumulative(start, length, need, 3);
        constraint disjunctive([start[1], start[3]], [length[1], length[3]]);
        solve minimize end; output ["end = \\(end)"];"""
    found = {}
    for solver in ("clew", "gecode"):
        library = ("-G", "std") if solver == "gecode" else ()
        (solution,), last = answered(tmp_path, model, "--output-objective", *library, solver=solver)
        assert last == "=========="
        found[solver] = json.loads(solution)["_objective"]
    assert found["clew"] == found["gecode"]


def test_the_page_shows_what_minizinc_prints(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "from-minizinc.md").read_text(encoding="utf-8")
    (model,) = re.findall(r'```text title="queens.mzn"\n(.*?)```', page, re.DOTALL)
    (shown,) = re.findall(r"```text\n\$ (minizinc --solver clew queens.mzn)\n(.*?)```", page, re.DOTALL)
    (tmp_path / "queens.mzn").write_text(model, encoding="utf-8")
    done = subprocess.run(shown[0].split(), cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.stdout == shown[1]


def number(draw: random.Random, depth: int) -> str:
    """A random expression that is an integer."""
    if depth == 0:
        return draw.choice(["x", "y", "z", "i", "a[i]", str(draw.randint(-3, 4))])
    one, other = number(draw, depth - 1), number(draw, draw.randrange(depth))
    form = draw.choice(
        ["{0} + {1}", "{0} - {1}", "{0} * {1}", "max({0}, {1})", "min([{0}, {1}, y])", "abs({0})", "{0} div {1}",
         "{0} mod {1}", "bool2int({2})", "if {2} then {0} else {1} endif", "a[{0}]", "sum([{0}, {1}, 2 * x])",
         "count(a, {1})"]
    )  # fmt: skip
    return f"({form.format(one, other, condition(draw, depth - 1))})"


def condition(draw: random.Random, depth: int) -> str:
    """A random expression that is a Boolean."""
    if depth == 0:
        return draw.choice(["b", "c", "(x < y)", "(a[i] = z)", "(x + y != z)", "(z in {1, 3})", "(x in -1..1)", "true"])
    one, other = condition(draw, depth - 1), condition(draw, draw.randrange(depth))
    left, right = number(draw, depth - 1), number(draw, depth - 1)
    form = draw.choice(
        ["{0} /\\ {1}", "{0} \\/ {1}", "not {0}", "{0} -> {1}", "{0} <-> {1}", "{0} xor {1}", "{2} < {3}", "{2} = {3}",
         "{2} <= {3}", "{2} != {3}", "{2} in 1..4", "exists([{0}, {1}, c])", "forall([{0}, {1}])",
         "all_different([{2}, {3}, x])", "xorall([{0}, {1}, b])", "2 * {2} + {3} <= 4", "at_least(1, a, 2)"]
    )  # fmt: skip
    return f"({form.format(one, other, left, right)})"


@pytest.mark.parametrize("seed", range(int(os.environ.get("CLEW_MODELS", "60"))))
def test_random_models(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    some = "\n".join(f"constraint {condition(draw, draw.randint(1, 3))};" for _ in range(3))
    model = f"""
        include "globals.mzn";
        var -2..3: x; var -1..2: y; var 0..4: z; var 1..3: i; var bool: b; var bool: c;
        array [1..3] of var 0..2: a;
        {some}
        solve satisfy;"""
    both(tmp_path, model, "-a")


def bundled() -> Iterator[Any]:
    """The examples of the bundled problems that have few solutions."""
    for plugin in plugins.installed():
        for example in plugin.problem.examples if plugin.problem and plugin.name != "letter-tree" else ():
            if example.count <= ENOUGH // 2:
                yield pytest.param(plugin.name, example, id=f"{plugin.name}: {example.name}")


@pytest.mark.parametrize(("name", "example"), [*bundled()])
def test_what_is_exported_comes_back(name: str, example: Any) -> None:
    """`clew export --to minizinc` and the reader are inverse to each other, with MiniZinc between them."""
    problem = clew.load(name, example.text, **example.parameters)
    verdict = verify(problem, "minizinc:clew", ENOUGH)
    assert verdict.agree, f"{name}: {verdict}"
