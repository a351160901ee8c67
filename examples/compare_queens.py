"""Six queens in every way that clew knows: brute force, backtracking, forward checking, and older programs.

`none` tries every assignment and tests the complete ones, `check` turns back at the first conflict, `forward`
prunes the domains of the rows to come. The baselines are written without clew; they count no nodes. The times
are those of one run on your machine.
"""

import time

import clew
from clew_problems import Queens

problem = Queens(6)
print(f"{'way':<20} {'solutions':>9} {'nodes':>6} {'tries':>6} {'seconds':>8}")
for inference in ("none", "check", "forward"):
    outcome = clew.solve(problem, clew.Count(), inference=inference)
    did = outcome.statistics
    print(f"{inference:<20} {outcome.result:>9} {did.nodes:>6} {did.tries:>6} {did.seconds:>8.4f}")
for name, find in problem.baselines().items():
    started = time.perf_counter()
    solutions = sum(1 for _ in find())
    print(f"{name:<20} {solutions:>9} {'-':>6} {'-':>6} {time.perf_counter() - started:>8.4f}")
