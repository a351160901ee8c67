"""A search tree in the language of Graphviz: `dot -Tsvg` lays it out."""

from __future__ import annotations

from typing import Final

from clew.render.svg import PAINTS
from clew.watch.trace.sketch import MARKS, Sketch, Sketched
from clew.watch.trace.svg import DASHED, LOOKS, SQUARE
from clew.watch.trace.tree import SearchTree

MOST: Final = 1000
DEEPEST: Final = 100


def tree_dot(tree: SearchTree, *, most: int = MOST, deepest: int = DEEPEST, untried: bool = True) -> str:
    """The tree as a directed graph; each node has a label, a colour and a shape by its kind, and a tooltip.

    Args:
        tree: the tree.
        most: how many nodes to write, besides the values that were never tried.
        deepest: how many levels below the root to write.
        untried: whether to write the values that were never tried too.
    """
    drawing = Sketch(tree, most, deepest, untried=untried)
    caption = "\n".join(filter(None, [f"{tree.title}: {tree.summary}", ", ".join(drawing.notes)]))
    lines = [
        "digraph search {",
        f"  graph [label={quoted(caption)}, labelloc=t, ordering=out]",
        '  node [fontname="DejaVu Sans", fontsize=11, height=0.3, margin="0.1,0.03"]',
        "  edge [arrowhead=none]",
        *(f"  n{k} [{_attributes(node)}]" for k, node in enumerate(drawing.nodes)),
        *(f"  n{k} -> n{child}" for k, children in enumerate(drawing.children) for child in children),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _attributes(node: Sketched) -> str:
    fill, stroke, ink, _ = LOOKS[node.look]
    style = ["filled"] if fill else []
    style += ["dashed"] if node.look in DASHED else []
    style += [] if node.look in SQUARE or node.look == "cut" else ["rounded"]
    parts = {
        "label": MARKS[node.look] + node.label,
        "tooltip": "\n".join(node.about),
        "class": node.look,
        "shape": "plaintext" if node.look == "cut" else "box",
        "style": ",".join(style),
        "color": PAINTS[stroke or fill or "line"][0],
        "fillcolor": PAINTS[fill][0] if fill else "transparent",
        "fontcolor": PAINTS["ink" if ink == "faint" else ink][0],
    }
    return ", ".join(f"{name}={quoted(value)}" for name, value in parts.items())


def quoted(content: str) -> str:
    """A string of the language. Graphviz reads escapes and the entities of HTML in it: both are kept from that."""
    kept = content.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("\r", "")
    return '"' + "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in kept).replace("\n", "\\n") + '"'
