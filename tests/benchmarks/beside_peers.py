"""clew and its peers on the same works, in the same run: `python tests/benchmarks/beside_peers.py [WORK ...]`.

Every measurement is a process of its own. It imports what it needs, does the work once at a small size, and only
then starts the clock: around building the model and solving it, from Python, on one core. So what is imported,
and what a peer compiles, is not timed, and nothing is kept from one measurement to the next. The peers take turns,
round by round, and the tables show medians; what takes longer than ten seconds is measured once. A process that
exceeds the limit is ended, and its peer tries no larger size. All peers must give the same answer.

Peers that are not installed are named as missing. To have them all:

    pip install python-constraint2 ortools pychoco clingo nucs xcover exact-cover exact-cover-py pyxcc algorithm-x dlx

and MiniZinc with Gecode, whose command is `minizinc`. (NuCS from 15 on needs Python 3.12.)
"""

import importlib
import sys

if __name__ == "__main__":
    sys.exit(importlib.import_module("beside.command").main(__doc__))
