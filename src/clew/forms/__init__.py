"""The standard forms of instances: how a text is read into the one field that a problem is made from, and written.

A problem that names a form for its field (`clew.instance`) needs no `from_text` and no `to_text` of its own:

- `Number`: a whole number, such as a size;
- `Word`: a word of given letters;
- `Grid`: a grid of symbols, some cells of which may be empty;
- `Clues`: numbers beside each row and each column, as in nonograms;
- `Edges`: the edges of a graph, two names a line, or the DIMACS format.

A form of your own is a subclass of `Form`.
"""

from clew.forms.base import Form, Rectangle
from clew.forms.clues import Clues, LineClues
from clew.forms.edges import Edges, Graph
from clew.forms.grid import Cells, Grid
from clew.forms.plain import Number, Word

__all__ = ["Cells", "Clues", "Edges", "Form", "Graph", "Grid", "LineClues", "Number", "Rectangle", "Word"]
