"""Words of puzzles on grids in French and German, for `translations`: the parts of names of rules and of decisions."""

from __future__ import annotations

from typing import Final

Words = tuple[tuple[str, str, str], ...]


def words(*rows: tuple[str, str, str]) -> Words:
    """Rows of English, French and German words as `clew.Problem.translations` has them."""
    return tuple([(language, row[0], row[k]) for k, language in ((1, "fr"), (2, "de")) for row in rows])


GRID: Final = words(
    ("the", "le", "Zahl"),
    ("at", "en", "in"),
    ("and", "et", "und"),
    ("from", "de", "von"),
    ("to", "à", "bis"),
    ("of", "de", "von"),
    ("of row", "de la ligne", "von Zeile"),
    ("of column", "de la colonne", "von Spalte"),
    ("the square of four at", "le carré de quatre en", "Viererblock in"),
)
COLOURS: Final = words(("is black", "= noir", "= schwarz"), ("is white", "= blanc", "= weiß"))
LINES: Final = words(
    ("a line at", "un trait en", "Linie bei"),
    ("no line at", "aucun trait en", "keine Linie bei"),
    ("one line at", "un seul trait en", "nur eine Linie bei"),
    ("some line", "un trait", "eine Linie"),
    ("the line at dot", "le trait au point", "Linie an Punkt"),
    ("the line at cell", "le trait dans la case", "Linie in Feld"),
    ("the loop", "la boucle", "die Schleife"),
    ("no loop closed too early", "la règle de la boucle unique", "die Regel der einen Schleife"),
    ("line", "le trait", "Linie"),
)
