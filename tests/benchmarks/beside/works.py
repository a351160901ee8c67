"""All the works by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import pentominoes, product, queens, sudoku, takuzu
from .work import Work

WORKS: Final[Mapping[str, Work]] = {
    "queens-count": queens.COUNT,
    "queens-large": queens.LARGE,
    "queens-first": queens.FIRST,
    "sudoku": sudoku.SUDOKU,
    "takuzu": takuzu.UNIQUE,
    "takuzu-count": takuzu.COUNT,
    "product": product.LIST,
    "product-count": product.COUNT,
    "pentominoes": pentominoes.PENTOMINOES,
}
