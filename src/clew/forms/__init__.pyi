# The public names for type checkers: while a program runs, each is imported when it is first asked for.

from clew.forms.addresses import Address as Address
from clew.forms.base import SPACES as SPACES
from clew.forms.base import Form as Form
from clew.forms.base import Rectangle as Rectangle
from clew.forms.base import address_in as address_in
from clew.forms.base import fill_spaces as fill_spaces
from clew.forms.base import size_of as size_of
from clew.forms.clues import Clues as Clues
from clew.forms.clues import LineClues as LineClues
from clew.forms.edges import Edges as Edges
from clew.forms.edges import Graph as Graph
from clew.forms.grid import Cells as Cells
from clew.forms.grid import Grid as Grid
from clew.forms.plain import Number as Number
from clew.forms.plain import Word as Word
from clew.forms.words import Words as Words
