"""The conformance kit: whether a problem keeps the promises that the rest of clew builds on.

`check_problem` runs every check of any problem; `every_check` makes pytest items of them; the command
`clew test` prints a line for each. The kit knows no problem: all that it uses is what a plugin says of itself,
its examples above all.
"""

from clew.tools.testing.cases import Budget
from clew.tools.testing.kit import Check, ConformanceError, check_problem, checks, every_check
from clew.tools.testing.kit import CheckFailure as Failure

__all__ = ["Budget", "Check", "ConformanceError", "Failure", "check_problem", "checks", "every_check"]
