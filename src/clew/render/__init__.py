"""Drawing of boards, trees, graphs and values, as text and as SVG. Nothing here knows a problem.

A module is imported when the first of its names is asked for: most searches draw no picture.
"""

from clew.exports import exports

_MODULES = {
    "boards": "Board board_svg",
    "clues": "Dot Stroke",
    "films": "Animation Beside Frame animation beside",
    "lines": "LineBoard",
    "listings": "Graph Listing Text",
    "schedules": "Gantt",
    "svg": "Highlight Picture PlacedPicture",
    "texts": "boxes regions",
    "trees": "Forest Kind Tree tree_svg tree_text",
}
__getattr__, __all__ = exports(__name__, _MODULES)
