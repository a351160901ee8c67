"""How solutions and statistics are written: FlatZinc's form, which MiniZinc reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from clew.exchange.flatzinc.variables import BOOLEAN

if TYPE_CHECKING:
    from clew.exchange.flatzinc.reading import FlatModel, Shown
    from clew.outcome import Statistics

SOLUTION: Final = "----------"
COMPLETE: Final = "=========="
UNSATISFIABLE: Final = "=====UNSATISFIABLE====="
UNKNOWN: Final = "=====UNKNOWN====="

WORDS: Final = ("false", "true")


def written(flat: FlatModel, solution: Mapping[Any, Any]) -> str:
    """A solution, with the line that ends it."""
    return "".join([_written(one, solution) for one in flat.shown]) + SOLUTION + "\n"


def _written(one: Shown, solution: Mapping[Any, Any]) -> str:
    values = [solution[item] if isinstance(item, str) else item for item in one.items]
    texts = [WORDS[value] if is_word else str(value) for value, is_word in zip(values, one.words, strict=True)]
    return f"{one.before}{', '.join(texts)}{one.behind}"


def statistics(flat: FlatModel, seconds: float, own: Statistics | None, more: Mapping[str, Any]) -> str:
    """The statistics under MiniZinc's names.

    Args:
        flat: the model.
        seconds: the time that it took to read it.
        own: those of the search; None if there was none.
        more: others, by their names.
    """
    number, booleans = len([*flat.model]), sum(domain == BOOLEAN for domain in flat.model.domains().values())
    found: dict[str, Any] = {"initTime": f"{seconds:.3f}", "variables": number}
    found |= {"intVariables": number - booleans, "boolVariables": booleans}
    if own is not None:
        found |= {"solveTime": f"{own.seconds:.3f}", "nodes": own.nodes}
        found |= {"failures": own.failures, "peakDepth": own.max_depth}
    lines = [f"%%%mzn-stat: {name}={value}\n" for name, value in {**found, **more}.items()]
    return "".join([*lines, "%%%mzn-stat-end\n"])
