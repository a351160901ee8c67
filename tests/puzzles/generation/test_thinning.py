"""Taking groups away several at a time leaves what taking them one by one leaves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from clew.puzzles.generation.thinning import Group, number_of, thinned


class Covers:
    """Needs each of some sets of groups to have a member left: the more groups there are, the better."""

    def __init__(self, needs: Sequence[set[Group]]) -> None:
        self.needs = needs
        self.proofs = 0

    def __call__(self, gone: Sequence[Group]) -> bool:
        self.proofs += 1
        return all(need - set(gone) for need in self.needs)


def one_by_one(groups: Sequence[Group], can_go: Covers, spare: int | None) -> tuple[list[Group], list[Group]]:
    stay: list[Group] = []
    gone: list[Group] = []
    for group in groups:
        is_too_many = spare is not None and number_of(gone) + len(group) > spare
        (stay if is_too_many or not can_go([*gone, group]) else gone).append(group)
    return stay, gone


@pytest.mark.parametrize("seed", range(200))
def test_several_at_a_time_are_as_good_as_one(seed: int) -> None:
    random = Random(seed)
    groups: list[Group] = [tuple((k, j) for j in range(random.choice((1, 1, 2, 3)))) for k in range(30)]
    needs = [set(random.sample(groups, random.choice((1, 2, 5, 20)))) for _ in range(random.randrange(12))]
    spare = random.choice((None, None, 0, 1, 7, 20))
    assert thinned(groups, Covers(needs), spare) == one_by_one(groups, Covers(needs), spare)


def test_fewer_proofs_where_much_can_go() -> None:
    groups: list[Group] = [(k,) for k in range(100)]
    can_go = Covers([{groups[80]}, {groups[90]}])
    assert thinned(groups, can_go)[0] == [groups[80], groups[90]]
    assert can_go.proofs < 25
