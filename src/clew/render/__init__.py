"""Drawing of boards, trees, graphs and values, as text and as SVG. Nothing here knows a problem.

A module is imported when the first of its names is asked for: most searches draw no picture.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.render.boards import Board, board_svg
    from clew.render.films import Animation, Beside, Frame, animation, beside
    from clew.render.graphs import Graph
    from clew.render.lines import LineBoard
    from clew.render.listings import Listing, Text
    from clew.render.places import Highlight, PlacedPicture
    from clew.render.svg import Picture
    from clew.render.texts import boxes, regions
    from clew.render.trees import Forest, Kind, Tree, tree_svg, tree_text

_MODULES = {
    "boards": "Board board_svg",
    "films": "Animation Beside Frame animation beside",
    "graphs": "Graph",
    "lines": "LineBoard",
    "listings": "Listing Text",
    "places": "Highlight PlacedPicture",
    "svg": "Picture",
    "texts": "boxes regions",
    "trees": "Forest Kind Tree tree_svg tree_text",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'clew.render' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"clew.render.{_MODULE_OF[name]}"), name)
    return found


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
