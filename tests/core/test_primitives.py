"""Every primitive has a twin in the engine: the same nodes as the reference, the same solutions as brute force.

So each has a record, a reference, an oracle and its strength (`tests/reference/propagation/test_strength.py`), a twin
(here), and a form in every format or the reason why not (`tests/exchange/test_primitives.py`).
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.constraints.primitives import Primitive
from clew.constraints.registration import Registered
from tests.random_models import Shown, brute_force
from tests.reference.propagation.test_strength import DRAW, PRIMITIVES

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, engine_runs


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_every_primitive_has_a_twin(kind: type[Primitive], seed: int) -> None:
    constraint, domains = DRAW[kind](random.Random(seed))
    model = Shown()
    for name, values in domains.items():
        model.variable(name, values)
    model.require(constraint)
    agree(model)
    found, _, _ = engine_runs(model, "static")
    assert found == list(brute_force(model))


@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_every_record_names_code_that_is_there(kind: type[Primitive]) -> None:
    record = kind.record
    assert record.reference
    assert record.engine
    for entry in ("reference", "engine", "minizinc", "json", "cnf", "cnf_literals", "automaton"):
        assert callable(Registered(entry)[kind]) is bool(getattr(record, entry))
    formats = (record.minizinc, record.json, record.cnf or record.cnf_literals or record.automaton)
    assert all(formats) or record.unwritten
