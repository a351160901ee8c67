"""The search in Python, the specification: propagators, orderings, the loop, and the reports of what it does."""
