"""The problems that come with clew. They use its public names only, as anyone's plugin would."""

from clew_problems.colouring import Colouring
from clew_problems.crossword import Crossword
from clew_problems.cryptarithm import Cryptarithm
from clew_problems.futoshiki import Futoshiki
from clew_problems.knights_tour import KnightsTour
from clew_problems.langford import Langford
from clew_problems.letter_tree import LetterTree
from clew_problems.magic_square import MagicSquare
from clew_problems.pentominoes import Pentominoes
from clew_problems.queens import Queens
from clew_problems.sudoku import Sudoku
from clew_problems.takuzu import Takuzu
from clew_problems.zebra import Zebra

__all__ = [
    "Colouring",
    "Crossword",
    "Cryptarithm",
    "Futoshiki",
    "KnightsTour",
    "Langford",
    "LetterTree",
    "MagicSquare",
    "Pentominoes",
    "Queens",
    "Sudoku",
    "Takuzu",
    "Zebra",
]
