"""Counting whole structures instead of walking to each solution.

`grids` is the entrance, and the only module that the rest of clew imports: grids whose rows and columns are read by
automata, counted row by row (`row_by_row`, dynamic programming) or from both ends (`meet_in_the_middle`).

Both start from the same `tables`: which cells are rows and columns, the automata of the columns, and the lines that
each row accepts. From both ends, the automata of the columns are minimized and reversed (`columns`), the engine lists
and joins prefixes and suffixes of grids, and a symmetry lets one portion of the work stand for its whole orbit
(`orbits`); portions are shared among threads (`clew.core.threads`).
"""
