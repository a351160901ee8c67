"""Sheets of puzzles to print: pages for people with pencils."""

from clew.printing.sheets import Sheet, sheet

__all__ = ["Sheet", "sheet"]
