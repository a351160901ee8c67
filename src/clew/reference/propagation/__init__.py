"""From the meaning of constraints to the network that a search runs on.

A constraint says which *primitives* it is made of (`primitives`), the `compiler` turns each into masks, dual lanes and
*propagators*, and the `network` runs these to a fixpoint. The pruning of a primitive is in one file, here for the
search in Python, and in `clew.core` under the same name for the engine; how it is compiled stands there, too:

| primitive | here | in `clew.core` |
| --- | --- | --- |
| `Unary` | `compiler`: the domain shrinks | `compiler` |
| `Conflicts`, two-variable `Extension` | `masks` | `conflicts.pxi`, `masks.pxi` |
| `Difference` | `masks`, and bounds in `linear` | `differences.pxi`, `linear.pxi` |
| `WeightedSum` | `linear` | `linear.pxi` |
| `Polynomial` | `polynomial` | `polynomial.pxi` |
| `Disjunction` | `disjunction` | `disjunction.pxi` |
| `Alternatives` | `alternatives` | `alternatives.pxi`, `nested.pxi` |
| `Clause` | `clause` | `clause.pxi` |
| `Distinct` | `distinct`; `places`; supports in `matching` | `distinct.pxi`, `matching.pxi` |
| `DistinctTuples` | `distinct_tuples` | `distinct_tuples.pxi` |
| `Connection`, `SizedConnection` | `connection` | `connection.pxi` |
| `Cardinality` | `cardinality` | `cardinality.pxi` |
| `Covering` | `cover` | `cover.pxi` |
| `ResourceUse` | `cumulative` | `cumulative.pxi` |
| `OneMachine` | `machine` | `one_machine.pxi` |
| `ElementAt` | `element` | `element.pxi` |
| `Extremum` | `extremum` | `extremum.pxi` |
| `Extension` | `table` | `table.pxi` |
| `Forbidden` | `forbidden` | `forbidden.pxi` |
| `Reading` | `automaton` | `automaton.pxi` |
| `Lexicographic` | `lexicographic` | `lexicographic.pxi` |
| `Images` | `images` | `table.pxi`: the value of an expression is a variable |
| `Callback` | `callback`; forward checks at levels that do not propagate | `callback.pxi` |

A new constraint is one file in `clew.constraints`: its truth (`holds`), and the primitives that it is made of. A new
primitive stands there too, with its record (`clew.constraints.registration`), which names a file here with its
propagator, and its twin in `clew.core`.
"""
