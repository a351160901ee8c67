"""How solutions and statistics are written: FlatZinc's form, which MiniZinc reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

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
    if one.sizes is None:
        return f"{one.name} = {texts[0]};\n"
    array = f"[{', '.join(texts)}]"
    call = f"array{len(one.sizes)}d({', '.join(one.sizes)}, {array})" if one.sizes else array
    return f"{one.name} = {call};\n"


def statistics(flat: FlatModel, seconds: float, own: Statistics | None, more: Mapping[str, Any]) -> str:
    """The statistics under MiniZinc's names.

    Args:
        flat: the model.
        seconds: the time that it took to read it.
        own: those of the search; None if there was none.
        more: others, by their names.
    """
    number = sum(1 for _ in flat.model)
    found: dict[str, Any] = {
        "initTime": f"{seconds:.3f}",
        "variables": number,
        "intVariables": number - flat.booleans,
        "boolVariables": flat.booleans,
    }
    if own is not None:
        found |= {
            "solveTime": f"{own.seconds:.3f}",
            "nodes": own.nodes,
            "failures": own.failures,
            "peakDepth": own.max_depth,
        }
    lines = [f"%%%mzn-stat: {name}={value}\n" for name, value in {**found, **more}.items()]
    return "".join([*lines, "%%%mzn-stat-end\n"])
