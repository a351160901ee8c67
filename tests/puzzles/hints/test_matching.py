"""Whether variables can differ, as brute force says."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from clew.reference.propagation.matching import consistent, matching


@given(st.lists(st.integers(0, 31), max_size=5))
def test_a_matching_is_found_if_there_is_one(domains: list[int]) -> None:
    values = [[bit for bit in range(5) if domain >> bit & 1] for domain in domains]
    found = matching(domains)
    assert (found is not None) == any(len(set(some)) == len(some) for some in product(*values))


@given(st.lists(st.integers(0, 63), max_size=5))
def test_values_of_some_matching_are_kept(domains: list[int]) -> None:
    values = [[bit for bit in range(6) if domain >> bit & 1] for domain in domains]
    rows = [some for some in product(*values) if len(set(some)) == len(some)]
    assert consistent(domains) == [sum(1 << bit for bit in {row[k] for row in rows}) for k in range(len(domains))]
