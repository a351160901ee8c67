"""The state of a search: the assigned and the open variables, all domains in one integer of one lane per variable."""
