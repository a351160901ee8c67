"""Tools: the command, the conformance kit, comparisons, and resuming a search from its file."""
