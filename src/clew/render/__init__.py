"""Drawing: pure functions from rows of symbols and from trees to text and SVG."""

from clew.render.boards import board_svg, boxes
from clew.render.trees import Kind, Tree, tree_svg, tree_text

__all__ = ["Kind", "Tree", "board_svg", "boxes", "tree_svg", "tree_text"]
