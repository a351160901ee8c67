"""What `tests.listing` compares with the listing of the fifth document is what that document prints."""

from __future__ import annotations

from tests.listing import expected

DOCUMENT = """\
Solution no 1 : [5|3|1|6|4|2]
# # 0
#0# #
0 # #
# # 0
# #0#
 0 # #
Solution no 2 : [4|1|5|2|6|3]
# #0#
0# # #
# # 0
 0 # #
# # #0
#0# #
Solution no 3 : [3|6|2|5|1|4]
# 0 #
# # 0
#0# #
# #0#
0 # #
# 0 #
Solution no 4 : [2|4|6|1|3|5]
#0# #
# 0 #
# # #0
0# # #
# 0 #
# #0#
4 solutions trouvees.
"""
"""As printed there; its lines have lost most blanks at their ends."""


def test_six_queens_are_printed_as_in_the_document() -> None:
    stripped = [[line.strip() for line in text.splitlines()] for text in (expected(6), DOCUMENT)]
    assert stripped[0] == stripped[1]


def test_one_queen_and_none_are_printed_as_by_the_program() -> None:
    assert expected(1) == "Solution no 1 : [1]\n0\n1 solutions trouvees.\n"
    assert expected(2) == "0 solutions trouvees.\n"
