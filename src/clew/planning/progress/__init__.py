"""The progress of a running search, and how it is reported."""
