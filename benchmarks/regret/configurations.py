"""The configurations that the plain call is compared with: at most 24, each by its name."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from clew.options import Options

LEVELS: Final = ("forward", "unit", "arc")
ORDERS: Final = ("static", "mrv", "degree", "wdeg")

CONFIGURATIONS: Final[Mapping[str, Options]] = {
    **{f"{level} {order}": Options(inference=level, variable_order=order) for level, order in product(LEVELS, ORDERS)},
    "check static": Options(inference="check", variable_order="static"),
    "reverse": Options(value_order="reverse"),
    "reverse unit static": Options(value_order="reverse", inference="unit", variable_order="static"),
    "reverse unit wdeg": Options(value_order="reverse", inference="unit", variable_order="wdeg"),
    "reverse arc wdeg": Options(value_order="reverse", inference="arc", variable_order="wdeg"),
    "compiled": Options(kernel="compiled"),
    "compiled unit static": Options(kernel="compiled", inference="unit", variable_order="static"),
    "compiled unit mrv": Options(kernel="compiled", inference="unit", variable_order="mrv"),
    "compiled arc wdeg": Options(kernel="compiled", inference="arc", variable_order="wdeg"),
    "python": Options(kernel="python"),
    "python forward static": Options(kernel="python", inference="forward", variable_order="static"),
    "python unit mrv": Options(kernel="python", inference="unit", variable_order="mrv"),
}
"""Under `kernel="compiled"` and `"python"` there are no shortcuts and no restarts. Some do not fit some questions."""
