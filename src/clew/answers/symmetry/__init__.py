"""Symmetries: solutions counted, and listed, once for each class of those that a symmetry maps to one another."""
