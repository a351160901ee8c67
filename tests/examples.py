"""How many random examples a test tries: `.ci/full` has the time for more of them than every run of the tests."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings

THOROUGH: Final = os.environ.get("CLEW_THOROUGH") == "1"


def examples(number: int) -> settings:
    """So many random examples if the tests are thorough; a fifth of them if not."""
    return settings(max_examples=number if THOROUGH else max(10, number // 5))
