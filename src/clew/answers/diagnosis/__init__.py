"""Values that all solutions share, and those that occur in some, differences of two, and reasons why there is none.

Each is a question that one search does not answer. They are answered by several searches, under the limits of the one
question.
"""

from clew.answers.diagnosis.contradictions import Clue, Contradiction, why
from clew.answers.diagnosis.cores import core_of
from clew.answers.diagnosis.shared import differences, fixed
from clew.answers.diagnosis.true_candidates import candidates

__all__ = ["Clue", "Contradiction", "candidates", "core_of", "differences", "fixed", "why"]
