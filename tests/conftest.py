"""What all the tests share."""

import signal
from collections.abc import Iterator
from unittest import mock

import pytest
from hypothesis import settings

from clew.core import Engine
from clew.planning import request
from tests.examples import THOROUGH

# `.ci/full` asks for more examples, and for others each time.
settings.register_profile("clew", deadline=None, derandomize=not THOROUGH, max_examples=100 if THOROUGH else 30)
settings.load_profile("clew")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_interrupts() -> Iterator[None]:
    """Tests heed Ctrl-C, and so do the processes that they start: a shell has a job in the background ignore it."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def without_engine() -> Iterator[None]:
    """As if clew had been installed without its engine."""
    absent = Engine(available=False, reason="a test takes it away")
    request.forget()  # a network that is kept may have its program
    with mock.patch("clew.core.engine", return_value=absent):
        yield
