"""Problems that are like another one, but for some of its methods."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from clew.problem.problem import Problem


def twin_of(problem: Problem[Any, Any], **methods: Callable[[], Any]) -> Problem[Any, Any]:
    """A problem like another one, in which some methods return something else."""
    twin = copy.copy(problem)
    # A copy of a class with slots may lose what a subclass without them keeps.
    twin.__dict__.update({**vars(problem), **methods})
    return twin
