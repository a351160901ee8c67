"""Asks everything that the corpus keeps, and tells the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import clew
from clew.plugins import find_installed
from tests.corpus.answers import (
    REFUSED,
    SEARCHES,
    Difference,
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
from tests.corpus.families import brute_force, model_of

Ask = Callable[[], Any]


def differences(name: str, entry: Entry) -> Iterator[Difference]:
    """Everything about a random model that is not as it was."""
    model = model_of(name.rpartition("-")[0], entry["seed"])
    domains = {variable: tuple(domain) for variable, domain in model.domains().items()}
    truth = brute_force(model)
    texts = written(domains, truth)
    for asked, expected, found in [
        ("brute force, which looks at `holds` alone", entry["solutions"], summary(texts)),
        ("the best by brute force", entry["best"], [best_of(model, truth, most) for most in (False, True)]),
    ]:
        if found != expected:
            yield Difference(name, asked, expected, found)
            return  # the model is another one, or means something else: nothing that follows would say more
    for level, order in SEARCHES:
        title = f"nodes of {level}, {order}, loop"
        outcome = _asked(lambda: searched(model, level, order))  # noqa: B023  (called at once)
        if isinstance(outcome, str):
            if entry["nodes"][f"{level} {order}"] != outcome:
                yield Difference(name, title, entry["nodes"][f"{level} {order}"], outcome)
            continue
        found = listed(model, outcome.result)
        if (found if order == "static" else sorted(found)) != (texts if order == "static" else sorted(texts)):
            yield Difference(name, f"solutions of {level}, {order}, loop", summary(texts), summary(found))
        if nodes(outcome) != entry["nodes"][f"{level} {order}"]:
            yield Difference(name, title, entry["nodes"][f"{level} {order}"], nodes(outcome))
    questions: list[tuple[str, Any, Ask]] = [
        ("count", len(texts), lambda: clew.count(model)),
        ("count, python", len(texts), lambda: clew.count(model, kernel="python")),
        ("check", verdict(len(texts)), lambda: clew.check(model).answer),
        ("solutions, static", texts, lambda: listed(model, clew.solutions(model, variable_order="static"))),
        (
            "solutions, static, values reversed",
            texts[::-1],
            lambda: listed(model, clew.solutions(model, variable_order="static", value_order="reverse")),
        ),
        ("the least value", entry["best"][0], lambda: best(model, False)),
        ("the greatest value", entry["best"][1], lambda: best(model, True)),
    ]
    yield from _all(name, questions)


def _all(name: str, questions: list[tuple[str, Any, Ask]]) -> Iterator[Difference]:
    for asked, expected, ask in questions:
        found = _asked(ask)
        if found != expected:
            is_list = isinstance(expected, list) and isinstance(found, list)
            yield Difference(name, asked, *((summary(expected), summary(found)) if is_list else (expected, found)))


def _asked(ask: Ask) -> Any:
    """The answer, or the error instead of it."""
    try:
        return ask()
    except clew.OptionError as error:
        return REFUSED if "needs declared constraints" in str(error) else f"OptionError: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


# -- bundled examples --------------------------------------------------------------------------------------


def example_of(name: str) -> tuple[clew.Problem[Any, Any], int]:
    """A bundled example by the plugin's name and its own, and the number of its solutions that it gives."""
    plugin, _, title = name.partition(": ")
    kind = find_installed(plugin)
    example = next(example for example in kind.examples if example.name == title)
    return clew.load(plugin, example.text, **example.parameters), example.count


def example_differences(name: str, entry: Entry) -> Iterator[Difference]:
    """Everything about a bundled example that is not as it was."""
    problem, published = example_of(name)
    questions: list[tuple[str, Any, Ask]] = [
        ("the number of solutions that the example gives", entry["count"], lambda: published),
        ("count", entry["count"], lambda: clew.count(problem)),
        ("check", verdict(entry["count"]), lambda: clew.check(problem).answer),
    ]
    if "solutions" in entry:
        questions.append(("solutions, static", entry["solutions"], lambda: summary(texts_of(problem))))
    yield from _all(name, questions)
    for search, expected in entry["nodes"].items():
        level, order = search.split()
        found = _asked(lambda: nodes(searched(problem, level, order)))  # noqa: B023  (called at once)
        if found != expected:
            yield Difference(name, f"nodes of {level}, {order}, loop", expected, found)


def texts_of(problem: clew.Problem[Any, Any]) -> list[str]:
    """Every solution in static order; in the order of the search if the variables appear as it goes."""
    if not problem.domains():
        return [repr(sorted(solution.items())) for solution in clew.solutions(problem)]
    return listed(problem, clew.solutions(problem, variable_order="static"))
