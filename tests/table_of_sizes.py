"""The table of sizes: each constant of the search beyond which something changes, and the change there.

An answer never changes with a size. A level that was named promises for each primitive a least strength
(`clew.reference.propagation.strength`), which no size changes either; more strength than that may depend on a size only
if the table says `strength`. The constants stand in the files that use them; `tests/test_table_of_sizes.py` holds that
none is missing here, or has another value; `tests/core/test_sizes_of_engine.py` asks models below, at and above them.
"""

from __future__ import annotations

import sys
from typing import Final

import attrs

FORM: Final = "another way"
"""Beyond it something is done in another way: the same answers."""

REFUSED: Final = "refused"
"""Beyond it the engine, or clew, refuses, so that Python searches, or an error says so."""

PACE: Final = "time and memory"
"""It says how often something is looked at, or how much is remembered."""


@attrs.frozen
class Size:
    """A constant.

    Attributes:
        file: the file that has it, from the package on.
        name: its name there, or the text in which the number stands.
        value: the number.
        kind: how things change at it: `FORM`, `REFUSED` or `PACE`.
        family: the models of the tests that stand on both sides of it; `turned` for those that are asked while it is
            small. If there are none, `what` says why not.
        what: the things that it counts.
        strength: whether more may be pruned below it than a level promises.
    """

    file: str
    name: str
    value: float
    kind: str
    family: str
    what: str
    strength: bool = attrs.field(default=False, kw_only=True)


# fmt: off
SIZES: Final[tuple[Size, ...]] = (
    Size("answers/batch/queries.py", "BATCH", 1024, PACE, "instances",
         "Rows that are answered in one call; the first calls have fewer, so that the first answers come soon"),
    Size("answers/batch/queries.py", "BYTE", 255, FORM, "instances",
         "Values of a variable that a byte tells apart beside none"),
    Size("constraints/base.py", "COMBINATIONS", 1000, FORM, "turned",
         "Combinations of values that a quick look may try", strength=True),
    Size("constraints/base.py", "NESTING", 100, REFUSED, "turned",
         "How deep constraints, and expressions, may be nested"),
    Size("constraints/counting.py", "AUTOMATON", 20_000, FORM, "turned",
         "Counts to remember, position by position, up to which they are an automaton", strength=True),
    Size("constraints/distinct_sums.py", "WIDEST", 64, FORM, "turned",
         "Values up to which the sets of different numbers with a sum are listed", strength=True),
    Size("constraints/distinct_sums.py", "SETS", 500, FORM, "turned",
         "Sets of different numbers with a sum up to which they are listed", strength=True),
    Size("constraints/left_over.py", "LEFT", 5, FORM, "turned",
         "Variables up to which what is left over of permutations has its sum declared", strength=True),
    Size("constraints/left_over.py", "TOGETHER", 2, FORM, "turned",
         "Permutations that are looked at together for what sums leave over", strength=True),
    Size("constraints/trees.py", "MONOMIALS", 10_000, FORM, "turned",
         "Products of variables up to which an expression is expanded", strength=True),
    Size("constraints/trees.py", "DEGREE", 8, FORM, "turned",
         "Powers up to which they are products of as many factors", strength=True),
    Size("core/branching.pxi", "HALVED", 64, FORM, "intervals",
         "Values of an interval beyond which a decision halves it: others lose their first value"),
    Size("core/compiler.py", "WIDE", 2**12, FORM, "intervals",
         "Values up to which every domain has a bit for each; a wider range may become an interval", strength=True),
    Size("core/compiler.py", "VALUES", 2**20, REFUSED, "turned",
         "Values up to which a domain can have a bit for each"),
    Size("core/compiler.py", "MOST_PLACES", 2**62, REFUSED, "numbers",
         "Values of a range from which on their places do not fit into a word"),
    Size("core/distinct.pxi", "targets <= 64", 64, FORM, "permutations",
         "Targets up to which a permutation keeps those that are taken in one word"),
    Size("core/domains.pxi", "size < 0x7ffffffe", 2**31 - 2, FORM, "intervals",
         "Values beyond which a domain counts as having this many, when the smallest is looked for"),
    Size("core/instances.pxi", "PAUSE", 50_000, PACE, "instances",
         "Units of work between two looks at signals"),
    Size("core/instances.pxi", "min(most, self.search.kept_room, 255)", 255, REFUSED, "instances",
         "Solutions of an instance that are looked for"),
    Size("core/lowering/distinct.py", "ROWS", 2**22, REFUSED, "turned",
         "Words that the rows of an exact cover may take"),
    Size("core/lowering/pairs.py", "PAIRS", 2**22, REFUSED, "turned",
         "Pairs of values that a function is asked about beforehand, at most"),
    Size("core/lowering/sums.py", "TERMS", 20_000, REFUSED, "turned",
         "Terms that the inequalities of a disjunction may have together"),
    Size("core/lowering/tables.py", "SUPPORTS", 2**33, REFUSED, "turned",
         "Bits that the supports of a table may take"),
    Size("core/lowering/tables.py", "STEPS", 2**22, REFUSED, "turned",
         "Steps of an automaton for which there is room in the engine"),
    Size("core/mask_count.pxi", "MOST_WORDS", 16, FORM, "mask-counts",
         "Words of all domains up to which solutions are counted by masks alone"),
    Size("core/mask_count.pxi", "TOGETHER", 128, PACE, "expansions",
         "Nodes that such a count expands together"),
    Size("core/mask_count.pxi", "program.shape.width[v] > 63", 63, FORM, "mask-counts",
         "Values of a domain up to which solutions are counted by masks alone"),
    Size("core/masks.pxi", "MOST_ROW", 96, FORM, "masks",
         "Words of a row in which permutations and conflicts prune together"),
    Size("core/masks.pxi", "MOST_LANE", 63, FORM, "masks",
         "Values of a domain, and variables that can take a value of a permutation, up to which there is such a row"),
    Size("core/masks.pxi", "MOST_JOINED", 20, FORM, "masks",
         "Values of its widest domain up to which there is such a row"),
    Size("core/meet.pxi", "TOGETHER_WORDS", 16, PACE, "",
         "Words of suffixes that a count of grids compares together: tests/planning/counting has grids on both sides"),
    Size("core/program.pxi", "words > 2**30 - self.shape.words", 2**30, REFUSED, "",
         "Words of all domains: a test would take eight gigabytes"),
    Size("core/propagators/disjunction.pxi", "MOST_SUMS", 64, REFUSED, "disjunctions",
         "Inequalities of a disjunction for which a propagator has room"),
    Size("core/propagators/forbidden.pxi", "number >> 31", 2**31, REFUSED, "",
         "Places of forbidden tuples that a propagator can number: a test would take gigabytes"),
    Size("core/restarts.pxi", "LONGEST", 8, FORM, "nogoods",
         "Decisions that a nogood may have"),
    Size("core/restarts.pxi", "MOST", 512, FORM, "nogoods",
         "Nogoods that are kept, the latest ones"),
    Size("core/search.pxi", "min(1024, 2**20 // max(n, 1))", 1024, PACE, "listings",
         "Solutions that a search keeps until they are fetched; fewer if there are many variables"),
    Size("core/sharing.py", "SLICE", 50_000, PACE, "turned",
         "Units of work of a count between two looks at the clock"),
    Size("core/sharing.py", "SHARES", 10, PACE, "turned",
         "Parts of a slice after which one of several threads comes back"),
    Size("core/subproblems.py", "LEAST", 1000, FORM, "turned",
         "Units of work that the engine may do for the first subproblem"),
    Size("core/subproblems.py", "MOST", 2**19, FORM, "turned",
         "Units of work that it may ever do for one"),
    Size("core/subproblems.py", "MOST_REPEATING", 5000, FORM, "turned",
         "The most if many subproblems are equal to others"),
    Size("core/subproblems.py", "WATCHED", 200, FORM, "turned",
         "Subproblems that are left alone at first"),
    Size("core/subproblems.py", "REPEATS", 4, FORM, "turned",
         "Subproblems are equal to others often if at least one in so many is"),
    Size("core/subproblems.py", "HOPE", 16, FORM, "turned",
         "Subproblems that are tried, if a certain variable is branched on"),
    Size("core/subproblems.py", "WORTH", 8, FORM, "turned",
         "Asking pays if at least one question in so many is answered"),
    Size("core/threads.py", "PAUSE", 0.02, PACE, "turned",
         "Seconds between two looks at the clock"),
    Size("core/variables.py", "BITS", 62, REFUSED, "numbers",
         "Bits that the sums of a linear constraint must fit into"),
    Size("core/walk.py", "SLICE", 50_000, PACE, "turned",
         "Units of work after which the engine comes back"),
    Size("core/walk.py", "SHARES", 5, PACE, "turned",
         "Parts of a slice after which one of several threads comes back"),
    Size("core/walk.py", "STRONG_EVERY", 2, FORM, "turned",
         "One run in so many maintains arc consistency, if no level was named"),
    Size("core/walk.py", "FRUITLESS_WORK", 200_000, FORM, "turned",
         "Units of work without another solution after which a search for the first few leaves its order for r"),
    Size("planning/counting/algebra.py", "TUPLE", 4, PACE, "turned",
         "Numbers whose place in a cache one tuple takes"),
    Size("planning/counting/tables.py", "LINES", 2**11, FORM, "turned",
         "Different lines up to which grids are counted by whole lines"),
    Size("planning/counting/cache.py", "ROOM", 2**20, PACE, "turned",
         "Numbers that a cache holds"),
    Size("planning/counting/cache.py", "TRIAL_QUESTIONS", 100, PACE, "turned",
         "Questions to the cache, for each variable branched on"),
    Size("planning/counting/cache.py", "WORTH", 4, PACE, "turned",
         "Asking pays if at least one question in so many is answered"),
    Size("planning/counting/columns.py", "STATES", 2**12, FORM, "turned",
         "States of a column at a level, at most"),
    Size("planning/counting/columns.py", "WIDEST", 64, FORM, "turned",
         "Marks of a column, at most"),
    Size("planning/counting/enumeration.py", "SMALL", 4096, FORM, "turned",
         "Combinations of open values up to which the solutions of a subproblem are listed at once"),
    Size("planning/counting/grids.py", "SHORT", 2**11, FORM, "turned",
         "Prefixes of one length up to which a count goes on row by row, which takes some milliseconds"),
    Size("planning/counting/meet_in_the_middle.py", "SLICE", 50_000, PACE, "turned",
         "Units of work after which the engine comes back"),
    Size("planning/counting/meet_in_the_middle.py", "LARGEST", 2**31, FORM, "turned",
         "Bytes that the prefixes of a level, or all that are kept, may take"),
    Size("planning/counting/orbits.py", "EXCHANGED", 3, FORM, "turned",
         "Values of the cells, at most, of which every exchange is tried"),
    Size("planning/counting/orbits.py", "MOST", 2**21, FORM, "turned",
         "Images of pairs of lines, at most; if there were more, no symmetry is used"),
    Size("planning/counting/row_by_row.py", "ROOM", 2**20, PACE, "turned",
         "States of a level to hold at a time; more of them are counted in portions"),
    Size("answers/diagnosis/contradictions.py", "RATION", 300, FORM, "contradictions",
         "Nodes of a search that may be left without an answer"),
    Size("answers/diagnosis/contradictions.py", "ORDERS", 8, FORM, "contradictions",
         "Orders in which members are left out"),
    Size("answers/diagnosis/contradictions.py", "SETS", 3000, FORM, "contradictions",
         "Smaller sets that are tried, if the smallest is asked for"),
    Size("answers/diagnosis/contradictions.py", "MORE_NODES", 10_000, FORM, "contradictions",
         "Nodes for the orders after the first, all of them together"),
    Size("puzzles/generation/generating.py", "TICK", 0.05, PACE, "",
         "Seconds between two looks at the clock: no number of things"),
    Size("puzzles/generation/generating.py", "QUICK", 0.1, PACE, "generation",
         "Seconds: blocks of instances that take longer do not grow"),
    Size("puzzles/generation/generating.py", "LARGEST", 64, PACE, "generation",
         "Instances of a block, at most"),
    Size("puzzles/generation/making.py", "TRIES", 1000, REFUSED, "generation",
         "Solutions that are tried for one instance"),
    Size("puzzles/generation/making.py", "REPAIRS", 100, FORM, "generation",
         "Repairs of one instance, before another solution is tried"),
    Size("puzzles/generation/making.py", "NODES", 1000, FORM, "generation",
         "Nodes after which the search for a random solution restarts"),
    Size("puzzles/generation/making.py", "GROWTH", 1.5, FORM, "generation",
         "How many times as many nodes the next run may have"),
    Size("puzzles/generation/thinning.py", "BYTE", 255, FORM, "instances",
         "Values of a variable that a byte tells apart beside none"),
    Size("puzzles/generation/thinning.py", "FIRST", 3, FORM, "generation",
         "One group of clues in so many is tried at first"),
    Size("puzzles/generation/thinning.py", "GROWTH", 1.5, FORM, "generation",
         "How many times as many are tried after a success"),
    Size("scale/parallel/limits.py", "SLOTS", 1024, PACE, "",
         "Tasks under way at a time whose progress is shown: tests/scale/parallel/test_limits.py has more and fewer"),
    Size("scale/parallel/limits.py", "WRITES", 0.1, PACE, "threads",
         "Seconds between two times that a worker writes how far it is"),
    Size("scale/parallel/cluster.py", "RATE", 200, PACE, "",
         "Tasks in a second that a scheduler of Dask is given: tests/scale/parallel/test_cluster.py asks one"),
    Size("scale/parallel/cluster.py", "ANSWER", 10, REFUSED, "",
         "Seconds in which a scheduler must answer: tests/scale/parallel/test_cluster.py has one that does not"),
    Size("scale/parallel/cluster.py", "FRESH", 2.0, PACE, "",
         "Seconds for which the number of workers is not asked again: no number of things"),
    Size("scale/parallel/dispatch.py", "NODES", 10_000_000, FORM, "threads",
         "Nodes of a subtree, at most"),
    Size("scale/parallel/dispatch.py", "QUICK", 100, FORM, "threads",
         "How many times as many they are if solutions are counted by masks alone"),
    Size("scale/parallel/pool.py", "STOP_TIMEOUT", 2.0, PACE, "",
         "Seconds that workers have to stop by themselves: no number of things"),
    Size("scale/parallel/subtree.py", "SLICE", 0.2, PACE, "threads",
         "Seconds after which a worker begins no other subtree"),
    Size("scale/parallel/processes.py", "LOOKS", 0.03, PACE, "",
         "Seconds between two looks of a worker: no number of things"),
    Size("scale/parallel/tasks.py", "TICK", 0.05, PACE, "threads",
         "Seconds between two looks at the limits"),
    Size("scale/parallel/tasks.py", "BATCH", 32, PACE, "threads",
         "Subtrees in a task, at most"),
    Size("scale/parallel/tasks.py", "PENDING", 2**20, PACE, "threads",
         "Solutions that may wait for those before them; beyond it only the subtrees before them are handed out"),
    Size("scale/parallel/tasks.py", "GRACE", 5.0, PACE, "",
         "Seconds in which a worker that is overdue may still answer: no number of things"),
    Size("scale/parallel/work.py", "KNOWN", 4, PACE, "",
         "Searches that a worker process remembers: it is set when the module is loaded"),
    Size("scale/parallel/worker.py", "REPEATS", 3, FORM, "threads",
         "A count in which more than one node in so many is known from equal ones is not divided"),
    Size("planning/reference.py", "REPEATING", 20_000, FORM, "turned",
         "Different subproblems up to which the order of declaration is best for counting"),
    Size("planning/loop_steps.py", "QUICK", 64, PACE, "threads",
         "Turns in a millisecond from which a loop looks at the clock once for each node"),
    Size("planning/deriving.py", "FRUITLESS_VALUES", 2000, FORM, "turned",
         "Values tried without another solution after which a search for the first few leaves its order for re"),
    Size("planning/request.py", "SHARED_WIDTH", 2**14, PACE, "turned",
         "Bits of all domains up to which instances that differ in their given values share a network"),
    Size("planning/request.py", "KEPT", 16, PACE, "turned",
         "Networks and programs that are kept for the next problem with the same domains and constraints"),
    Size("planning/request.py", "KEPT_WIDTH", 2**16, PACE, "turned",
         "Bits of the lanes up to which a network is kept"),
    Size("problem/declared.py", "MOST", 16, PACE, "turned",
         "Tuples of constraints that are remembered flat"),
    Size("problem/declared.py", "LARGEST", 1000, PACE, "turned",
         "Constraints of a tuple that is remembered"),
    Size("reference/propagation/automaton.py", "LAYERS", 2**16, PACE, "turned",
         "Layers of an automaton that are remembered, and layers in connection with the layers after them"),
    Size("reference/propagation/callback.py", "REMEMBERED", 2**18, PACE, "turned",
         "Tuples up to which answers of a function are remembered"),
    Size("reference/propagation/distinct.py", "DUAL_WIDTH", 2**15, FORM, "permutations",
         "Bits of the variables' lanes up to which dual lanes are added beside them"),
    Size("reference/propagation/distinct.py", "DUAL_SCOPE", 64, FORM, "permutations",
         "Variables up to which a permutation gets dual lanes"),
    Size("reference/propagation/distinct.py", "ROW_BYTES", 4096, PACE, "turned",
         "Bytes up to which the bits that map to one target are kept"),
    Size("reference/propagation/distinct_sum.py", "TAKEN", 2**15, PACE, "turned",
         "Sets of numbers of which it is remembered who can have which"),
    Size("reference/propagation/masks.py", "MASK_BUDGET", 2**29, PACE, "turned",
         "Bits that the masks kept may take together"),
    Size("reference/propagation/network.py", "HEAVY", 5, PACE, "turned",
         "The cost from which a propagator waits until the cheaper ones have come to a fixpoint"),
    Size("reference/propagation/propagator.py", "MEMORY", 2**24, PACE, "turned",
         "Bits that a propagator may remember"),
    Size("state/thresholds.py", "TUPLES", 20_000, FORM, "turned",
         "Combinations of values up to which a constraint on three variables or more is a table", strength=True),
    Size("state/thresholds.py", "FEW_TUPLES", 1000, FORM, "tables",
         "Combinations of values up to which one that prunes by itself is written out as a table", strength=True),
    Size("state/thresholds.py", "PREIMAGES", 20_000, FORM, "turned",
         "Combinations of values up to which an expression is calculated beforehand", strength=True),
    Size("state/thresholds.py", "FIRST_CUTOFF", 20, FORM, "turned",
         "Dead ends after which the first run gives up"),
    Size("state/thresholds.py", "GROWTH", 1.5, FORM, "turned",
         "How many times as many dead ends the next run may meet"),
    Size("state/thresholds.py", "PROOF", 1000, FORM, "turned",
         "Dead ends that a run may meet after a solution"),
    Size("reference/search/position.py", "NEGLIGIBLE", 2.0**-60, PACE, "turned",
         "Weights below this cannot be seen in the sum"),
    Size("reference/search/restarts.py", "LONGEST", 8, FORM, "nogoods",
         "Decisions that a nogood may have"),
    Size("reference/search/restarts.py", "MOST", 500, FORM, "nogoods",
         "Nogoods to keep"),
    Size("reference/search/variable_order.py", "STRIP", 7000, PACE, "turned",
         "Bits of the whole integer that are stripped in the time in which one lane is counted"),
    Size("limits.py", "STACK_LIMIT", 2**33, REFUSED, "turned",
         "Bits that the states of one branch may take together"),
    Size("state/domains.py", "LARGEST", 2**25, REFUSED, "turned",
         "Values that a domain may have"),
    Size("state/lanes.py", "NARROW", 2**12, PACE, "turned",
         "Bits up to which a state counts as narrow"),
    Size("state/lanes.py", "WIDE", 2**8, PACE, "turned",
         "Values from which a domain is read in one go"),
    Size("state/state.py", "PAGE", 64, PACE, "widths",
         "Decisions that are looked through one by one"),
    Size("answers/symmetry/parts.py", "LARGEST", 2000, FORM, "",
         "Elements of a group of symmetries: tests/answers/symmetry/test_counting.py has groups on both sides"),
)
# fmt: on

NO_LIMITS: Final = {
    "constraints/names.py SHOWN": "how a message is written",
    "constraints/trees.py len(source) > 200": "how a message is written",
    "core/linear.pxi NO_END": "stands for no bound: sums are below it (`BITS`)",
    "answers/diagnosis/explain.py amount < 1024": "how a message is written",
    "scale/parallel/limits.py SLOT": "the numbers of a record",
    "scale/parallel/limits.py MOST": "a float holds no larger power of ten",
    "problem/drawing.py SPARSE": "how a picture is drawn",
    "problem/pictures.py FEWEST_FRAMES": "how a film is drawn",
    "problem/pictures.py FRAMES": "how a film is drawn",
    "problem/pictures.py LISTED_VALUES": "how a list is written",
    "problem/pictures.py SHOWN_VALUES": "how a film is drawn",
    "problem/undrawn.py LONGEST": "how a note is written",
    "problem/undrawn.py MOST": "whether a note says that something is not drawn: tests/problem/test_undrawn.py",
    "problem/undrawn.py WAYS": "whether a note says that something is not drawn",
    "core/search.pxi CONTINUES": "says how a step ended",
    "planning/counting/columns.py NONE": "says that there is no state",
    "planning/counting/meet_in_the_middle.py >= 2**64": "a count that needs Python's integers is added there",
    "reference/propagation/frontier.py min(bits, settled, 1000.0)": "a float holds no larger power of two",
    "reference/propagation/propagator.py max(64, ": "the least that is remembered, whatever `MEMORY` is",
    "reference/search/draws.py GOLDEN": "of the generator SplitMix64",
    "reference/search/draws.py WORD": "of the generator SplitMix64",
    "limits.py LARGEST_BATCH": "how often a loop looks at the clock",
    "limits.py < 10**7": "how a message is written",
    "limits.py < 1024": "how a message is written",
    "limits.py < 10**6": "how a message is written",
}
"""Numbers that look like sizes, and why nothing changes at them."""


def table() -> str:
    """The table in Markdown, for `docs/sizes.md`."""
    lines = ["| file | size | number of | beyond it | stronger below it |", "|" + " --- |" * 5]
    for size in SIZES:
        shown = f"{size.name} = {size.value:,}" if size.name.isidentifier() else size.name
        strength = "yes" if size.strength else ""
        lines.append(f"| `{size.file}` | `{shown}` | {size.what} | {size.kind} | {strength} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
