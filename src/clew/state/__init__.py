"""The state of a search: what is assigned and what is open, all domains in one integer of one lane per variable."""
