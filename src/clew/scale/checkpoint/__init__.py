"""Checkpoints: the journal of a long search in a file, written, locked, read back and checked, and its status."""
