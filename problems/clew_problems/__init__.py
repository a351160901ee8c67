"""The problems that come with clew. They use its public names only, as anyone's plugin would.

A module is imported when its problem is first asked for: who solves a sudoku needs no crossword.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew_problems.akari import Akari
    from clew_problems.colouring import Colouring
    from clew_problems.crossword import Crossword
    from clew_problems.cryptarithm import Cryptarithm
    from clew_problems.futoshiki import Futoshiki
    from clew_problems.hashiwokakero import Hashiwokakero
    from clew_problems.hitori import Hitori
    from clew_problems.kakuro import Kakuro
    from clew_problems.killer_sudoku import KillerSudoku
    from clew_problems.knights_tour import KnightsTour
    from clew_problems.langford import Langford
    from clew_problems.letter_tree import LetterTree
    from clew_problems.magic_square import MagicSquare
    from clew_problems.masyu import Masyu
    from clew_problems.nonogram import Nonogram
    from clew_problems.numberlink import Numberlink
    from clew_problems.nurikabe import Nurikabe
    from clew_problems.pentominoes import Pentominoes
    from clew_problems.queens import Queens
    from clew_problems.shikaku import Shikaku
    from clew_problems.skyscrapers import Skyscrapers
    from clew_problems.slitherlink import Slitherlink
    from clew_problems.star_battle import StarBattle
    from clew_problems.sudoku import Sudoku
    from clew_problems.takuzu import Takuzu
    from clew_problems.tents import Tents
    from clew_problems.variant import Variant
    from clew_problems.zebra import Zebra

_MODULE_OF = {
    "Akari": "akari",
    "Colouring": "colouring",
    "Crossword": "crossword",
    "Cryptarithm": "cryptarithm",
    "Futoshiki": "futoshiki",
    "Hashiwokakero": "hashiwokakero",
    "Hitori": "hitori",
    "Kakuro": "kakuro",
    "KillerSudoku": "killer_sudoku",
    "KnightsTour": "knights_tour",
    "Langford": "langford",
    "LetterTree": "letter_tree",
    "MagicSquare": "magic_square",
    "Masyu": "masyu",
    "Nonogram": "nonogram",
    "Numberlink": "numberlink",
    "Nurikabe": "nurikabe",
    "Pentominoes": "pentominoes",
    "Queens": "queens",
    "Shikaku": "shikaku",
    "Skyscrapers": "skyscrapers",
    "Slitherlink": "slitherlink",
    "StarBattle": "star_battle",
    "Sudoku": "sudoku",
    "Takuzu": "takuzu",
    "Tents": "tents",
    "Variant": "variant",
    "Zebra": "zebra",
    "translations": "titles",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'clew_problems' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"clew_problems.{_MODULE_OF[name]}"), name)
    return found


__all__ = [
    "Akari",
    "Colouring",
    "Crossword",
    "Cryptarithm",
    "Futoshiki",
    "Hashiwokakero",
    "Hitori",
    "Kakuro",
    "KillerSudoku",
    "KnightsTour",
    "Langford",
    "LetterTree",
    "MagicSquare",
    "Masyu",
    "Nonogram",
    "Numberlink",
    "Nurikabe",
    "Pentominoes",
    "Queens",
    "Shikaku",
    "Skyscrapers",
    "Slitherlink",
    "StarBattle",
    "Sudoku",
    "Takuzu",
    "Tents",
    "Variant",
    "Zebra",
]
