"""What a new constraint, level, ordering or strategy touches: each is added to a copy of the tree, and run there.

A fast constraint is two files, its meaning and its propagator; a level, an ordering and a strategy are a place in one
file each. Nothing else of the copy is changed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CONSTRAINT = '''
"""The values rise, each by no more than a number."""

from __future__ import annotations

import attrs

from clew.constraints.base import Constraint


@attrs.frozen
class Stairs(Constraint):
    """Each value exceeds the one before, by `most` at most."""

    most: int

    def holds(self, values):
        return all(0 < after - before <= self.most for before, after in zip(values, values[1:]))

    def compile(self, compiler):
        from clew.propagation.stairs import StairsPropagator

        if compiler.propagates:
            compiler.propagate(StairsPropagator(self, compiler.lanes))
        else:
            compiler.check(self)
'''

PROPAGATOR = '''
"""The propagator of stairs."""

from __future__ import annotations

from clew.state.lanes import bits_of
from clew.propagation.propagator import Propagator


class StairsPropagator(Propagator):
    """Keeps the values that some value of the neighbours can stand beside."""

    def prune(self, key):
        before = None
        while key != before:
            before = key
            for one, other in zip(self.scope, self.scope[1:]):
                lows = one.select(key >> one.offset - self.low & one.full)
                highs = other.select(key >> other.offset - self.low & other.full)
                fits = lambda low, high: 0 < high - low <= self.constraint.most
                key &= ~self._gone(one, lows, lambda low: any(fits(low, high) for high in highs))
                key &= ~self._gone(other, highs, lambda high: any(fits(low, high) for low in lows))
            if any(not key >> lane.offset - self.low & lane.full for lane in self.scope):
                return 0
        return key

    def _gone(self, lane, values, is_kept):
        places = [lane.positions[value] for value in values if not is_kept(value)]
        return bits_of(places, len(lane.values)) << lane.offset - self.low
'''

LEVEL = '''

def _shaved(network: Network, domains: int, done: int) -> int:
    """The domains without the values that propagation refutes by themselves (singleton consistency, once round)."""
    quiet = attrs.evolve(getattr(network, "plain", network), prunes=None)
    for guard, (offset, lane) in network.lane_at.items():
        if done >> guard & 1 or network.lanes.owner[guard] is None:
            continue
        for place in [offset + k for k in range(lane.bit_length()) if domains >> offset + k & 1]:
            left = domains & network.mask(place) & ~(lane << offset) | 1 << place
            if not quiet.propagate(left, done, domains ^ left)[0]:
                domains &= ~(1 << place)
        if not domains >> offset & lane:
            return 0
    return domains


SHAVE: Final = Level("shave", looks_ahead=True, propagates=True, prunes=_shaved)
LEVELS = {**LEVELS, "shave": SHAVE}
'''

ORDER = '''

class LargestDomain(MinimumRemainingValues):
    """A largest domain first."""

    def pick(self, lanes: Lanes[Any, Any], domains: int, open_guards: int) -> int:
        return max(lanes.sizes(domains, open_guards), key=lambda pair: pair[1])[0]


VARIABLE_ORDERS["largest"] = lambda problem, seed: LargestDomain()
'''

STRATEGY = '''

@attrs.frozen
class Last(Strategy[Solution[Any, Any] | None]):
    """The last solution."""

    def empty(self) -> Solution[Any, Any] | None:
        return None

    def add(self, result: Any, solution: Any) -> Any:
        return solution

    def merge(self, one: Any, other: Any) -> Any:
        return one if other is None else other
'''


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "src" / "clew", copy / "clew", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def written(file: Path, more: str) -> None:
    """Add to the end of a file, which there need not be yet."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(text + (more if text else more.lstrip()), encoding="utf-8")


def run(tree: Path, program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tree,
    )
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_a_fast_constraint_is_two_files(tree: Path) -> None:
    written(tree / "clew" / "constraints" / "stairs.py", CONSTRAINT)
    written(tree / "clew" / "propagation" / "stairs.py", PROPAGATOR)
    program = """
import clew
from clew.constraints.stairs import Stairs
from itertools import product

for level in ("check", "forward", "unit", "arc"):
    model = clew.Model()
    model.require(Stairs(model.variables("a b c d e", range(9)), 2))
    outcome = clew.solve(model, clew.Count(), inference=level, kernel="python", variable_order="static")
    print(outcome.result, outcome.statistics.failures)
print(sum(Stairs("abcde", 2).holds(values) for values in product(range(9), repeat=5)))
assert "src" not in clew.__file__
"""
    *found, expected = run(tree, program)
    counts, failures = zip(*(line.split() for line in found), strict=True)
    assert set(counts) == {expected}
    assert failures[2] == failures[3] == "0", "it prunes every value without a support, so no decision fails"
    assert int(failures[0]) > 0


def test_a_level_is_one_file(tree: Path) -> None:
    written(tree / "clew" / "propagation" / "levels.py", LEVEL)
    program = """
import clew
model = clew.Model()
cells = model.variables("a b c d e f", range(4))
model.require(*(one != other for k, one in enumerate(cells) for other in cells[k + 1 : k + 4]))
model.require(cells[0] + cells[5] == 3)
for level in ("unit", "shave"):
    for options in ({"kernel": "python"}, {"kernel": "python"}, {}, {"observers": [lambda event: None]}):
        outcome = clew.solve(model, clew.Count(), inference=level, variable_order="static", **options)
        print(outcome.result, outcome.statistics.failures, outcome.statistics.inference)
"""
    found = [line.split() for line in run(tree, program)]
    assert len({count for count, _, _ in found}) == 1
    assert [level for *_, level in found] == ["unit"] * 4 + ["shave"] * 4
    assert int(found[4][1]) < int(found[0][1])
    assert "shave" in subprocess.run(
        [sys.executable, "-m", "clew", "solve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(tree)},
    ).stdout.replace("\n", " ")


def test_an_ordering_is_one_file(tree: Path) -> None:
    written(tree / "clew" / "search" / "variable_order.py", ORDER)
    program = """
import clew
model = clew.Model()
sizes = [2, 5, 3, 4]
cells = [model.variable(f"x{size}", range(size)) for size in sizes]
model.require(*(one != other for one, other in zip(cells, cells[1:])))
for kernel in ("python", "auto"):
    outcome = clew.solve(model, clew.Count(), variable_order="largest", kernel=kernel)
    print(outcome.result, outcome.statistics.variable_order)
first = []
clew.solve(model, clew.First(), variable_order="largest", observers=[first.append], inference="unit")
print(next(event.variable for event in first if hasattr(event, "variable")))
from clew.planning.plan import make_plan
print(make_plan(model, {"variable_order": "largest"}, clew.All()).kernel_reason)
"""
    *counts, first, reason = run(tree, program)
    values = product(range(2), range(5), range(3), range(4))
    expected = sum(all(one != other for one, other in pairwise(some)) for some in values)
    assert {line.split()[0] for line in counts} == {str(expected)}
    assert first == "x5"
    assert "known to Python alone" in reason


def test_a_strategy_is_one_file(tree: Path) -> None:
    written(tree / "clew" / "strategies.py", STRATEGY)
    program = """
import clew
from clew.strategies import Last
model = clew.Model()
a, b = model.variables("a b", range(5))
model.require(a + b == 5)
print(dict(clew.solve(model, Last()).result), dict(clew.solve(model, Last(), value_order="reverse").result))
"""
    assert run(tree, program) == ["{'a': 4, 'b': 1} {'a': 1, 'b': 4}"]
