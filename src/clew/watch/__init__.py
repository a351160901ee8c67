"""Watching a search: its story, its tree, its profile."""
