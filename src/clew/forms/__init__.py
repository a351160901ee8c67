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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clew.forms.base import SPACES, Form, Rectangle, fill_spaces, size_of

if TYPE_CHECKING:
    from clew.forms.addresses import Address
    from clew.forms.clues import Clues, LineClues
    from clew.forms.edges import Edges, Graph
    from clew.forms.grid import Cells, Grid
    from clew.forms.plain import Number, Word
    from clew.forms.words import Words

_MODULE_OF = {
    "Address": "addresses",
    "Cells": "grid",
    "Clues": "clues",
    "Edges": "edges",
    "Graph": "edges",
    "Grid": "grid",
    "LineClues": "clues",
    "Number": "plain",
    "Word": "plain",
    "Words": "words",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'clew.forms' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"clew.forms.{_MODULE_OF[name]}"), name)
    return found


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
