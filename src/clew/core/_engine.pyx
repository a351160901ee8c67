"""The engine: propagation and search on words, compiled ahead of time.

One file for each idea, included here in the order of the book (L. Michel, P. Schaus, P. Van Hentenryck, MiniCP: a
lightweight solver for constraint programming, 2021). They are one translation unit, so that the C compiler sees through
the calls.
"""

include "words.pxi"
include "about.pxi"
include "space.pxi"
include "domains.pxi"
include "propagator.pxi"
include "fixpoint.pxi"
include "distinct.pxi"
include "conflicts.pxi"
include "linear.pxi"
include "disjunction.pxi"
include "table.pxi"
include "automaton.pxi"
include "cardinality.pxi"
include "distinct_tuples.pxi"
include "callback.pxi"
include "program.pxi"
include "orderings.pxi"
include "restarts.pxi"
include "search.pxi"
include "mask_count.pxi"
