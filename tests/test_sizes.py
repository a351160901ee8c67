"""Large domains and many variables: searched in little memory, or refused at once with their size."""

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

import clew
from clew.constraints import Linear

GIB = 2**30

IN_LITTLE_MEMORY = """
import resource
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
import clew
model = clew.Model()
{code}
try:
    print(clew.first(model, kernel="{kernel}").row())
except clew.ClewError as error:
    print(error)
"""


def told(code: str, size: int = GIB, kernel: str = "auto") -> str:
    program = IN_LITTLE_MEMORY.format(bytes=size, code=code, kernel=kernel)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=250, check=False)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("inference", ["unit", "arc"])
@pytest.mark.parametrize(
    ("domain", "solution"),
    [("range(10**6 + 1)", (999_999, 10**6, 10**6)), ("range(10**6, -1, -1)", (10**6, 10**6, 999_999))],
)
def test_a_sum_over_a_million_values(domain: str, solution: tuple[int, ...], inference: str) -> None:
    code = f"""
x, y, z = model.variables("x y z", {domain})
model.require(x + 2 * y + z == 4 * 10**6 - 1)
clew.first = lambda model, kernel: clew.solve(model, clew.First(), inference={inference!r}).result
"""
    assert told(code) == str(solution)


@pytest.mark.parametrize(
    ("rule", "solution"),
    [
        ("x + y == 5", "(0, 5)"),
        ("x < y", "(0, 1)"),
        ("x * y == 999983", "(1, 999983)"),
        ("(x >= 999_998) & (y == x)", "(999998, 999998)"),
    ],
)
def test_two_variables_of_a_million_values(rule: str, solution: str) -> None:
    assert told(f"x, y = model.variables('x y', range(10**6))\nmodel.require({rule})") == solution


def test_a_chain_of_too_many_variables_is_refused() -> None:
    code = """
cells = model.variables(range(10**5), range(2))
model.require(a <= b for a, b in zip(cells, cells[1:]))
"""
    assert told(code, kernel="python") == (
        "too large: 100000 variables with 200000 values in all take 37 KiB for a state and 3 GiB for a branch; "
        "at most 1 GiB will do: declare fewer variables, or smaller domains"
    )


def test_one_large_domain_among_many_small_ones_counts() -> None:
    code = "model.variable('x', range(10**6)); model.variables(range(10**4), range(2))"
    assert told(code, kernel="python").startswith("too large: 10001 variables with 1020000 values in all")


@pytest.mark.parametrize("relation", ["==", "<=", ">", "!="])
@pytest.mark.parametrize("kernel", ["python", "compiled"])
def test_sums_over_wide_domains_in_any_order(relation: str, kernel: Any) -> None:
    """Rising, falling and shuffled domains, of more values than are read bit by bit."""
    numbers = list(range(-150, 250))
    shuffled = list(numbers)
    Random(3).shuffle(shuffled)
    model = clew.Model()
    for name, domain in (("a", numbers), ("b", numbers[::-1]), ("c", shuffled), ("d", (3, 1, 2))):
        model.variable(name, domain)
    model.require(Linear(("a", "b", "c", "d"), (1, -2, 1, 1), relation, 870))
    pairs = Counter(a + c for a in numbers for c in numbers)
    sums = Counter[int]()
    for b in numbers:
        for d in (1, 2, 3):
            for total, number in pairs.items():
                sums[total - 2 * b + d] += number
    holds = {"==": (870).__eq__, "<=": (870).__ge__, ">": (870).__lt__, "!=": (870).__ne__}[relation]
    expected = sum(number for total, number in sums.items() if holds(total))
    limits = clew.Limits(solutions=2000)
    found = clew.solve(model, clew.All(), kernel=kernel, limits=limits).result
    assert len({s.row() for s in found}) == len(found) == min(expected, 2000)
    assert all(holds(s["a"] - 2 * s["b"] + s["c"] + s["d"]) for s in found)
