"""From a question to the search that answers it: its options, the choice of methods, the plan, and its walk."""
