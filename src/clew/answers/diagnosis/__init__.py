"""The values that all solutions share, the differences of two, and the reasons why there is none.

Each is a question that one search does not answer. They are answered by several searches, under the limits of the one
question.
"""

from clew.answers.diagnosis.contradictions import Clue, Contradiction, why
from clew.answers.diagnosis.cores import core_of
from clew.answers.diagnosis.shared import differences, fixed

__all__ = ["Clue", "Contradiction", "core_of", "differences", "fixed", "why"]
