"""Writes the corpus: `python -m tests.corpus.make [--check]`.

Random models are drawn family by family, and what is kept of them is verified first: their solutions are those of
brute force over `holds`, in the order of the domains, and so is the best of them; brute force has not been shown to
the search. The nodes of generating and testing are the products of the sizes of the domains, and no level enters more
nodes than a weaker one under the static ordering. The bundled examples are too large for brute force: each of their
solutions is judged by `violations`, and their number is the published one.

An entry that is there is changed only if `CHANGES.md` names it.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import accumulate
from math import prod
from operator import mul
from pathlib import Path
from typing import Any, Final

import clew
from clew.plugins import installed
from tests.corpus.answers import (
    LEVELS,
    OWN,
    REFUSED,
    SEARCHES,
    Entry,
    best,
    best_of,
    listed,
    nodes,
    searched,
    summary,
    verdict,
    written,
)
from tests.corpus.checking import example_of, texts_of
from tests.corpus.families import MODELS, MOST, brute_force, model_of

HERE: Final = Path(__file__).parent
FILES: Final = {"models": HERE / "models.json", "examples": HERE / "examples.json"}

EACH: Final = 8
"""Models of a family."""

WITHOUT: Final = 2
"""Models of a family that may have no solution."""

SEEDS: Final = 500
"""How many seeds are looked at, at most, to find models that differ."""

LISTED: Final = 600
"""An example with more solutions keeps their number alone."""

SMALL: Final = 1500
"""A search of an example that enters more nodes is not kept."""


class Wrong(Exception):
    """The program's answer is not that of brute force, or breaks a law: there is nothing to freeze."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, only say what would change")
    options = parser.parse_args()
    named = (HERE / "CHANGES.md").read_text(encoding="utf-8")
    made = {"models": models(), "examples": examples()}
    refused = []
    for kind, entries in made.items():
        before = read(kind)
        changed = changes(before, entries)
        refused += unnamed(changed, named)
        for name in changed:
            print(f"{name}:\n  was {before[name]}\n  is  {entries.get(name)}")
        print(f"{len(entries)} {kind}, {len(entries.keys() - before.keys())} of them new, {len(changed)} changed")
    if refused:
        print(f"not written: CHANGES.md does not name {', '.join(refused)}", file=sys.stderr)
    elif not options.check:
        for kind, entries in made.items():
            write(kind, entries)
    return int(bool(refused))


def changes(before: dict[str, Entry], after: dict[str, Entry]) -> list[str]:
    """The entries that are changed or gone; new ones change nothing."""
    return [name for name in before if after.get(name) != before[name]]


def unnamed(changed: list[str], text: str) -> list[str]:
    """Those of them that a text does not name."""
    return [name for name in changed if f"`{name}`" not in text]


def read(kind: str) -> dict[str, Entry]:
    """The frozen entries."""
    file = FILES[kind]
    entries: dict[str, Entry] = json.loads(file.read_text(encoding="ascii")) if file.exists() else {}
    return entries


def write(kind: str, entries: dict[str, Entry]) -> None:
    """One line for each, so that a change shows as one."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
    FILES[kind].write_text(f"{{\n{lines}\n}}\n", encoding="ascii")


# -- random models -----------------------------------------------------------------------------------------


def models() -> dict[str, Entry]:
    """The entries of all families. The models that are frozen stay: their seeds are in the data."""
    frozen = read("models")
    entries: dict[str, Entry] = {}
    for number, family in enumerate(MODELS):
        seeds = {name: entry["seed"] for name, entry in frozen.items() if name.rpartition("-")[0] == family}
        if not seeds:
            seeds = {f"{family}-{k + 1}": seed for k, seed in enumerate(_seeds(family, 1000 * (number + 1)))}
        entries |= {name: entry_of(name, seed) for name, seed in seeds.items()}
    return entries


def _seeds(family: str, beginning: int) -> list[int]:
    """Seeds of models that differ: few without solutions, and few that rule nothing out."""
    seeds: list[int] = []
    empty = full = 0
    for seed in range(beginning, beginning + SEEDS):
        model = model_of(family, seed)
        number, most = len(brute_force(model)), prod(map(len, model.domains().values()))
        if most > MOST and family != "wide":
            continue
        empty += number == 0
        full += number == most
        is_fresh = (number or empty <= WITHOUT or family == "borders") and (number < most or full <= 1)
        if is_fresh or family == "borders":
            seeds.append(seed)
        if len(seeds) == EACH:
            break
    return seeds


def entry_of(name: str, seed: int) -> Entry:
    """The answers about a random model, verified."""
    model = model_of(name.rpartition("-")[0], seed)
    domains = {variable: tuple(domain) for variable, domain in model.domains().items()}
    truth = brute_force(model)
    texts = written(domains, truth)
    extremes = [best_of(model, truth, maximize) for maximize in (False, True)]
    demand(name, "best", extremes, [best(model, maximize) for maximize in (False, True)])
    demand(name, "count", len(truth), clew.count(model))
    demand(name, "check", verdict(len(truth)), clew.check(model).answer)
    entered = {}
    for level, order in SEARCHES:
        try:
            outcome = searched(model, level, order)
        except clew.OptionError:  # a model without variables has no constraints to propagate
            demand(name, f"variables for {level}", {}, domains)
            entered[f"{level} {order}"] = REFUSED
            continue
        found = listed(model, outcome.result)
        title = f"solutions of {level}, {order}"
        demand(name, title, sorted(texts), sorted(found))
        if order == "static":
            demand(name, title, texts, found)
        entered[f"{level} {order}"] = nodes(outcome)
    _lawful(name, model, len(truth), entered)
    return {"seed": seed, "solutions": summary(texts), "best": extremes, "nodes": entered}


def _lawful(name: str, model: clew.Model, solutions: int, entered: dict[str, str]) -> None:
    """The nodes follow from the definitions, as far as these say."""
    sizes = [len(domain) for domain in model.domains().values()]
    if sizes and not model.given() and all(sizes) and all(constraint.scope for constraint in model.constraints()):
        tried = [1, *accumulate(sizes[:-1], mul), solutions]
        demand(name, "nodes of none", _trimmed(tried), entered["none static"])
    kept = [entered[f"{level} static"] for level in LEVELS]
    totals = [sum(map(int, some.split())) for some in kept if some != REFUSED]
    demand(name, "that a stronger level enters no more nodes", sorted(totals, reverse=True), totals)


def _trimmed(numbers: list[int]) -> str:
    while numbers[-1] == 0:
        numbers = numbers[:-1]
    return " ".join(map(str, numbers))


def demand(name: str, what: str, expected: Any, found: Any) -> None:
    """Refuse to freeze what is wrong.

    Raises:
        Wrong: the two differ.
    """
    if expected != found:
        raise Wrong(f"{name}: {what}: expected {expected}, found {found}")


# -- bundled examples --------------------------------------------------------------------------------------


def examples() -> dict[str, Entry]:
    """The entries of all bundled examples of all bundled plugins."""
    names = [
        f"{plugin.name}: {example.name}"
        for plugin in installed()
        if plugin.distribution == "clewpy" and plugin.problem is not None
        for example in plugin.problem.examples
    ]
    return {name: example_entry(name) for name in names}


def example_entry(name: str) -> Entry:
    """The answers about a bundled example, verified as far as that is possible."""
    problem, published = example_of(name)
    found = list(clew.solutions(problem)) if published <= LISTED else []
    if published <= LISTED:
        demand(name, "different solutions", published, len({frozenset(solution.items()) for solution in found}))
    for solution in found:
        demand(name, f"what {solution} violates", (), clew.violations(problem, solution))
    demand(name, "count", published, clew.count(problem))
    entry: Entry = {"count": published, "nodes": {}}
    if published <= LISTED:
        entry["solutions"] = summary(texts_of(problem))
    for level, order in SEARCHES if problem.domains() else [(level, OWN) for level in LEVELS[:3]]:
        try:
            outcome = searched(problem, level, order, SMALL)
        except clew.OptionError:  # the level is none for this problem
            continue
        if outcome.is_complete:
            demand(name, f"solutions of {level}, {order}", published, len(outcome.result))
            entry["nodes"][f"{level} {order}"] = nodes(outcome)
    return entry


if __name__ == "__main__":
    sys.exit(main())
