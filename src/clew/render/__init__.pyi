# The public names for type checkers: while a program runs, each is imported when it is first asked for.

from clew.render.boards import Board as Board
from clew.render.boards import board_svg as board_svg
from clew.render.clues import Dot as Dot
from clew.render.clues import Stroke as Stroke
from clew.render.films import Animation as Animation
from clew.render.films import Beside as Beside
from clew.render.films import Frame as Frame
from clew.render.films import animation as animation
from clew.render.films import beside as beside
from clew.render.lines import LineBoard as LineBoard
from clew.render.listings import Graph as Graph
from clew.render.listings import Listing as Listing
from clew.render.listings import Text as Text
from clew.render.schedules import Gantt as Gantt
from clew.render.svg import Highlight as Highlight
from clew.render.svg import Picture as Picture
from clew.render.svg import PlacedPicture as PlacedPicture
from clew.render.texts import boxes as boxes
from clew.render.texts import regions as regions
from clew.render.trees import Forest as Forest
from clew.render.trees import Kind as Kind
from clew.render.trees import Tree as Tree
from clew.render.trees import tree_svg as tree_svg
from clew.render.trees import tree_text as tree_text
