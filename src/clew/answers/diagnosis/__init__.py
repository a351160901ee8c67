"""Values that all solutions share, and those that occur in some, differences of two, and reasons why there is none.

Setters ask which clues are not needed, what differs between solutions, and which change of a clue leaves one. Each is a
question that one search does not answer. They are answered by several searches, under the limits of the one question.
"""

from clew.answers.diagnosis.contradictions import Contradiction, why
from clew.answers.diagnosis.cores import core_of
from clew.answers.diagnosis.fewest import Fewest, fewest
from clew.answers.diagnosis.members import Clue
from clew.answers.diagnosis.setting import Ambiguity, Redundant, Repair, ambiguity, redundant, repairs
from clew.answers.diagnosis.shared import differences, fixed
from clew.answers.diagnosis.true_candidates import candidates

__all__ = [
    "Ambiguity",
    "Clue",
    "Contradiction",
    "Fewest",
    "Redundant",
    "Repair",
    "ambiguity",
    "candidates",
    "core_of",
    "differences",
    "fewest",
    "fixed",
    "redundant",
    "repairs",
    "why",
]
