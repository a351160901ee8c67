"""How a count runs on many machines, without them: `python -m benchmarks.farm`.

A simulation of the client, the scheduler and the workers, event by event, with the rules by which clew hands subtrees
out (`batch_size`, `slice_of`, twice as many tasks as workers) and the times of real subtrees: those of a real cut of
16 queens, stretched to the size of the whole count. What a task costs was measured beside two real workers: the time
of each process, and the bytes between them.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import time
from collections import deque
from collections.abc import Sequence
from itertools import count
from typing import Any, Literal

import attrs

import clew
from clew.scale.parallel.cluster import slice_of
from clew.scale.parallel.frontier import Journal
from clew.scale.parallel.running import solve
from clew.scale.parallel.subtree import Key, SubtreeResult
from clew.scale.parallel.tasks import batch_size
from clew_problems import Queens

TASK_BYTES, SUBTREE_BYTES = 4300, 350
"""What travels for a task and for each subtree in it, on all four ways together."""

RUNS = 3

AGAIN = clew.Cutting().again

Subtree = tuple[int, ...]
"""A place in the list of subtrees; behind it the number of a child."""


@attrs.frozen
class Farm:
    """Some machines.

    Attributes:
        workers: how many workers there are.
        slow, slowness: how large a part of them is slow, and how many times as long each takes.
        losses: how often a worker is lost in an hour.
        absence: the seconds until it is back.
        latency: the seconds that a message is under way.
        scheduler, client: the seconds of work that a task makes for each of them.
        looking: the seconds that it takes the client to look, for each task in flight, whenever something comes.
        cutting: the seconds that it takes the client to cut a subtree again.
        seed: for what is random.
    """

    workers: int
    slow: float = 0.0
    slowness: float = 4.0
    losses: float = 0.0
    absence: float = 30.0
    latency: float = 0.0005
    scheduler: float = 0.0015
    client: float = 0.0013
    looking: float = 2e-6
    cutting: float = 0.001
    seed: int = 0


@attrs.define
class Course:
    """How it went.

    Attributes:
        seconds: how long it took.
        useful: the seconds of search that the answer is made of.
        capacity: how many workers of full speed there were.
        tasks: how many tasks were handed out.
        scheduler, client: the seconds for which each was busy.
        bytes: what travelled.
        lost, thrown: the seconds of search that were lost with workers, and that were spent on subtrees too large.
        counted: how often each subtree was counted; once, if all is well.
    """

    seconds: float = 0.0
    useful: float = 0.0
    capacity: float = 0.0
    tasks: int = 0
    scheduler: float = 0.0
    client: float = 0.0
    bytes: int = 0
    lost: float = 0.0
    thrown: float = 0.0
    counted: dict[Subtree, int] = attrs.field(factory=dict)

    @property
    def efficiency(self) -> float:
        """The part of the time of all workers that made the answer."""
        return self.useful / (self.capacity * self.seconds)


class Simulation:
    """One run.

    Args:
        seconds: the time that each subtree takes, in search order.
        farm: who does it.
        budget: a subtree of more seconds is left after so many and cut again.
    """

    def __init__(self, seconds: Sequence[float], farm: Farm, budget: float = math.inf) -> None:
        self.farm, self.budget = farm, budget
        self.course = Course(useful=sum(seconds))
        self.times: dict[Subtree, float] = {(place,): time for place, time in enumerate(seconds)}
        self.waiting: list[Subtree] = list(self.times)  # with the client; a heap
        self.flying = 0  # tasks handed out
        self.queue: deque[tuple[Subtree, ...]] = deque()  # with the scheduler
        self.events: list[tuple[float, int, Any, Any]] = []
        self._order = count()
        self._random = random.Random(farm.seed)
        slow = round(farm.workers * farm.slow)
        self.speeds = [1 / farm.slowness] * slow + [1.0] * (farm.workers - slow)
        self._random.shuffle(self.speeds)
        self.course.capacity = sum(self.speeds)
        self.idle = deque(range(farm.workers))
        self.dies = [self._death(0.0) for _ in range(farm.workers)]
        self._free = {"client": 0.0, "scheduler": 0.0}

    def run(self) -> Course:
        """What comes of it."""
        self.hand_out(0.0)
        while self.events:
            now, _, act, what = heapq.heappop(self.events)
            act(now, what)
        return self.course

    def at(self, when: float, act: Any, what: Any) -> None:
        """Have something happen."""
        heapq.heappush(self.events, (when, next(self._order), act, what))

    def serve(self, who: Literal["client", "scheduler"], now: float, cost: float) -> float:
        """When somebody who does one thing after the other has done it."""
        self._free[who] = max(self._free[who], now) + cost
        setattr(self.course, who, getattr(self.course, who) + cost)
        return self._free[who]

    # -- the client -------------------------------------------------------------------------------

    def hand_out(self, now: float) -> None:
        """Give out what workers can take."""
        farm, course = self.farm, self.course
        while self.waiting and self.flying < 2 * farm.workers:
            size = batch_size(len(self.times), farm.workers)
            task = tuple(heapq.heappop(self.waiting) for _ in range(min(size, len(self.waiting))))
            self.flying += 1
            course.tasks += 1
            course.bytes += TASK_BYTES + SUBTREE_BYTES * len(task)
            self.at(self.serve("client", now, farm.client / 2) + farm.latency, self.arrive, task)

    def take(self, now: float, what: tuple[tuple[Subtree, ...], list[Subtree], list[Subtree]]) -> None:
        """Take in what came of a task: what was searched, and what was too large; the rest is put back."""
        task, done, large = what
        self.flying -= 1
        for subtree in done:
            del self.times[subtree]
            self.course.counted[subtree] = self.course.counted.get(subtree, 0) + 1
        for subtree in large:
            now = self.serve("client", now, self.farm.cutting)
            whole = self.times.pop(subtree)
            shares = [self._random.random() for _ in range(AGAIN)]
            for number, share in enumerate(shares):
                child = (*subtree, number)
                self.times[child] = whole * share / sum(shares)
                heapq.heappush(self.waiting, child)
        for subtree in set(task) - set(done) - set(large):
            heapq.heappush(self.waiting, subtree)
        self.course.seconds = now
        self.hand_out(now)

    # -- the scheduler ----------------------------------------------------------------------------

    def arrive(self, now: float, task: tuple[Subtree, ...]) -> None:
        """A task comes to the scheduler."""
        now = self.serve("scheduler", now, self.farm.scheduler / 2)
        self.queue.append(task)
        self.assign(now)

    def assign(self, now: float) -> None:
        """Give tasks to those who have none."""
        while self.queue and self.idle:
            self.work(now + self.farm.latency, self.idle.popleft(), self.queue.popleft())

    def finished(self, now: float, what: tuple[int, Any]) -> None:
        """A worker says what it has found, and is free."""
        worker, found = what
        now = self.serve("scheduler", now, self.farm.scheduler / 2)
        there, farm = now + self.farm.latency, self.farm
        looking = farm.looking * self.flying if self._free["client"] <= there else 0.0  # once for all that is there
        self.at(self.serve("client", there, farm.client / 2 + looking), self.take, found)
        self.free(now, worker)

    def free(self, now: float, worker: int) -> None:
        """A worker waits for something to do."""
        self.idle.append(worker)
        self.assign(now)

    # -- the workers ------------------------------------------------------------------------------

    def work(self, now: float, worker: int, task: tuple[Subtree, ...]) -> None:
        """Search one subtree after the other, for a while; or die over it."""
        course, spent = self.course, 0.0
        done: list[Subtree] = []
        large: list[Subtree] = []
        thrown = 0.0
        for subtree in task:
            time = self.times[subtree]
            spent += min(time, self.budget) / self.speeds[worker]
            (large if time > self.budget else done).append(subtree)
            thrown += self.budget if time > self.budget else 0.0
            if spent > slice_of(self.farm.workers):
                break
        end = now + spent
        if self.dies[worker] < end:
            death = max(now, self.dies[worker])
            course.lost += (death - now) * self.speeds[worker]
            self.dies[worker] = self._death(death + self.farm.absence)
            self.at(death, self.arrive, task)  # the scheduler gives it to somebody else
            self.at(death + self.farm.absence, self.free, worker)
        else:
            course.thrown += thrown
            self.at(end + self.farm.latency, self.finished, (worker, (task, done, large)))

    def _death(self, now: float) -> float:
        """When a worker is lost that lives from now on."""
        return now + self._random.expovariate(self.farm.losses / 3600) if self.farm.losses else math.inf


def stretched(measured: Sequence[float], number: int, total: float) -> list[float]:
    """The times of so many subtrees with a given sum: those that were measured, in their order, each for several."""
    times = [measured[place * len(measured) // number] for place in range(number)]
    scale = total / sum(times)
    return [time * scale for time in times]


class Times(Journal):
    """Keeps the times of the subtrees."""

    def __init__(self) -> None:
        self.times: list[tuple[Key, float]] = []

    def finished(self, result: SubtreeResult) -> None:
        self.times.append((result.subtree.key, result.seconds))


def measured(size: int, subtrees: int) -> list[float]:
    """The times of the subtrees of a count of queens, in search order: of several, the shortest, against noise."""
    cutting = clew.Cutting(subtrees=subtrees, first=1)
    runs = []
    for _ in range(RUNS):
        journal = Times()
        solve(Queens(size), clew.Count(), {"cutting": cutting}, journal)
        runs.append([seconds for _, seconds in sorted(journal.times)])
    return [min(times) for times in zip(*runs, strict=True)]


SPEED = 1.4e8
"""Nodes in a second on one core, by masks in the engine."""

TROUBLES: dict[str, dict[str, Any]] = {
    "": {},
    "a tenth is slow": {"slow": 0.1},
    "lost twice an hour": {"losses": 2.0},
    "latency 10 ms": {"latency": 0.01},
}

PLANS = [
    ("queens 18", 3.1e10, 10, 512, 1e9, list(TROUBLES)[:1]),
    ("queens 18", 3.1e10, 10, 2_000, 1e9, list(TROUBLES)),
    ("queens 20", 1.5e12, 100, 512, 1e9, list(TROUBLES)[:1]),
    ("queens 20", 1.5e12, 100, 20_000, 1e9, list(TROUBLES)),
    ("queens 22", 1.1e14, 1_000, 512, 1e9, list(TROUBLES)[:1]),
    ("queens 22", 1.1e14, 1_000, 200_000, 1e10, list(TROUBLES)),
    ("queens 24", 1.0e16, 10_000, 2_000_000, 1e11, list(TROUBLES)[:3]),
]
"""What is counted, its nodes (as `clew estimate` says), on how many cores, in how many subtrees, each of how many nodes
at most."""


def main() -> None:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=16, help="the queens whose subtrees are measured")
    parser.add_argument("--plans", type=int, default=len(PLANS), help="only so many of the counts")
    parsed = parser.parse_args()
    began = time.perf_counter()
    times = measured(parsed.size, 2000 if parsed.size > 12 else 200)
    mean = sum(times) / len(times)
    print(f"queens {parsed.size}: {len(times)} subtrees in {time.perf_counter() - began:.1f} s,", end=" ")
    print(f"the longest takes {max(times) / mean:.1f} times as long as the mean")
    head = f"{'count':10} {'cores':>6} {'subtrees':>8} {'each':>9} {'takes':>7} {'efficient':>9} {'scheduler':>9}"
    print(f"{head} {'client':>6} {'tasks/s':>7} {'MB':>7}  trouble")
    for name, nodes, workers, number, budget, troubles in PLANS[: parsed.plans]:
        for trouble in troubles:
            farm = Farm(workers, **TROUBLES[trouble])
            course = Simulation(stretched(times, number, nodes / SPEED), farm, budget / SPEED).run()
            print(
                f"{name:10} {workers:6} {number:8} {nodes / SPEED / number:7.2f} s {course.seconds:5.0f} s"
                f" {course.efficiency:9.1%} {course.scheduler / course.seconds:9.1%}"
                f" {course.client / course.seconds:6.1%} {course.tasks / course.seconds:7.1f}"
                f" {course.bytes / 1e6:7.1f}  {trouble}",
                flush=True,
            )


if __name__ == "__main__":
    main()
