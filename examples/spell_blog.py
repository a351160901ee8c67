"""Spell BLOG down a tree of letters: the smallest picture of backtracking.

Go down while the letters fit, turn back if one does not, and never look at the letters below it. The drawing marks
the letters on the way to a solution with *, and those tried in vain with x; the search did not visit the others.
"""

import clew
from clew.watch.observers.recorder import Recorder
from clew_problems import LetterTree

OUTLINE = """
B
  A
    R
    S
  L
    I
      P
    O
      T
      G
      B
    U
  E
"""

problem = LetterTree(OUTLINE, word="BLOG")
recorder = Recorder()
outcome = clew.solve(problem, clew.All(), observers=[recorder])
print(problem.draw_search(recorder.events))
for solution in outcome.result:
    print(f"found {solution.draw('letters')} along the nodes {solution.draw('numbers')}")
print(f"{outcome.statistics.tries} letters looked at, {outcome.statistics.failures} of them in vain")
