"""Words of puzzles on grids in French and German, for `translations`: the parts of names of rules and of decisions."""

from __future__ import annotations

from typing import Final

Words = tuple[tuple[str, str, str], ...]


def words(*rows: tuple[str, str, str]) -> Words:
    """Rows of English, French and German words as `clew.Problem.translations` has them."""
    return tuple([(language, row[0], row[k]) for k, language in ((1, "fr"), (2, "de")) for row in rows])


RULE: Final = "[die|die|der] Regel der verschiedenen Zahlen"
GRID: Final = words(
    ("the", "le", "[die|die|der]"),
    ("at", "en", "in"),
    ("and", "et", "und"),
    ("from", "de", "von"),
    ("to", "à", "bis"),
    ("of", "de", "von"),
    ("of row", "de la ligne", "von Zeile"),
    ("of column", "de la colonne", "von Spalte"),
    ("the square of four at", "le carré de quatre en", "[der|den|dem] Viererblock in"),
)
COLOURS: Final = words(
    ("is black", "est [noir|du noir|noirs]", "ist [schwarz|Schwarz|schwarz]"),
    ("is white", "est [blanc|du blanc|blancs]", "ist [weiß|Weiß|weiß]"),
)
LINES: Final = words(
    ("a line at", "[un|un|avec un] trait en", "[eine|eine|mit einer] Linie bei"),
    ("no line at", "[aucun|aucun|sans] trait en", "[keine|keine|ohne] Linie bei"),
    ("one line at", "la règle du trait unique en", "[die|die|der] Regel der einzigen Linie in"),
    ("some line", "un trait", "[eine|eine|einer] Linie"),
    ("the line at dot", "le trait au point", "[die|die|der] Linie am Punkt"),
    ("the line at cell", "le trait dans la case", "[die|die|der] Linie im Feld"),
    ("the loop", "la boucle", "[die|die|der] Schleife"),
    ("no loop closed too early", "la règle de la boucle unique", "[die|die|der] Regel der einzigen Schleife"),
    ("line", "le trait", "Linie"),
)
