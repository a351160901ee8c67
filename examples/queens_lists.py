"""The queens as the CAML program of 2002 has them: a list of columns for each row, filtered by a `condition`.

The program is that of M. Le Berre's *Le problème des n reines* (Institut Galilée, January 2002). Its heart is

    type reine = Null | Reine of int*reine*int list | Sans;;

    let condition x y x2 y2 =
      if y=y2 then false else
      if ( y2-y = x2-x ) or ( y2-y = -(x2-x) ) then false
      else true;;

    let rec contrainte reines x y = match reines with
      Reine(no,suivantes,liste)-> let liste_filtree = List.filter (condition x y no) liste in
        if (liste_filtree <> []) then Reine(no,contrainte suivantes x y,liste_filtree)
        else Sans
      |Null->Null
      |Sans->Sans;;

    let rec ajouter_reine n echiquier reine nb_solution = match reine with
      Reine(no,suivantes,liste)->
        (match liste with
          a::b->
            ajouter_reine n echiquier (Reine(no,suivantes,b))
              (ajouter_reine n (a::echiquier) (contrainte suivantes no a) nb_solution)
          |[]->nb_solution)
      |Null->(nb_solution+1)
      |Sans->nb_solution;;

and its names are these in clew:

    in the program                 in clew
    condition                      `condition` below; the hook `is_consistent` asks it of every queen placed
    init_reines, faire_liste       the hook `domains`: a list of columns for each row
    Reine(no, suivantes, liste)    `state.open`, the rows still free, and `state.domain(no)`, the columns left to each
    contrainte                     the hook `forward_check`
    Sans                           `clew.DEAD_END`
    Null                           `choose_variable` gives None: no row is free any more
    ajouter_reine                  the search itself, `clew.solve`
    nb_solution                    the strategy `clew.Count`

One thing differs. If a list is empty, `contrainte` puts `Sans` at the end of the queens that it gives back, and
`ajouter_reine` goes on until it meets it: so the program places as many queens as plain backtracking, `check`.
`forward_check` gives back `DEAD_END` at once, as the text of the document says.
"""

from collections.abc import Mapping

import clew
from clew_problems import Queens

State = clew.State[int, int]


def condition(x: int, y: int, x2: int, y2: int) -> bool:
    """Whether the square in row x2 and column y2 can be used beside a queen in row x and column y."""
    return y != y2 and y2 - y not in (x2 - x, x - x2)


class ListQueens(clew.Problem[int, int]):
    """n queens, a list of columns for each row; both count from 1."""

    def __init__(self, n: int) -> None:
        self.n = n

    def domains(self) -> Mapping[int, list[int]]:
        return {no: list(range(1, self.n + 1)) for no in range(1, self.n + 1)}

    def is_consistent(self, state: State, no: int, column: int) -> bool:
        return all(condition(x, y, no, column) for x, y in state.items())

    def forward_check(self, state: State, x: int, y: int) -> State | clew.DeadEnd:
        for no in state.open:
            columns = state.domain(no)
            filtered = [column for column in columns if condition(x, y, no, column)]
            pruned = state.prune(no, set(columns).difference(filtered))
            if pruned is clew.DEAD_END:  # nothing is left in `filtered`
                return clew.DEAD_END
            state = pruned
        return state


def main() -> None:
    """The solutions of six queens, then nodes: of plain backtracking, by lists, and of the bundled problem."""
    for number, solution in enumerate(clew.solutions(ListQueens(6)), 1):
        print(f"Solution no {number} :", "[" + "|".join(str(solution[no]) for no in range(6, 0, -1)) + "]")
    print("nodes of  check  forward_check  Queens, forward")
    for n in (4, 6, 8):
        check, lists, declared = (
            clew.solve(problem, clew.Count(), inference=inference, variable_order="static")
            for problem, inference in ((ListQueens(n), "check"), (ListQueens(n), "forward"), (Queens(n), "forward"))
        )
        assert check.result == lists.result == declared.result
        nodes = [outcome.statistics.nodes for outcome in (check, lists, declared)]
        print(f"{n} queens  {nodes[0]:5}  {nodes[1]:13}  {nodes[2]:15}")


if __name__ == "__main__":
    main()
