"""Makes the search answer in the reader's words, and in the language of the page.

The index gets other words for the subject of a page, ranks the reference below the guide, and is divided: pages below
`fr/` search through an index of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from mkdocs.utils import get_relative_url

WORDS: Final = {
    "find-the-best/": "optimisation optimise optimization optimize minimise minimize maximise maximize objective cost "
    "best branch and bound",
    "hooks-or-constraints/": "hook hooks state prune domain assign callback is_consistent forward_check",
    "strategies/": "strategy options limits timeout seed random heuristic restarts",
    "unique-or-not/": "why? none unsolvable unsatisfiable infeasible impossible contradiction conflict solution unique "
    "uniqueness several diagnose",
    "hints/": "hint difficulty difficult level grade rating explain explanation human tutor",
    "play/": "play interactive game browser",
    "generate/": "generate generator create make new random difficulty puzzle",
    "print/": "print printing pdf paper sheet worksheet booklet magazine",
    "write-a-puzzle/": "own custom define new puzzle plugin problem",
    "choose-a-constraint/": "which constraint constraints",
    "constraints/own/": "own custom constraint propagator",
    "constraints/all-different/": "alldifferent distinct different unique",
    "constraints/exact-cover/": "dancing links algorithm x dlx cover",
    "constraints/circuit/": "hamiltonian tour tsp travelling salesman cycle",
    "constraints/schedule/": "scheduling schedule cumulative jobs job shop tasks interval",
    "constraints/packing/": "knapsack bin packing bins",
    "constraints/regular/": "automaton automata regex",
    "constraints/logic/": "implication if then or not reified boolean",
    "long-searches/": "parallel parallelism multiprocessing multicore cores cpu threads workers checkpoint resume "
    "pause interrupt jobs",
    "many-machines/": "cluster distributed dask slurm cloud servers parallel",
    "many-instances/": "batch bulk files",
    "progress/": "progress bar eta remaining estimate",
    "slow-searches/": "slow performance faster speed profile hang",
    "symmetry/": "symmetric symmetries rotations reflections",
    "comparisons/": "benchmarks performance compared or-tools ortools cp-sat choco gecode speed",
    "coming-from-python-constraint/": "python constraint port",
    "from-minizinc/": "minizinc flatzinc mzn",
    "formats/": "format json cnf dimacs sat export import convert file",
    "install/": "install pip pypi windows macos requirements version",
    "notebooks/": "jupyter notebook ipython colab",
    "pictures-of-boards/": "svg picture image draw drawing visualise visualize plot",
    "watch-a-search/": "debug debugging trace events visualise visualize animation",
    "search-trees/": "tree visualise visualize",
    "use-from-python/": "api library python count all solutions import",
    "command-line/": "cli terminal shell command commands",
    "learn/backtracking/": "backtracking recursion recursive",
    "learn/propagation/": "propagation arc consistency ac-3",
    "learn/order/": "heuristic heuristics ordering mrv",
    "learn/looking-ahead/": "forward checking lookahead",
    "learn/dead-ends/": "nogood nogoods learning restarts backjumping",
    "engine/": "cython compiler compiled c",
    "variants/": "variant variants thermometer killer arrow whispers sandwich kropki",
    "test-a-puzzle/": "test tests testing pytest",
    "forms-of-instances/": "parse parser input text read",
}
"""Other words for the subject of a page. `why` alone is a word that the search leaves out."""

BOOSTS: Final = {"reference/": 0.1, "scripts/": 0.5, "puzzles/": 2.0}
"""How much a section below an address counts, beside 1."""

FRENCH: Final = "fr/"
BASE: Final = re.compile(r'("base": )"[^"]*"')


def enriched(docs: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sections of the index, each with the weight of its folder, and each page with its other words."""
    found = []
    for doc in docs:
        here = doc["location"]
        more = {"tags": WORDS[here].split()} if here in WORDS else {}
        boost = next(
            (
                boost
                for folder, boost in BOOSTS.items()
                if here.startswith(folder)
            ),
            1.0,
        )
        found.append({**doc, "boost": boost, **more})
    return found


def divided(index: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The index of each language, by its folder, with addresses that begin there."""
    french = [
        doc for doc in index["docs"] if doc["location"].startswith(FRENCH)
    ]
    english = [doc for doc in index["docs"] if doc not in french]
    own = [
        {**doc, "location": doc["location"].removeprefix(FRENCH)}
        for doc in french
    ]
    return {
        "": {**index, "docs": enriched(english)},
        FRENCH: {**index, "docs": own},
    }


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """French pages look for their index below `fr/`."""
    if not page.file.src_uri.startswith(FRENCH):
        return output
    return BASE.sub(
        rf'\1"{get_relative_url(FRENCH, page.url)}"', output, count=1
    )


def on_post_build(config: Any, **_: Any) -> None:
    site = Path(config["site_dir"])
    index = json.loads(
        (site / "search" / "search_index.json").read_text(encoding="utf-8")
    )
    missing = WORDS.keys() - {doc["location"] for doc in index["docs"]}
    if missing:
        raise LookupError(
            f"the search has words for pages that are not there: {', '.join(sorted(missing))}"
        )
    for folder, part in divided(index).items():
        file = site / folder / "search" / "search_index.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            json.dumps(part, separators=(",", ":")), encoding="utf-8"
        )
