"""How far the plain call is from the best of all configurations: see `__main__`."""
