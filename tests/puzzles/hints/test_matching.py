"""Whether variables can differ, as brute force says."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from clew.reference.propagation.matching import matching


@given(st.lists(st.integers(0, 31), max_size=5))
def test_a_matching_is_found_if_there_is_one(domains: list[int]) -> None:
    values = [[bit for bit in range(5) if domain >> bit & 1] for domain in domains]
    found = matching([dict.fromkeys(some, 0) for some in values])
    assert (found is not None) == any(len(set(some)) == len(some) for some in product(*values))
