"""The standard forms of instances: how a text is read into the one field that a problem is made from, and written.

A problem that names a form for its field (`clew.instance`) needs no `from_text` and no `to_text` of its own:

- `Number`: a whole number, such as a size;
- `Word`: a word of given letters;
- `Grid`: a grid of symbols, some cells of which may be empty;
- `Words`: a grid of words, such as numbers of several digits;
- `Clues`: numbers beside each row and each column, as in nonograms;
- `Edges`: the edges of a graph, two names a line, or the DIMACS format.

A form of your own is a subclass of `Form`. An `Address` of puzz.link is read by `clew.forms.addresses`, and
the clues in it by `clew.forms.codings` and `clew.forms.coded_grids`.
"""

from typing import TYPE_CHECKING

from clew.exports import exports
from clew.forms.base import SPACES, Form, Rectangle, fill_spaces, size_of

if TYPE_CHECKING:
    from clew.forms.addresses import Address
    from clew.forms.clues import Clues, LineClues
    from clew.forms.edges import Edges, Graph
    from clew.forms.grid import Cells, Grid
    from clew.forms.plain import Number, Word
    from clew.forms.words import Words

_MODULES = {
    "addresses": "Address",
    "clues": "Clues LineClues",
    "edges": "Edges Graph",
    "grid": "Cells Grid",
    "plain": "Number Word",
    "words": "Words",
}
__getattr__ = exports(__name__, _MODULES)

__all__ = [
    "SPACES",
    "Address",
    "Cells",
    "Clues",
    "Edges",
    "Form",
    "Graph",
    "Grid",
    "LineClues",
    "Number",
    "Rectangle",
    "Word",
    "Words",
    "fill_spaces",
    "size_of",
]
