"""Searching: all ways to search agree with each other, with the problem's own judgement and with its promises."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from typing import Any, Final, Literal

from clew.api import check, count, first, solutions, solve, violations
from clew.options import Options
from clew.outcome import Limits, Stopped
from clew.problem.declared import SEARCHED, Violation, overrides
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Solution
from clew.state.levels import LEVELS, NONE
from clew.strategies import Count
from clew.tools.testing.cases import Case, Subject, assignments, readable, shown

Kernel = Literal["auto", "python"]

LISTED: Final = 20_000
"""How many solutions are listed to see whether they are as many as promised."""

SHORT: Final = 0.3
"""Seconds for a search with shortcuts, which a limit on nodes would do without."""

SHORTCUTS: Final = tuple(name for name, level in LEVELS.items() if level.looks_ahead)
"""The levels whose kernels take them."""

SMALL: Final = 50
"""An example with so many complete assignments for each node of the budget is left to other ways to search."""

COUNTING: Final[tuple[Kernel, ...]] = ("auto", "python")
ORDERS: Final = ("static", "mrv", "degree", "random")


def count_promised(case: Case) -> Iterator[str]:
    """Every example has as many solutions as it promises, no two the same."""
    promised = case.example.count
    number = count(case.make())
    if number != promised:
        yield (
            f"counting gives {number}, and the example promises {promised} solutions: find out which is right, "
            "then fix the rules or the example"
        )
    listed = list(islice(solutions(case.make(), verify=False), LISTED))
    if len(listed) != min(number, LISTED):
        yield f"counting gives {number} solutions and listing {len(listed)}: report it, with this example"
    if len(set(listed)) != len(listed):
        yield (
            f"of {len(listed)} solutions listed only {len(set(listed))} are different: "
            "enumerate_values must give no value twice"
        )


def size(subject: Subject) -> Iterator[str]:
    """Some example is small enough for searches to be compared."""
    cases = list(readable(subject))
    if cases and not any(case.plain is not None and case.plain[1] for case in cases):
        yield (
            f"no example that has a solution is searched by plain backtracking in {subject.budget.nodes} nodes, "
            "so nothing was compared: add a tiny one"
        )


def agreement(case: Case) -> Iterator[str]:
    """Brute force, every inference, ordering and kernel find the same solutions."""
    if case.plain is None:
        return
    trusted, wanted = case.plain[0], set(case.plain[1])
    patience = time.monotonic() + case.budget.seconds / 2
    for complaint in chain(_lists(case, trusted, wanted), _counts(case, trusted, len(wanted))):
        if time.monotonic() > patience:
            return
        if complaint:
            yield f"{complaint}: {_suspect(case)}"
    for complaint in _first_ones(case, trusted, wanted):
        yield f"{complaint}: {_suspect(case)}"


def _how(options: Options) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in options.items())


def _ways(case: Case) -> Iterator[Options]:
    """The options under which the solutions must be the same."""
    levels = case.comparable
    kernels: tuple[Kernel, ...] = ("python", "auto") if _is_declared(case) else ("python",)
    for level, kernel in product(levels, kernels):
        yield {"inference": level, "kernel": kernel}
    if case.order:
        searching = [level for level in levels if level != NONE.name]
        for level, order in product(searching, ORDERS):
            yield {"inference": level, "variable_order": order}
        yield {"variable_order": "random", "seed": 1}
    yield {"value_order": "reverse"}
    yield {"value_order": "random"}


def _is_declared(case: Case) -> bool:
    return any(True for _ in case.make().constraints())


def _lists(case: Case, trusted: str, wanted: set[AnySolution]) -> Iterator[str]:
    """The faults of the solutions found in each way that the budget allows, the default first."""
    shortcuts: list[Options] = [{}]
    shortcuts += [{"inference": level} for level in case.comparable if level in SHORTCUTS]
    ways = [(options, Limits(time=SHORT)) for options in shortcuts]
    for options, limits in [*ways, *((options, case.limits()) for options in _ways(case))]:
        found = case.finished(options, limits)
        if found is None:
            continue
        how = _how(options).replace("variable order", "order") or "the search by default"
        missing, extra = wanted - set(found), set(found) - wanted
        if missing:
            yield f"{how} does not find {shown(next(iter(missing)))}, which {trusted} finds"
        elif extra:
            yield f"{how} finds {shown(next(iter(extra)))}, which {trusted} does not"
        else:
            is_right = len(found) == len(wanted)
            yield "" if is_right else f"{how} lists {len(found)} solutions, and only {len(wanted)} are different"


def _counts(case: Case, trusted: str, wanted: int) -> Iterator[str]:
    """The faults of the numbers of solutions counted in each way that the budget allows."""
    for level, kernel in product(case.comparable, COUNTING):
        limits = Limits(time=SHORT) if kernel == "auto" and level in SHORTCUTS else case.limits()
        outcome = solve(case.make(), Count(), inference=level, kernel=kernel, limits=limits)
        if outcome.is_complete:
            how = f"inference {level}, kernel {kernel} counts {outcome.result} solutions"
            yield "" if outcome.result == wanted else f"{how}, and {trusted} finds {wanted}"


def _first_ones(case: Case, trusted: str, wanted: set[AnySolution]) -> Iterator[str]:
    """The first solution, and whether it is the only one."""
    ways: list[Options] = [{}]
    ways += [{"inference": level} for level in case.comparable]
    if _is_declared(case):
        ways += [{"variable_order": "wdeg"}, {"variable_order": "wdeg", "kernel": "python"}]
    for options in ways:
        how = _how(options) or "by default"
        chosen: Options = {**options, "limits": case.limits()}
        try:
            found = first(case.make(), **chosen)
            answer = check(case.make(), **chosen).answer
        except Stopped:
            continue
        if bool(wanted) if found is None else found not in wanted:
            instead = "no solution" if found is None else shown(found)
            yield f"the first solution, {how}, is {instead}, and {trusted} finds {len(wanted)}"
        right = ("none", "unique", "several")[min(len(wanted), 2)]
        if answer not in (right, "undecided"):
            yield f"the check for uniqueness, {how}, says {answer}, and {trusted} says {right}"


def _suspect(case: Case) -> str:
    """Where to look when two ways to search differ."""
    problem = case.make()
    own = [hook for hook in SEARCHED if overrides(problem, hook)]
    look = f"look at {' and '.join(own)}, which may look at nothing but the decision and what is assigned"
    look = look if own else "look at what the constraints say besides holds()"
    return f"{look}, and at violations()" if overrides(problem, "violations") else look


def judgement(case: Case) -> Iterator[str]:
    """The judgement accepts the solutions and their parts, and nothing else."""
    problem, rng = case.make(), case.random()
    for solution in case.listed:
        for violation in _judged(problem, solution)[:1]:
            yield f"the search finds {shown(solution)}, and violations() rejects it: {violation}"
        part = _part(case, solution, len(solution) // 2, rng)
        for violation in _judged(problem, part)[:1]:
            yield f"violations() rejects {shown(part)}, a part of a solution: {violation}"
    known = set(case.listed)
    for mutant in _mutants(case, rng):
        if mutant in known or _judged(problem, mutant):
            continue
        if case.is_all or not _is_found(case, mutant, mutant):
            known.add(mutant)
            yield f"violations() accepts {shown(mutant)}, which the search does not find: find out which is right"


def _judged(problem: AnyProblem, assignment: Mapping[Any, Any]) -> tuple[Violation, ...]:
    found = violations(problem, assignment)
    for violation in found:
        if not isinstance(violation, Violation) or len(violation.message.splitlines()) != 1:
            raise TypeError(
                f"violations() gave {violation!r}: give clew.Violation(rule, message, variables), in one line"
            )
    return found


def _mutants(case: Case, rng: random.Random) -> Iterator[AnySolution]:
    """Solutions with the value of one variable changed."""
    problem = case.make()
    known = list(filter(len, case.listed))
    for _ in range(case.budget.trials if known else 0):
        solution = rng.choice(known)
        variable = rng.choice(list(solution))
        others = [value for value in case.values.get(variable, ()) if value != solution[variable]]
        if others:
            yield Solution(problem, {**solution, variable: rng.choice(others)})


def planted(case: Case) -> Iterator[str]:
    """A solution is found again when a part of it is given."""
    rng = case.random()
    known = case.known
    for solution in rng.sample(known, min(len(known), 4)):
        for number in sorted({len(solution), max(len(solution) - 1, 0), len(solution) // 2}):
            part = _part(case, solution, number, rng)
            for level in case.levels:
                if not _is_found(case, solution, part, level):
                    yield (
                        f"given {shown(part)}, inference {level} does not find {shown(solution)}: "
                        f"it loses a solution: {_suspect(case)}"
                    )


def _part(case: Case, solution: AnySolution, number: int, rng: random.Random) -> dict[Any, Any]:
    """So many decisions: the first ones, in its order, if variables appear during the search; otherwise any."""
    decisions = list(solution.items())
    return dict(rng.sample(decisions, number) if case.order else decisions[:number])


def _is_found(case: Case, solution: AnySolution, part: Mapping[Any, Any], level: str | None = None) -> bool:
    """Whether a search with some values given finds a solution, as far as the budget goes."""
    limits = Limits(nodes=max(case.budget.nodes // 4, 1))
    try:
        return solution in solutions(case.make(), given=part, inference=level, verify=False, limits=limits)
    except Stopped:
        return True


def symmetries(case: Case) -> Iterator[str]:
    """Declared symmetries turn solutions into solutions, each into another one."""
    problem = case.make()
    known = set(case.listed)
    for name, turned in problem.symmetries().items():
        images: dict[AnySolution, AnySolution] = {}
        for solution in case.listed:
            image = Solution(problem, turned(solution))
            if image.keys() != solution.keys():
                yield f"symmetry {name!r} gives {shown(image)}, not a value for each variable of {shown(solution)}"
                break
            wrong = next(iter(violations(problem, image)), None)
            if wrong is not None or (case.is_all and image not in known):
                why = wrong or "the search does not find it"
                yield f"symmetry {name!r} turns {shown(solution)} into {shown(image)}, which is no solution: {why}"
                break
            if images.setdefault(image, solution) != solution:
                yield f"symmetry {name!r} turns two solutions into the same one, {shown(image)}"
                break


def baselines(case: Case) -> Iterator[str]:
    """Other ways to find the solutions, if the problem has any, find the same."""
    if not case.is_all or assignments(case.make()) > SMALL * case.budget.nodes:
        return
    wanted = set(case.listed)
    for name, baseline in case.make().baselines().items():
        found = [Solution(case.make(), solution) for solution in baseline()]
        if len(found) != len(set(found)):
            yield f"baseline {name!r} lists a solution twice"
        elif set(found) != wanted:
            odd = next(iter(set(found) ^ wanted))
            yield f"baseline {name!r} and the search differ in {shown(odd)}: find out which is right"
