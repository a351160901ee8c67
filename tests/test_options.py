"""Options in pairs give the right answers (`tests.options`); `.ci/full` asks more models under more rows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import clew
from clew.core import engine
from tests import options
from tests.option_models import SPECIAL, models

ROWS = options.all_rows(0)
EVERY = 10
"""One model in so many is asked under a row, and one row in as many that starts processes."""


@pytest.fixture(scope="module")
def pools() -> Iterator[options.Pools]:
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        yield options.Pools(threads, processes)


def test_every_two_options_stand_together() -> None:
    rows = options.rows(options.CHOICES, 0, options.must_refuse)
    for some in options.combinations_of(options.CHOICES):
        assert any(some <= row.items() for row in rows), some


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("question", options.QUESTIONS)
def test_answers_under_all_options(question: str, pools: options.Pools) -> None:
    wrong = []
    for k, row in enumerate(ROWS):
        if row["question"] != question:
            continue
        chosen = models(k % 8)[k % EVERY :: EVERY]
        if options.starts_processes(row):
            chosen = chosen[:1] if k % EVERY == 0 else []
        for known in chosen:
            wrong += [] if options.is_too_long(row, known) else options.checked(row, known, pools)
    assert not wrong, "\n".join(wrong)


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("order", ["static", "mrv"])
@pytest.mark.parametrize("question", ["best-sum", "best-large"])
def test_threads_that_draw_values_find_the_best(question: str, order: str, pools: options.Pools) -> None:
    (known,) = [known for known in SPECIAL if known.name == "remainders"]
    row = dict.fromkeys(options.CHOICES) | {
        "question": question, "variable_order": order, "value_order": "random", "workers": 3, "kernel": "auto",
        "pace": "slices",
    }  # fmt: skip
    wrong = [line for seed in range(8) for line in options.checked({**row, "seed": seed}, known, pools)]
    assert not wrong, "\n".join(wrong)


REFUSED = [
    {"inference": "none"},
    {"inference": "check"},
    {"engine": "absent"},
    {"inference": "forward", "question": "best-sum"},
    {"inference": "forward", "question": "best-large"},
]


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("question", ["all", "lazy", "count", "first", "check", "best-sum", "best-cost"])
@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_what_the_engine_cannot_do_is_refused_whoever_searches(
    question: str, refused: dict[str, str], pools: options.Pools
) -> None:
    row = dict.fromkeys(options.CHOICES) | {"kernel": "compiled", "question": question} | refused
    (known,) = [known for known in SPECIAL if known.name == "queens"]
    ways = [(workers, cutting) for workers in (None, 1, 2, "threads") for cutting in (None, "small")]
    wrong = [
        options.checked({**row, "workers": workers, "cutting": cutting}, known, pools) for workers, cutting in ways
    ]
    assert options.must_refuse(row)
    assert not any(wrong), "\n".join(line for lines in wrong for line in lines)


@pytest.mark.parametrize("kernel", ["python", "compiled"])
@pytest.mark.parametrize("orders", [{"variable_order": "random"}, {"value_order": "random"}, {}])
def test_a_text_as_a_seed_draws_the_same_in_every_process(kernel: str, orders: dict[str, str]) -> None:
    """Python's own hash of a text does not; so a search that processes shared lost solutions, and found some twice."""
    if kernel == "compiled" and not engine().available:
        pytest.skip("there is no engine here")
    program = (
        "import clew; from clew_problems import Queens; "
        f"print(clew.first(Queens(12), seed='text', kernel={kernel!r}, **{orders!r}).row())"
    )
    done = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True,
                       env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert done[0] == done[1] != ""


def test_processes_share_a_search_whose_seed_is_a_text() -> None:
    (latin,) = [known for known in SPECIAL if known.name == "latin"]
    found = clew.solve(
        latin.model, clew.All(), kernel="python", inference="forward", variable_order="random", seed="text",  # type: ignore[arg-type]
        jobs=2,
        cutting=options.SMALL,
    ).result  # fmt: skip
    assert sorted(solution.row() for solution in found) == latin.solutions
