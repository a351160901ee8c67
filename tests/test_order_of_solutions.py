"""Solutions come in search order, whatever runs the search, with any number of workers and with values of any kind."""

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import Any, Final

import pytest

import clew
from clew.constraints import AllDifferent
from tests.examples import THOROUGH

KINDS: Final[dict[str, Callable[[int], Any]]] = {
    "small": lambda k: k,
    "beyond 2^31": lambda k: 2**31 - 3 + k,
    "near 2^63": lambda k: 2**63 - 4 + k,
    "below -2^63": lambda k: 3 - 2**63 - k,
    "beyond 64 bits": lambda k: 2**70 + k,
    "texts": lambda k: "dbacefg"[k],
    "mixed": lambda k: (k, str(k), k + 0.5, (k,))[k % 4],
}
"""Values: from 0 to 6 to one of each kind."""

ORDERS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"value_order": "reverse"},
    {"variable_order": "mrv"},
    {"variable_order": "static", "inference": "unit"},
    {"variable_order": "degree", "inference": "arc"},
    {"variable_order": "random", "value_order": "random", "seed": 1},
)

LISTS: Final[dict[str, Callable[..., list[Any]]]] = {
    "all": lambda model, **options: clew.solve(model, clew.All(), **options).result,
    "limited": lambda model, **options: (
        clew.solve(model, clew.All(), limits=clew.Limits(solutions=8), **options).result
    ),
    "some": lambda model, **options: clew.solve(model, clew.AtMost(8), **options).result,
    "one by one": lambda model, **options: list(itertools.islice(clew.solutions(model, **options), 8)),
    "limited, one by one": lambda model, **options: list(
        clew.solutions(model, limits=clew.Limits(solutions=8), **options)
    ),
    "sample": lambda model, **options: clew.solve(model, clew.Sample(3), **options).result,
}


def model_of(kind: str, seed: int) -> clew.Model:
    """A model of six variables whose components interleave, with more than eight solutions."""
    value, draws, model = KINDS[kind], Random(seed), clew.Model()
    x = [model.variable(f"x{k}", [value(i) for i in draws.sample(range(7), draws.randint(3, 4))]) for k in range(6)]
    model.require(x[0] != x[3], AllDifferent([x[1], x[4]]))
    if kind not in ("texts", "mixed"):
        model.require(x[2] + x[5] != 2 * value(3), x[2] + x[5] <= 2 * value(5))
    return model


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def assert_equal_lists(kind: str, seed: int, executor: Executor) -> None:
    """See that every way to run a search lists the same solutions in the same order."""
    workers = {"executor": executor, "cutting": clew.Cutting(first=1, subtrees=4)}
    model = model_of(kind, seed)
    orders = ORDERS if THOROUGH else ORDERS[[*KINDS].index(kind) % 3 :: 3]
    for (name, listed), order in itertools.product(LISTS.items(), orders):
        expected = listed(model, kernel="python", **order)
        assert name == "sample" or len(expected) >= 8, "the model has too few solutions"
        for kernel, more in itertools.product(("auto", "compiled", "python"), ({}, workers)):
            try:
                found = listed(model, kernel=kernel, **order, **more)
            except clew.OptionError:
                assert kernel == "compiled", "the other kernels run every model"
            else:
                assert found == expected, (name, order, kernel, bool(more))


@pytest.mark.parametrize("kind", KINDS)
def test_with_the_engine(kind: str, threads: Executor) -> None:
    assert_equal_lists(kind, 1, threads)


@pytest.mark.usefixtures("without_engine")
@pytest.mark.parametrize("kind", KINDS)
def test_without_the_engine(kind: str, threads: Executor) -> None:
    assert_equal_lists(kind, 2, threads)


@pytest.mark.usefixtures("without_engine")
@pytest.mark.parametrize("listed", LISTS if THOROUGH else ["limited", "one by one"])
def test_processes_list_as_one_search_does(listed: str) -> None:
    model = model_of("small", 3)
    alone = LISTS[listed](model)
    assert LISTS[listed](model, jobs=2) == alone
    if listed == "limited":
        assert LISTS[listed](model, jobs=2, cutting=clew.Cutting(first=1, subtrees=4)) == alone
