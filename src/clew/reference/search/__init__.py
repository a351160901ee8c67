"""The search in Python: the loop, what it infers at a node, how it orders variables and values, how it restarts."""
