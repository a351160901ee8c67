"""Sheets of puzzles to print: pages for people with pencils."""

from clew.puzzles.printing.sheets import Sheet, sheet

__all__ = ["Sheet", "sheet"]
