"""The problems that come with clew. They use its public names only, as anyone's plugin would."""

from clew_problems.letter_tree import LetterTree
from clew_problems.queens import Queens
from clew_problems.takuzu import Takuzu

__all__ = ["LetterTree", "Queens", "Takuzu"]
