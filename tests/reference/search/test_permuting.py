"""Permutations: all of them, in the order that each method promises."""

from __future__ import annotations

from itertools import pairwise
from itertools import permutations as library
from math import factorial

import pytest

import clew


def test_heaps_algorithm_goes_on_by_the_interchanges_that_heap_described() -> None:
    found = ["".join(letters) for letters in clew.permutations("abc", method="heap")]
    assert found == ["abc", "bac", "cab", "acb", "bca", "cba"]


@pytest.mark.parametrize("n", range(8))
def test_heaps_algorithm_finds_every_permutation_each_by_one_interchange(n: int) -> None:
    found = list(clew.permutations(range(n), method="heap"))
    assert len(found) == factorial(n)
    assert sorted(found) == list(library(range(n)))
    assert all(sum(a != b for a, b in zip(one, other, strict=True)) == 2 for one, other in pairwise(found))


def test_the_library_gives_the_lexicographic_order() -> None:
    assert list(clew.permutations("abc")) == list(library("abc"))
    assert list(clew.permutations("aab")) == list(library("aab"))


def test_the_items_are_left_as_they_are_and_equal_ones_are_told_apart() -> None:
    items = ["a", "a"]
    assert list(clew.permutations(items, method="heap")) == [("a", "a"), ("a", "a")]
    assert items == ["a", "a"]


def test_a_method_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(clew.OptionError, match="no method 'lehmer' of permuting: choose library or heap"):
        clew.permutations("abc", method="lehmer")
