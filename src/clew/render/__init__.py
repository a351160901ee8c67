"""Drawing: what boards, trees, graphs and values look like, as text and as SVG. Nothing here knows a problem."""

from clew.render.animation import Animation, Beside, Frame, animation, beside
from clew.render.boards import Board, Highlight, board_svg, boxes
from clew.render.graphs import Graph
from clew.render.listings import Listing, Text
from clew.render.regions import regions
from clew.render.svg import Picture
from clew.render.trees import Forest, Kind, Tree, tree_svg, tree_text

__all__ = [
    "Animation",
    "Beside",
    "Board",
    "Forest",
    "Frame",
    "Graph",
    "Highlight",
    "Kind",
    "Listing",
    "Picture",
    "Text",
    "Tree",
    "animation",
    "beside",
    "board_svg",
    "boxes",
    "regions",
    "tree_svg",
    "tree_text",
]
