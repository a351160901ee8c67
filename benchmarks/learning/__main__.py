"""python -m benchmarks.learning"""
import argparse, sys, time
from benchmarks.learning.works import WORKS
import clew


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--only", default="")
    p.add_argument("--learning", nargs="*", default=["none", "nogoods"])
    p.add_argument("--seconds", type=float, default=20)
    p.add_argument("--seeds", type=int, default=9)
    a = p.parse_args()
    for name, work in WORKS.items():
        if a.only not in name: continue
        for seed in work.seeds[: a.seeds]:
            row = [f"{name:25} {seed}"]
            for how in a.learning:
                began = time.process_time()
                model, objective, direction = work.make(work.size, seed)
                made = time.process_time() - began
                options = {} if how == "auto" else {"learning": how}
                limits = clew.Limits(time=a.seconds)
                if objective is None:
                    out = clew.solve(model, clew.First(), limits=limits, **options)
                    got = ("found" if out.result else "none") if out.exhausted or out.result else "-"
                else:
                    out = clew.best(model, objective, direction, limits=limits, **options)
                    got = f"{out.objective}{'' if out.is_optimal else '?'}"
                s = getattr(out, "statistics", None)
                took = time.process_time() - began
                row.append(f"{how}: {got} {took:.2f} ({made:.2f}) {s and s.learned and (s.learned.nogoods, round(s.learned.literals/max(1,s.learned.nogoods),1), s.learned.restarts)} n={s and sum(s.nodes_per_level)}")
            print(*row, sep=" | ", flush=True)


main()
