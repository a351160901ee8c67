"""How often a search asks a function: once for a tuple."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent, Predicate


@pytest.mark.parametrize("options", [{}, {"inference": "arc"}, {"variable_order": "static"}, {"kernel": "python"}])
def test_a_predicate_is_asked_once_about_a_tuple(options: dict[str, Any]) -> None:
    """Too large for a table, so it is asked during the search, whenever one of its variables is open or none is."""
    asked: Counter[tuple[int, ...]] = Counter()

    def function(*values: int) -> bool:
        asked[values] += 1
        return sum(values) % 7 == 3

    model = clew.Model("sums")
    model.variables("a b c d e", range(8))
    model.require(Predicate(function, "abcde"), AllDifferent("abc"))
    assert sum(1 for _ in clew.solutions(model, **options)) > 1000
    assert len(asked) > 20_000 // 2
    assert set(asked.values()) == {1}
