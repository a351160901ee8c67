"""From the meaning of constraints to the network that a search runs on.

A constraint says which *primitives* it is made of (`primitives`), the `compiler` turns each into masks, dual lanes and
*propagators*, and the `network` runs these to a fixpoint. Each kind of propagator has a file of its own.
"""
