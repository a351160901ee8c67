"""Problems as CNF: the formula has as many models as the problem has solutions, and they are the same."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    AtMost,
    Comparison,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Lex,
    Linear,
    Not,
    Or,
    Predicate,
    Product,
    Regular,
    Sum,
    Table,
)
from clew.exchange.cnf import Clauses, Cnf, cnf
from clew.formats import to_cnf, to_minizinc
from tests.examples import examples
from tests.random_models import brute_force, covers, models

Formula = list[tuple[int, ...]]


def read(text: str) -> tuple[dict[str, int], int, Formula]:
    """The variable map, the number of variables and the clauses of a text in the DIMACS format."""
    names: dict[str, int] = {}
    size = -1
    announced = 0
    clauses = []
    for line in text.splitlines():
        if line.startswith("c "):
            if match := re.fullmatch(r"c var (.*) is (\d+)", line):
                names[match[1]] = int(match[2])
        elif line.startswith("p cnf "):
            size, announced = map(int, line.split()[2:])
        else:
            *literals, end = map(int, line.split())
            assert end == 0
            clauses.append(tuple(literals))
    assert announced == len(clauses)
    assert all(0 < abs(literal) <= size for clause in clauses for literal in clause)
    assert all(clauses)
    return names, size, clauses


def assigned(clauses: Formula, literal: int) -> Formula | None:
    """The clauses left when a literal is true; None if one of them has become false."""
    left = []
    for clause in clauses:
        if literal not in clause:
            rest = tuple(other for other in clause if other != -literal) if -literal in clause else clause
            if not rest:
                return None
            left.append(rest)
    return left


def all_models(size: int, clauses: Formula) -> Iterator[frozenset[int]]:
    """The variables that are true in each model: by cases, one variable after the other, units first."""
    work: list[tuple[Formula, frozenset[int], frozenset[int]]] = [(clauses, frozenset(), frozenset())]
    while work:
        left, true, known = work.pop()
        settled: Formula | None = left
        while settled and (unit := next((clause[0] for clause in settled if len(clause) == 1), 0)):
            true, known = true | ({unit} if unit > 0 else set()), known | {abs(unit)}
            settled = assigned(settled, unit)
        if settled is None:
            continue
        open_variable = next((k for k in range(1, size + 1) if k not in known), 0)
        if not open_variable:
            yield true
            continue
        for literal in (open_variable, -open_variable):
            rest = assigned(settled, literal)
            if rest is not None:
                work.append((rest, true | ({literal} if literal > 0 else set()), known | {open_variable}))


def solutions_of(formula: Cnf) -> list[dict[Any, Any]]:
    """The assignment of every model, read from the text."""
    _, size, clauses = read(formula.dimacs())
    return [formula.decode(true) for true in all_models(size, clauses)]


def as_set(assignments: Any) -> set[frozenset[Any]]:
    return {frozenset(assignment.items()) for assignment in assignments}


def assert_same(model: clew.Problem[Any, Any], expected: list[dict[Any, Any]]) -> None:
    found = solutions_of(cnf(model))
    assert len(found) == len(expected)
    assert as_set(found) == as_set(expected)


@examples(150)
@given(models(most=4))
def test_the_models_of_a_random_models_formula_are_its_solutions(model: clew.Model) -> None:
    assert_same(model, list(brute_force(model)))


@settings(deadline=None, max_examples=50)
@given(covers())
def test_the_models_of_a_random_exact_covers_formula_are_its_solutions(model: clew.Model) -> None:
    assert_same(model, list(brute_force(model)))


def long_ones() -> Iterator[tuple[str, clew.Model]]:
    """Constraints on variables so many, or with values so many, that their short forms are used."""
    names = list("abcdef")
    rows = [[random.Random(k).randrange(3) for k in range(s, s + 6)] for s in range(0, 60, 6)]
    for title, constraint in {
        "sum is": Sum(names, "==", 7),
        "sum is not": Sum(names, "!=", 6),
        "sum below": Linear(names, (1, -2, 3, 1, 1, -1), "<", 2),
        "sum at least": Linear(names, (1, -2, 3, 1, 1, -1), ">=", 5),
        "product": Product(names, "==", 8),
        "count": Count(names, {0: (1, 3), 2: 2}),
        "at most": AtMost(1, 1, names),
        "table": Table(names, rows),
        "forbidden": Table(names, rows, allowed=False),
        "predicate": Predicate(lambda *v: v[0] + v[5] == v[2] * v[3] and v[1] != v[4], names),
        "regular": Regular(names, {("s", 0): "s", ("s", 1): "t", ("t", 0): "s", ("t", 2): "t"}, "s", {"s"}),
        "lex": Lex("abc", "def", strict=True),
        "vectors": DistinctVectors(["abc", "cde", "aef"]),
        "element": Element("a", [clew.constraints.Var(name) for name in "cdb"], "f"),
        "or": Or((Sum("abc", "==", 1), Not(AllDifferent("def")), Comparison("ab", "<"))),
    }.items():
        model = clew.Model(title)
        for name in names:
            model.variable(name, range(3))
        model.require(constraint)
        yield title, model


LONG = dict(long_ones())


@pytest.mark.parametrize("title", LONG)
def test_a_long_constraint_has_as_many_models_as_solutions(title: str) -> None:
    expected = list(brute_force(LONG[title]))
    assert 0 < len(expected) < 3**6
    assert_same(LONG[title], expected)


@pytest.mark.parametrize("size", range(11))
def test_at_most_one_of_any_number_of_literals(size: int) -> None:
    clauses = Clauses()
    literals = [clauses.fresh() for _ in range(size)]
    clauses.at_most_one(literals)
    models = list(all_models(clauses.variables, clauses.clauses))
    assert len(models) == size + 1
    assert {model & set(literals) for model in models} == {frozenset(), *(frozenset([k]) for k in literals)}


@settings(deadline=None)
@given(st.lists(st.sampled_from([1, -2, 3, -4]), min_size=1, max_size=4, unique=True))
def test_either_and_both_are_what_they_say(literals: list[int]) -> None:
    clauses = Clauses(variables=4)
    some, every = clauses.either(*literals), clauses.both(*literals)
    models = list(all_models(clauses.variables, clauses.clauses))
    assert len(models) == 2**4
    for true in models:
        truths = [(k in true) if k > 0 else (-k not in true) for k in literals]
        assert ((some in true) if some > 0 else (-some not in true)) == any(truths)
        assert ((every in true) if every > 0 else (-every not in true)) == all(truths)


@pytest.mark.parametrize(
    ("name", "instance", "count"),
    [
        ("queens", "5", 10),  # A000170
        ("queens", "6", 4),
        ("langford", "3", 2),
        ("langford", "1", 0),
        ("takuzu", "4x4", 72),
        ("colouring", "a-b-c-a", 6),
        ("futoshiki", "...\n...\n...", 12),
    ],
)
def test_problems_have_their_known_numbers_of_models(name: str, instance: str, count: int) -> None:
    _, size, clauses = read(to_cnf(clew.load(name, instance)))
    assert sum(1 for _ in all_models(size, clauses)) == count


def test_the_comments_say_which_variable_is_which() -> None:
    model = clew.Model("a\nb")
    model.variable("x\n0", ["red", "green"])
    model.variable(("y", 1), [3])
    model.fix("x\n0", "green")
    text = to_cnf(model)
    names, size, clauses = read(text)
    assert text.startswith("c a?b, written by clew\n")
    assert names == {"x?0 = red": 1, "x?0 = green": 2, "y,1 = 3": 3}
    (true,) = all_models(size, clauses)
    assert true == {2, 3}


def test_a_long_sum_is_short() -> None:
    model = clew.Model()
    names = model.variables([f"x{k}" for k in range(20)], range(10))
    model.require(Sum(names, "==", 90))
    _, size, clauses = read(to_cnf(model))
    assert size < 200 + 20 * 10 + 20 * 2 * 180
    assert len(clauses) < 100_000


def test_a_comparison_of_large_domains_is_written_and_one_too_large_is_refused() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(200))
    model.require(x < y)
    assert len(read(to_cnf(model))[2]) > 200 * 201 // 2
    model = clew.Model()
    names = model.variables("a b c d e", range(10))
    model.require(Predicate(lambda *values: sum(values) == 7, names))
    with pytest.raises(clew.OptionError, match=r"Predicate.*100000 combinations, more than the 20000"):
        to_cnf(model)


def test_a_part_of_a_disjunction_that_is_too_large_is_refused_by_name() -> None:
    model = clew.Model()
    names = model.variables([f"x{k}" for k in range(8)], range(8))
    model.require(Or((AllDifferent(names), Comparison(["x0"], "==", 1))))
    with pytest.raises(clew.OptionError, match="AllDifferent"):
        to_cnf(model)


def test_an_automaton_with_too_many_steps_is_refused_by_name() -> None:
    model = clew.Model()
    names = model.variables([f"x{k}" for k in range(20)], range(40))
    model.require(Linear(names, [41**k for k in range(20)], "==", 41**20 // 3))
    with pytest.raises(clew.OptionError, match=r"Linear.*500000 steps"):
        to_cnf(model)


OPTIONAL = """
import clew
from clew.constraints import ExactCover
from clew.formats import to_cnf, to_minizinc
items = [f"item {k}" for k in range(12)]
cover = ExactCover({k: ["x" if k % 2 else "y", *items[k % 3 :]] for k in range(6)}, optional=items)
model = clew.Model()
for name, domain in cover.domains().items():
    model.variable(name, domain)
model.require(cover)
print(to_cnf(model), to_minizinc(model))
"""


def test_a_text_does_not_depend_on_the_seed_of_hashes() -> None:
    """Items of an option lie in a set, whose order the seed changes."""
    texts = set()
    for seed in ("0", "1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", OPTIONAL], env=env, capture_output=True, text=True, check=True)
        texts.add(done.stdout)
    assert len(texts) == 1


def test_a_text_does_not_depend_on_the_addresses_of_items() -> None:
    """Optional items without a `repr` of their own, which the options list in the order of their addresses, or not."""

    def texts(items: Sequence[object]) -> tuple[str, str]:
        cover = ExactCover({k: ["x" if k % 2 else "y", *items[k % 3 :]] for k in range(6)}, optional=items)
        model = clew.Model()
        for name, domain in cover.domains().items():
            model.variable(name, domain)
        model.require(cover)
        return to_cnf(model), to_minizinc(model)

    items = sorted((object() for _ in range(12)), key=repr)
    assert texts(items) == texts(items[::-1])
