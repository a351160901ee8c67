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

from clew.exports import exports

_MODULES = {
    "addresses": "Address",
    "base": "SPACES Form Rectangle address_in fill_spaces size_of",
    "clues": "Clues LineClues",
    "edges": "Edges Graph",
    "grid": "Cells Grid",
    "plain": "Number Word",
    "words": "Words",
}
__getattr__, __all__ = exports(__name__, _MODULES)
