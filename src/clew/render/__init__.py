"""Drawing of boards, trees, graphs and values, as text and as SVG. Nothing here knows a problem.

A module is imported when the first of its names is asked for: most searches draw no picture.
"""

from typing import TYPE_CHECKING

from clew.exports import exports

if TYPE_CHECKING:
    from clew.render.boards import Board, board_svg
    from clew.render.films import Animation, Beside, Frame, animation, beside
    from clew.render.lines import LineBoard
    from clew.render.listings import Graph, Listing, Text
    from clew.render.svg import Highlight, Picture, PlacedPicture
    from clew.render.texts import boxes, regions
    from clew.render.trees import Forest, Kind, Tree, tree_svg, tree_text

_MODULES = {
    "boards": "Board board_svg",
    "films": "Animation Beside Frame animation beside",
    "lines": "LineBoard",
    "listings": "Graph Listing Text",
    "svg": "Highlight Picture PlacedPicture",
    "texts": "boxes regions",
    "trees": "Forest Kind Tree tree_svg tree_text",
}
__getattr__ = exports(__name__, _MODULES)

__all__ = [
    "Animation",
    "Beside",
    "Board",
    "Forest",
    "Frame",
    "Graph",
    "Highlight",
    "Kind",
    "LineBoard",
    "Listing",
    "Picture",
    "PlacedPicture",
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
