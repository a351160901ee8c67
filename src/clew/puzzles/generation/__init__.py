"""New instances with exactly one solution: a random solution is described by clues, and clues are taken away.

- `generating` is the question `generate`: a stream of instances, by one process or several;
- `making` makes one instance: a random solution, its clues, fewer of them, and the tier that is asked for;
- `clues` are those that describe a solution; some go together that a symmetry exchanges;
- `thinning` takes clues away in an order, as long as there is one solution: it proves that in the engine, on one
  program for all instances, if clues are given values.

Puzzles say by four methods of `Problem` how a solution becomes clues.
"""

from clew.puzzles.generation.generating import generate
from clew.puzzles.generation.making import Wishes

__all__ = ["Wishes", "generate"]
