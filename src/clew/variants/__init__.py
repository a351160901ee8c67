"""Variants of sudoku: ready-made kinds of clues for any grid and any digits, composed of `clew.constraints`.

A kind about cells takes them in the order of its line, and its number; a kind about a whole board takes a
`SudokuGrid`. Each returns a list of constraints: `model.require(thermo(line))`.
"""

from clew.exports import exports

_MODULES = {
    "boards": "anti_king anti_knight box_indexer column_indexer diagonals disjoint_groups full_rank maximum minimum "
    "non_consecutive region_sum row_indexer sudoku windoku",
    "cages": "arrow contains contains_exactly counting_circles double_arrow even extra_region killer little_killer "
    "lunchbox odd pill_arrow quadruple total",
    "drawing": "drawn",
    "fpuzzles": "fpuzzles_address from_fpuzzles to_fpuzzles",
    "grid": "SudokuGrid",
    "kinds": "ClueKind KINDS VariantClue",
    "lines": "between clone entropic every_pair lockout modular nabner neighbours palindrome renban slow_thermo "
    "sum_line thermo whispers zipper",
    "outside": "hidden_skyscraper numbered_room sandwich skyscraper x_sum",
    "pairs": "all_given black difference ratio v white x",
    "patterns": "regular_expression",
    "penpa": "from_penpa",
    "puzzle": "VariantPuzzle",
    "reading": "Line",
    "sentences": "clue_words rules_in_words",
    "sudokupad": "sudokupad_address to_sudokupad",
}
__getattr__, __all__ = exports(__name__, _MODULES)
