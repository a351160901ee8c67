"""Asks questions under all kinds of options of models with known answers: `python -m tests.options [--seeds N]`.

The options are chosen pairwise: every two values of different options stand together in at least one row, because most
faults need no more than two of them (D. Kuhn, D. Wallace and A. Gallo, Software fault interactions and implications for
software testing, 2004). What a row must answer is known from brute force (`tests.option_models`): a search that was
stopped has a part of it and says so, and where the documentation promises an order, that order is held. A row may be
refused only by a rule that stands in `must_refuse` or `may_refuse`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from itertools import combinations, product
from operator import ne
from typing import Any, Final
from unittest import mock

import attrs

import clew
from clew.constraints import Comparison
from clew.core import neighbourhoods, portfolio, probing, sharing, turns, walk
from clew.planning import engine_method, request
from tests.corpus.families import Solutions
from tests.option_models import Known, Row, models

Options = dict[str, Any]
"""A row: a value for each option."""

QUESTIONS: Final = (
    "all", "lazy", "count", "first", "some", "many", "check", "best-sum", "best-large", "best-cost", "sample",
)  # fmt: skip

CHOICES: Final[dict[str, Sequence[Any]]] = {
    "question": QUESTIONS,
    "inference": (None, "none", "check", "forward", "unit", "arc"),
    "variable_order": (None, "static", "mrv", "degree", "wdeg", "random"),
    "value_order": (None, "domain", "reverse", "random"),
    "search": (None, "middle", "halves"),
    "over": (None, "some"),
    "learning": (None, "jump", "nogoods"),
    "improve": (None, False),
    "seed": (0, 1, "text"),
    "workers": (None, 1, 2, 3, "threads", "processes"),
    "cutting": (None, "small"),
    "kernel": ("auto", "compiled", "python"),
    "limits": (None, "time", "5 nodes", "60 nodes", "1 solution", "3 solutions"),
    "given": (None, "one"),
    "assume": (None, "two"),
    "hint": (None, "last"),
    "cancel": (None, "unset"),
    "pace": (None, "slices"),
    "engine": (None, None, "absent"),
}
"""The values of each option."""

LIMITS: Final = {
    None: None,
    "time": clew.Limits(time=600.0),
    "5 nodes": clew.Limits(nodes=5),
    "60 nodes": clew.Limits(nodes=60),
    "1 solution": clew.Limits(solutions=1),
    "3 solutions": clew.Limits(solutions=3),
}

SMALL: Final = clew.Cutting(first=0, subtrees=4)
"""Even a search of few nodes is cut into subtrees."""

LISTED: Final = ("all", "lazy", "some", "many")
"""The questions whose solutions come in search order."""

COUNTED: Final = (*LISTED, "count", "check")
"""The questions for which some variables may count alone."""

SOME, MANY, DRAWN = 4, 1500, 3
"""How many solutions `some` and `many` ask for, on both sides of the number that restarts find; and `sample`."""


# -- rows ------------------------------------------------------------------------------------------------

GROUPS: Final = (("question", "workers", "value_order"), ("question", "workers", "kernel"))
"""Options of which every three values stand together, because what several workers do depends on both others."""

Combination = frozenset[tuple[str, Any]]


def combinations_of(choices: dict[str, Sequence[Any]]) -> Iterator[Combination]:
    """What has to stand together in a row: every two values of different options, and every three of a group."""
    for names in (*combinations(choices, 2), *GROUPS):
        for values in product(*(choices[name] for name in names)):
            yield frozenset(zip(names, values, strict=True))


def rows(choices: dict[str, Sequence[Any]], seed: int, refused: Callable[[Options], object]) -> list[Options]:
    """Rows that have all combinations: each row the best of some that are drawn around one that is still wanted.

    Args:
        choices: the values of each option.
        seed: what is drawn depends on it.
        refused: whether a row is refused whatever the model is: it stands for the combination that was wanted only,
            because what comes after the refusal is not tried.
    """
    draw = random.Random(seed)
    left, found = list(combinations_of(choices)), []
    while left:
        wanted = dict(draw.choice(left))
        drawn = [{name: wanted.get(name, draw.choice(own)) for name, own in choices.items()} for _ in range(12)]
        gains = [0 if refused(row) else sum(some <= row.items() for some in left) for row in drawn]
        best = drawn[gains.index(max(gains))]
        left = [some for some in left if not some <= (best.items() if max(gains) else wanted.items())]
        found.append(best)
    return found


SHARING: Final[dict[str, Sequence[Any]]] = {
    **CHOICES,
    "question": ("best-sum", "best-large"),
    "inference": (None, "unit", "arc"),
    "workers": (2, 3),
    "cutting": (None,),
    "kernel": ("auto", "compiled"),
    "limits": (None, "time", "3 solutions"),
    "pace": ("slices",),
}
"""Those under which several threads look for the best solution in one tree."""


def all_rows(seed: int) -> list[Options]:
    """The rows of both tables."""
    return [*rows(SHARING, seed, must_refuse), *rows(CHOICES, seed, must_refuse)]


# -- refusals ----------------------------------------------------------------------------------------------


def is_cut(row: Options) -> bool:
    """Whether the documentation says that a search is divided into subtrees."""
    is_small = row["cutting"] is None and row["limits"] in ("5 nodes", "60 nodes")
    return row["workers"] not in (None, 1) and not is_small


def is_learner(row: Options) -> bool:
    """Whether a question may be answered in any order."""
    return row["question"] in ("first", "check", "best-sum", "best-large", "best-cost", "lazy")


def engine_learns(row: Options) -> bool:
    """Whether the engine learns nogoods: for one answer, in orders of its own; in threads for the best one alone."""
    is_ordered = row["variable_order"] or row["value_order"] or row["search"]
    is_run = row["kernel"] != "python" and row["engine"] != "absent" and row["inference"] in (None, "unit", "arc")
    in_threads = row["question"] in ("best-sum", "best-large") and type(row["workers"]) is int and not row["cutting"]
    is_asked = in_threads or (row["question"] in ("first", "check", "best-sum", "best-large") and not is_cut(row))
    return row["learning"] == "nogoods" and is_run and is_asked and not is_ordered


PROPAGATED: Final = "the engine propagates an objective"


def must_refuse(row: Options) -> str:
    """Why a row is refused whatever the model is; empty if it is not."""
    learns, compiled = row["variable_order"] == "wdeg", row["kernel"] == "compiled"
    if row["over"] and row["question"] not in COUNTED:
        return "of one solution all variables count"
    if learns and is_cut(row) and not row["question"].startswith(("best-sum", "best-large", "count")):
        return "an ordering that learns is not divided"
    if learns and not is_learner(row) and (row["kernel"] == "python" or row["engine"] == "absent"):
        return "an ordering that learns finds one solution or the best"
    if row["learning"] and (compiled or row["inference"] == "none" or is_cut(row)) and not engine_learns(row):
        return "what is learned from dead ends: in Python, with reasons, along one way"
    if compiled and row["engine"] == "absent":
        return "there is no engine"
    if compiled and row["inference"] in ("none", "check"):
        return "the engine looks ahead"
    if compiled and row["question"] in ("best-sum", "best-large") and row["inference"] == "forward":
        return PROPAGATED
    return ""


def may_refuse(row: Options, known: Known) -> str:
    """Why a row may be refused, though not under other options that come to the same; empty if it must be answered."""
    learns, compiled = row["variable_order"] == "wdeg", row["kernel"] == "compiled"
    if learns and (is_cut(row) or not is_learner(row)):
        return "an ordering that learns, for many solutions or several workers"
    if row["over"] and (not known.domains or row["workers"] not in (None, 1) or row["learning"]):
        return "variables are declared, and some of them counted along one way, without lessons"
    if compiled and known.hooks:
        return "hooks are Python"
    if row["assume"] and known.hooks:
        return "hooks in the place of constraints"
    if engine_learns(row) and is_cut(row):
        return "an objective that the engine does not propagate is searched in Python, along one way"
    if row["learning"] and (known.hooks or not known.domains):
        return "hooks give no reasons"
    if not known.domains and (compiled or row["inference"] in ("unit", "arc")):
        return "no variable is declared"
    if known.looks_ahead and row["inference"] in ("none", "check"):
        return "the hook looks ahead"
    if compiled and known.name.split()[0] in ("linear-large", "large-numbers", "product-large", "borders"):
        return "numbers beyond a word"
    if compiled and known.is_interval and "random" in (row["variable_order"], row["value_order"]):
        return "a value of an interval is not drawn"
    if compiled and known.is_interval and row["search"] == "middle":
        return "the middle of an interval is not looked for"
    if compiled and row["question"] == "best-cost" and is_cut(row):
        return "a bound in Python"
    return ""


# -- answers -----------------------------------------------------------------------------------------------


def strategy_of(question: str, known: Known) -> clew.Strategy[Any]:
    """The strategy of a question about a model."""
    if question == "best-sum" and known.total is not None:
        return clew.Best(known.total)
    if question == "best-large" and known.total is not None:
        return clew.Best(known.total, maximize=True)
    known_ones: dict[str, clew.Strategy[Any]] = {
        "all": clew.All(),
        "lazy": clew.All(),
        "count": clew.Count(),
        "first": clew.First(),
        "some": clew.AtMost(SOME),
        "many": clew.AtMost(MANY),
        "check": clew.Unique(),
        "sample": clew.Sample(DRAWN, 7),
    }
    return known_ones.get(question, clew.Best(known.cost))


@attrs.frozen
class Expected:
    """The answers that are right.

    Attributes:
        known: the model.
        row: the options.
        solutions: the solutions with the given values, in the order of declaration.
        order: the order in which they must come; None if any will do.
    """

    known: Known
    row: Options
    solutions: Solutions
    order: Solutions | None

    def counted(self, found: Solutions) -> Solutions:
        """Some solutions, once for all of them that differ in other variables alone than those that count."""
        places = [k for k, name in enumerate(self.known.domains) if name in over_of(self.row, self.known)]
        return list({repr([one[k] for k in places]) if places else repr(one): one for one in found}.values())

    @property
    def number(self) -> int:
        """How many solutions there are that count."""
        return len(self.counted(self.solutions))

    def value(self, solution: Row) -> int:
        """The objective of a solution, made small."""
        question = self.row["question"]
        if question == "best-cost" or not self.known.weights:
            return self.known.cost.of(solution)
        return self.known.total_of(solution) * (-1 if question == "best-large" else 1)


def given_of(row: Options, known: Known) -> dict[Any, Any]:
    """The value that is given beside those of the model: that of a variable in the middle."""
    names = [name for name in known.domains if name not in known.model.given()]
    if row["given"] is None or not names:
        return {}
    name = names[len(names) // 2]
    return {name: known.domains[name][len(known.domains[name]) // 2]}


def assumed_of(row: Options, known: Known) -> list[Comparison]:
    """The conditions that are assumed: that the first variable has not its first value, nor the last one its last."""
    names = list(known.domains)
    if row["assume"] is None or not names:
        return []
    return [Comparison((name,), "!=", known.domains[name][end]) for name, end in ((names[0], 0), (names[-1], -1))]


def search_of(row: Options, known: Known) -> list[Any] | None:
    """The phases of a row: every other variable, the last one first, or all of them in two parts."""
    names = list(known.domains)
    if row["search"] is None or not names:
        return None
    if row["search"] == "middle":
        return [(names[::-2], "mrv", "middle")]
    return [(own, "degree", "upper_halves") for own in (names[::-2], names[-2::-2]) if own]


def over_of(row: Options, known: Known) -> list[Any]:
    """The variables that count, if not all do: every third one, and the last one."""
    names = list(known.domains)
    return [*dict.fromkeys([*names[::3], *names[-1:]])] if row["over"] else []


def expected(row: Options, known: Known) -> Expected:
    """The right answers for a row and a model."""
    given, names = given_of(row, known), list(known.domains)
    at = [(names.index(name), value) for name, value in given.items()]
    found = [one for one in known.solutions if all(one[k] == value for k, value in at)]
    assumed = [(names.index(condition.scope[0]), condition.constant) for condition in assumed_of(row, known)]
    found = [one for one in found if all(one[k] != value for k, value in assumed)]
    order = None
    is_static = row["variable_order"] == "static" and not (known.orders or row["search"] or row["over"])
    if is_static and row["value_order"] in ("domain", "reverse"):
        order = found[::-1] if row["value_order"] == "reverse" else found
    elif row["question"] in LISTED and row["kernel"] != "auto" and not row["learning"]:
        deciding = ("inference", "variable_order", "value_order", "search", "over", "seed")
        values = tuple([row[name] for name in deciding])
        order = _in_search_order(known, values, tuple(given.items()), tuple(assumed_of(row, known)))
    return Expected(known, row, found, order)


@cache
def _in_search_order(
    known: Known, values: tuple[Any, ...], given: tuple[Any, ...], assumed: tuple[Any, ...]
) -> Solutions | None:
    """All solutions as the loop lists them, in one process; None if nothing promises their order.

    That is so if an ordering learns, or is left to clew, and if the engine branches on intervals otherwise.
    """
    names = ("inference", "variable_order", "value_order", "search", "over", "seed")
    options: Any = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    is_open = options.get("variable_order") in (None, "wdeg") or "inference" not in options
    if is_open or (
        known.is_interval and (options["variable_order"] != "static" or {"search", "over"} & options.keys())
    ):
        return None
    options["search"] = search_of({"search": options.get("search")}, known)
    options["over"] = over_of({"over": options.get("over")}, known) or None
    try:
        found = clew.solve(
            known.model, clew.All(), **options, given=dict(given), assume=assumed, kernel="python"
        ).result
    except clew.OptionError:  # the level is none for this model
        return None
    return [solution.row() for solution in found]


def problems_of(right: Expected, outcome: clew.Outcome[Any]) -> Iterator[str]:
    """What is wrong with an outcome."""
    question, limits, status = right.row["question"], right.row["limits"], outcome.status.value
    if status != "complete" and (limits is None or limits == "time"):
        yield f"stopped by {status} without a limit"
    if outcome.statistics.nodes > {"5 nodes": 5, "60 nodes": 60}.get(limits, 10**9):
        yield f"{outcome.statistics.nodes} nodes under a limit of {limits}"
    if question == "count":
        yield from _about_count(right, outcome)
    elif question == "check":
        yield from _about_check(right, outcome)
    elif question.startswith("best"):
        yield from _about_best(right, outcome)
    else:
        yield from _about_solutions(right, outcome)


def _about_count(right: Expected, outcome: clew.Outcome[Any]) -> Iterator[str]:
    number = right.number
    if outcome.result > number or (outcome.is_complete and outcome.result != number):
        yield f"counted {outcome.result} of {number}"


def _about_check(right: Expected, outcome: clew.Outcome[Any]) -> Iterator[str]:
    verdict, number = outcome.result, right.number
    answer = ("none", "unique", "several")[min(2, number)]
    if verdict.answer != answer and (outcome.is_complete or verdict.answer != "undecided"):
        yield f"{verdict.answer} instead of {answer}"
    yield from _about_listed(right, [solution.row() for solution in verdict.solutions])


def _about_best(right: Expected, outcome: clew.Outcome[Any]) -> Iterator[str]:
    optimum = min(map(right.value, right.solutions), default=None)
    row = None if outcome.result is None else outcome.result.row()
    if row is not None and row not in right.solutions:
        yield f"{row} is no solution"
    elif outcome.is_complete and (None if row is None else right.value(row)) != optimum:
        yield f"{row} with {row and right.value(row)}, and the best has {optimum}"
    # A search that is cut at once, because the call says so, spends its nodes on that.
    found = first_beside(right) if limits_nodes(right.row) and right.row["cutting"] is None else None
    if found is not None and (row is None or right.value(row) > right.value(found)):
        yield f"{row} is worse than {found}, which is the first solution under the same options"
    sign = -1 if right.row["question"] == "best-large" and right.known.weights else 1
    if outcome.bound is not None and optimum is not None and sign * outcome.bound > optimum:
        yield f"the bound {outcome.bound} excludes the optimum {sign * optimum}"


def limits_nodes(row: Options) -> bool:
    """Whether a search ends after some nodes."""
    return row["limits"] in ("5 nodes", "60 nodes")


def first_beside(right: Expected) -> Row | None:
    """The solution that a search for the first one finds alone under the same options; None if it finds none."""
    row = {**right.row, "workers": None, "cutting": None, "pace": None}
    options = Pools.options(None, row, right.known)  # type: ignore[arg-type]  # there are no workers
    found = clew.solve(right.known.model, clew.First(), **options).result
    return None if found is None else found.row()


def _about_solutions(right: Expected, outcome: clew.Outcome[Any]) -> Iterator[str]:
    question, limits, number = right.row["question"], right.row["limits"], right.number
    result = outcome.result
    found = [
        solution.row() for solution in (result if isinstance(result, list) else [result] if result is not None else [])
    ]
    most = {"first": 1, "some": SOME, "many": MANY, "sample": DRAWN}.get(question, number)
    stops = {"1 solution": 1, "3 solutions": 3}.get(limits, number)
    wanted = min(most, number)
    if outcome.is_complete and len(found) != wanted:
        yield f"{len(found)} solutions instead of {wanted}, complete"
    if outcome.status is clew.Status.SOLUTION_LIMIT and len(found) != min(wanted, stops):
        yield f"{len(found)} solutions at a limit of {stops}"
    if question != "sample" and len(found) > stops:
        yield f"{len(found)} solutions beyond a limit of {stops}"
    yield from _about_listed(right, found, in_order=question != "sample")


def _about_listed(right: Expected, found: Solutions, *, in_order: bool = True) -> Iterator[str]:
    """What is wrong with solutions that are some of all, and the first ones if there is an order."""
    if any(one not in right.solutions for one in found):
        yield f"{[one for one in found if one not in right.solutions]} are no solutions"
    if len(right.counted(found)) < len(found):
        yield f"a solution comes twice: {found}"
    learns = right.row["question"] in ("first", "check") and right.row["variable_order"] is None
    learns |= right.row["question"] == "first" and right.row["hint"] is not None
    if in_order and not learns and right.order is not None and found != right.order[: len(found)]:
        yield f"{found[:5]} instead of {right.order[:5]} in this order"


# -- asking ------------------------------------------------------------------------------------------------


@attrs.frozen
class Pools:
    """Executors, used for all questions: processes take long to start."""

    threads: Executor
    processes: Executor

    def options(self, row: Options, known: Known) -> dict[str, Any]:
        """The options of a row, as a call takes them."""
        names = ("inference", "variable_order", "value_order", "learning", "improve", "seed", "kernel")
        made: dict[str, Any] = {name: row[name] for name in names if row[name] is not None}
        if (search := search_of(row, known)) is not None:
            made["search"] = search
        if row["over"] is not None:
            made["over"] = over_of(row, known)
        if row["workers"] in ("threads", "processes"):
            made["executor"] = self.threads if row["workers"] == "threads" else self.processes
        elif row["workers"] is not None:
            made["jobs"] = row["workers"]
        if row["cutting"] is not None:
            made["cutting"] = SMALL
        if row["cancel"] is not None:
            made["cancel"] = clew.Cancel()
        if row["limits"] is not None:
            made["limits"] = LIMITS[row["limits"]]
        if given := given_of(row, known):
            made["given"] = given
        if assumed := assumed_of(row, known):
            made["assume"] = assumed
        if row["hint"] is not None:
            made["hint"] = {name: values[-1] for name, values in known.domains.items()}
        return made


def asked(row: Options, known: Known, pools: Pools) -> clew.Outcome[Any]:
    """The outcome of a question.

    If its pace is that of slices, the engine comes back after a few units of work, and begins to learn after one dead
    end; if the engine is absent, it is so in this process.
    """
    with ExitStack() as stack:
        if row["engine"] == "absent":
            request.forget()  # a network that is kept may have its program
            absent = clew.Engine(available=False, reason="a test takes it away")
            stack.enter_context(mock.patch("clew.core.engine", return_value=absent))
        if row["pace"] == "slices":
            stack.enter_context(mock.patch.multiple(walk, SLICE=10, DEAD_ENDS=1))
            stack.enter_context(mock.patch.multiple(turns, PROBE=5, SHARE=1))
            stack.enter_context(mock.patch.multiple(probing, SLICE=5))
            stack.enter_context(mock.patch.multiple(neighbourhoods, SMALLEST=1, SLICE=5))
            stack.enter_context(mock.patch.multiple(engine_method, COMPILING=0))
            for module in (sharing, portfolio):
                stack.enter_context(mock.patch.multiple(module, SLICE=1, SHARES=1))
        return _asked(row, known, pools)


def _asked(row: Options, known: Known, pools: Pools) -> clew.Outcome[Any]:
    options, question = pools.options(row, known), row["question"]
    if question != "lazy":
        return clew.solve(known.model, strategy_of(question, known), **options)
    found = []
    try:
        for solution in clew.solutions(known.model, **options):
            found.append(solution)  # noqa: PERF402  (a limit may end it)
    except clew.Stopped as stopped:
        return attrs.evolve(stopped.outcome, result=found)
    stops = {"1 solution": 1, "3 solutions": 3}.get(row["limits"])
    status = clew.Status.SOLUTION_LIMIT if len(found) == stops else clew.Status.COMPLETE
    return clew.Outcome(found, status, stops is None, clew.Statistics((0,), 0, len(found), 0.0, ""))


def is_too_long(row: Options, known: Known) -> bool:
    """Whether a level that does not propagate would walk through millions of values."""
    return known.is_interval and row["inference"] in ("none", "check", "forward")


def starts_processes(row: Options) -> bool:
    """Whether a call may start processes of its own, which takes long."""
    return is_cut(row) and row["cutting"] is not None and type(row["workers"]) is int


def disagreements(row: Options, known: Known, pools: Pools) -> list[str]:
    """What is wrong with the answer to a question; a refusal without a rule is wrong, too."""
    refusal = must_refuse(row)
    if refusal == PROPAGATED and known.total is None:  # the objective is a function instead
        refusal = ""
    try:
        outcome = asked(row, known, pools)
    except clew.OptionError as error:
        is_line = "\n" not in str(error)
        return [] if is_line and (refusal or may_refuse(row, known)) else [f"refused: {error}"]
    if refusal and known.domains and any(outcome.statistics.nodes_per_level):  # no search needs no engine
        return [f"not refused, although {refusal}"]
    wrong = list(problems_of(expected(row, known), outcome))
    if is_cut(row) and row["question"] in LISTED:
        try:
            alone = asked({**row, "workers": None, "cutting": None, "pace": None}, known, pools).result
        except clew.OptionError as error:
            # One worker keeps the ends of a wide range; several may have it narrowed by a given value before.
            orders = (row["variable_order"], row["value_order"], row["search"])
            is_drawn = known.is_interval and not {"random", "middle"}.isdisjoint(orders)
            is_dead = bool(refusal) and not any(outcome.statistics.nodes_per_level)  # as above
            return [] if is_drawn or is_dead else [f"refused to one worker, answered by several: {error}"]
        # The engine draws among the values that are left of a wide range, and Python among all that were declared: each
        # has the order that it has with one worker.
        listings = [alone, *_in_each_kernel(row, known, pools)] if known.is_interval else [alone]
        if all(any(map(ne, outcome.result, order)) for order in listings):
            wrong.append("several workers list the solutions in another order than one")
    return wrong


def _in_each_kernel(row: Options, known: Known, pools: Pools) -> Iterator[Any]:
    """The solutions that each kernel lists for one worker, if it can, and draws variables or values."""
    for kernel in ("python", "compiled") if "random" in (row["variable_order"], row["value_order"]) else ():
        with suppress(clew.OptionError):
            yield asked({**row, "workers": None, "cutting": None, "pace": None, "kernel": kernel}, known, pools).result


def checked(row: Options, known: Known, pools: Pools) -> list[str]:
    """The lines to print about a question that is answered wrongly; an exception is one, too."""
    try:
        wrong = disagreements(row, known, pools)
    except Exception as error:
        wrong = [f"{type(error).__name__}: {error}"]
    shown = {name: value for name, value in row.items() if value is not None}
    return [f"{known.name}: {line[:300]}\n    {shown}" for line in wrong]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="how many tables of rows, each with models of its own")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after how long it ends")
    parser.add_argument("--most", type=int, default=20, help="after how many wrong answers it ends")
    parsed = parser.parse_args()
    began, wrong, number = time.perf_counter(), 0, 0
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        pools = Pools(threads, processes)
        for seed in range(parsed.seed, parsed.seed + parsed.seeds):
            known_models = models(seed)
            for k, row in enumerate(all_rows(seed)):
                for j, known in enumerate(known_models):
                    is_skipped = is_too_long(row, known) or (starts_processes(row) and (j - k) % 16)
                    if is_skipped or time.perf_counter() - began > parsed.seconds:
                        continue
                    number += 1
                    for line in checked(row, known, pools):
                        wrong += 1
                        print(f"{seed} {line}", flush=True)
                        if wrong >= parsed.most:
                            return 1
    print(f"{number:,} questions in {time.perf_counter() - began:.0f} s, {wrong} answered otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
