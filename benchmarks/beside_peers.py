"""clew and its peers on the same works, in the same run: `python -m benchmarks.beside_peers [WORK ...]`.

Every measurement is a process of its own. It imports what it needs, and only then starts the clock: around building the
model and solving it, from Python, on one core. So what is imported is not timed, but for the work `imports`. The first
time is `cold`: whatever is made ready at the first question is in it. The same process then does the work again, up to
twenty times within a second, and these times are `warm`. What a peer compiles with numba is kept on disk after the
first round.

The peers take turns, round by round, and the tables show medians, or the least times, which tell more where other
programs run too; in parentheses, how many times as long as clew. What takes longer than ten seconds is measured once.
A process that exceeds the limit is ended, and its peer tries no larger size. All peers must give the same answer.

Peers that are not installed are named as missing. To have them all:

    pip install python-constraint2 ortools pychoco clingo nucs xcover exact-cover exact-cover-py pyxcc algorithm-x dlx

and MiniZinc with Gecode, whose command is `minizinc`. (NuCS from 15 on needs Python 3.12: on 3.11, nucs==14.1.0.)

The tables and the chart of the documentation:

    python -m benchmarks.beside_peers --page docs/comparisons.md --chart docs/pictures/peers.svg
"""

import sys

from benchmarks.beside.command import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
