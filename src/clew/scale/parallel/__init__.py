"""Long searches: a search is cut into subtrees, which any executor runs, and whose results merge."""

from clew.scale.parallel.subtree import Subtree

__all__ = ["Subtree"]
