"""A strategy of one's own: the columns in which the first queen stands, counted over all the solutions.

A strategy is a fold: an empty result, how a solution is added, how the results of two parts of a search merge.
Nothing else is kept, so this runs in the same memory for 8 queens and for 12.
"""

from collections import Counter
from typing import Any

import clew
from clew_problems import Queens


class FirstColumn(clew.Strategy[Counter[int]]):
    """A histogram of the first queen's column."""

    def empty(self) -> Counter[int]:
        return Counter()

    def add(self, result: Counter[int], solution: clew.Solution[Any, Any]) -> Counter[int]:
        result[solution[0]] += 1
        return result

    def merge(self, earlier: Counter[int], later: Counter[int]) -> Counter[int]:
        return earlier + later


histogram = clew.solve(Queens(8), FirstColumn()).result
for column, number in sorted(histogram.items()):
    print(f"{column}  {number:2}  {'#' * number}")
print(f"{histogram.total()} solutions")
