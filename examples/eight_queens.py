"""All 92 ways to place eight queens, and how the number grows with the board.

Max Bezzel asked for the eight queens in 1848; Franz Nauck gave all 92 solutions in 1850. The numbers for the
other sizes are OEIS A000170.
"""

import clew
from clew_problems import Queens

for number, solution in enumerate(clew.solutions(Queens(8)), 1):
    if number in (1, 92):
        print(f"Solution {number}")
        print(solution.draw("boxes"))

print("size  solutions")
for n in range(1, 13):
    print(f"{n:4}  {clew.count(Queens(n)):9}")
