"""Peak memory of every study beside the budget that it is given, as what it is put to grows.

A fresh process puts a study to a small table, so that everything is imported and compiled, and then to a larger one
with ``memory`` as given. Shown is the most memory held meanwhile, less what the process held before, the larger table
among it. What a study returns is counted, and no part of the budget; so are compiled loops that only large tables need.
Every study has three sizes; the power says how its memory grows from the second to the third: near 0 where it is kept
within the budget, near 1 where the data are copied, near 2 where something is held for all pairs. ::

    python benchmarks/memory.py [--budget MIB ...] [--only PATTERN] [--times FACTOR]

`--times` multiplies all sizes. `certify` simulates what it studies, and is not here.
"""

from __future__ import annotations

import argparse
import dataclasses
import fnmatch
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from made import rated, scores
from measuring import MIB, growth, machine

import trueness
from trueness import Annotations, Scorer, ScoreTable
from trueness.data.reading.read_texts import as_texts

METRICS = 3


def table(systems: int, inputs: int, metrics: int = METRICS, seed: int = 1) -> ScoreTable:
    """Return scores of systems on inputs, which are in documents of four."""
    human, found = scores(systems, inputs, metrics, np.random.default_rng(seed))
    return ScoreTable(
        scorers=(Scorer("human", role="human"), *(Scorer(f"metric{k}") for k in range(metrics))),
        systems=tuple(f"s{k:05}" for k in range(systems)),
        inputs=tuple(f"i{k:06}" for k in range(inputs)),
        values=np.concatenate([human[None], found]),
        input_groups={"half": tuple("ab"[k % 2] for k in range(inputs))},
    )


def people(count: int, outputs: int = 300) -> ScoreTable:
    """Return ratings by people, each of a tenth of the outputs of ten systems, and a metric."""
    rng = np.random.default_rng(2)
    ratings = rated(count, outputs, rng).reshape(count, 10, -1)
    plain = table(10, ratings.shape[2], 1)
    told = Annotations(tuple(f"p{k}" for k in range(count)), ratings)
    values = plain.values.copy()
    values[0] = told.mean()
    return dataclasses.replace(plain, values=values, annotations={"human": told})


def texts(scored: ScoreTable) -> Any:
    """Return outputs of random words for what was scored, with three references each."""
    rng = np.random.default_rng(3)

    def text() -> str:
        return " ".join(f"w{k}" for k in rng.integers(50, size=30))

    return as_texts(
        [
            {"system": system, "input": input, "output": text(), "references": references}
            for input in scored.inputs
            for references in [[text() for _ in range(3)]]
            for system in scored.systems
        ]
    )


@dataclasses.dataclass(frozen=True)
class Growing:
    """A study of data whose size grows.

    Attributes
    ----------
    what : str
        What grows.
    sizes : tuple of int
    study : str
    options : dict
        What the study is asked.
    given : callable
        Given a size, returns what the study is put to, by the names of arguments; the table without a name.
    """

    what: str
    sizes: tuple[int, int, int]
    study: str
    options: dict[str, Any]
    given: Callable[[int], dict[str, Any]] = lambda inputs: {"": table(10, inputs)}

    def ask(self, given: dict[str, Any], **where: Any) -> Any:
        """Put the study to what was given; `where` says where it runs."""
        named = {name: data for name, data in given.items() if name}
        alone = [given[""]] if "" in given else []
        return getattr(trueness, self.study)(*alone, **named, **self.options, **where)


INPUTS = (1_000, 4_000, 16_000)
FEWER = (50, 200, 800)
ASKED = {"human": "human", "rng": 1}


def two(inputs: int) -> tuple[ScoreTable, ScoreTable]:
    """Return scores of the same outputs under two conditions."""
    return table(10, inputs), table(10, inputs, seed=2)


def with_texts(inputs: int) -> dict[str, Any]:
    """Return scores, and the texts they are of."""
    scored = table(10, inputs)
    return {"": scored, "texts": texts(scored)}


def three(inputs: int) -> dict[str, Any]:
    """Return three tables."""
    return {"": {f"t{k}": table(10, inputs, seed=k) for k in range(3)}}


def compared(inputs: int) -> dict[str, Any]:
    """Return pairs of outputs that people and a judge compared."""
    return {"": trueness.preferences_from_scores(table(10, inputs), human="human", judges=["metric0"])}


def few_inputs(systems: int) -> dict[str, Any]:
    """Return scores of so many systems on 20 inputs."""
    return {"": table(systems, 20, 1)}


STUDIES = {
    "annotators": Growing("people", (10, 20, 40), "annotators", {"rng": 1}, lambda size: {"": people(size)}),
    "compare": Growing("inputs", INPUTS, "compare", ASKED),
    "compare, bootstrap": Growing(
        "inputs", INPUTS, "compare", {**ASKED, "interval": "percentile", "resamples": 999}
    ),
    "conditions": Growing(
        "inputs",
        INPUTS,
        "conditions",
        {**ASKED, "margin": 0.1, "resamples": 1_999},
        lambda inputs: dict(zip(("", "against"), two(inputs), strict=True)),
    ),
    "disagreements": Growing("inputs", INPUTS, "disagreements", {"human": "human"}),
    "drift": Growing(
        "inputs",
        INPUTS,
        "drift",
        {"human": "human"},
        lambda inputs: dict(zip(("", "later"), two(inputs), strict=True)),
    ),
    "equivalence": Growing("inputs", INPUTS, "equivalence", {**ASKED, "margin": 0.1}),
    "facets": Growing("inputs", INPUTS, "facets", {**ASKED, "by": "half"}),
    "judge": Growing("inputs", INPUTS, "judge", ASKED),
    "learn": Growing("inputs", FEWER, "learn", {**ASKED, "learner": "ridge", "folds": 3, "repeats": 1}),
    "multiverse": Growing("inputs", FEWER, "multiverse", {**ASKED, "splits": 2}),
    "panel": Growing("inputs", INPUTS, "panel", {"human": "human"}),
    "plan_from_pilot": Growing(
        "inputs", FEWER, "plan_from_pilot", {**ASKED, "runs": 20, "metrics": "metric0"}
    ),
    "pool": Growing("inputs", INPUTS, "pool", ASKED, three),
    "pool, BCa": Growing("inputs", INPUTS, "pool", {**ASKED, "interval": "bca", "resamples": 199}, three),
    "preferences": Growing("inputs", FEWER, "preferences", {"rng": 1}, compared),
    "ranges": Growing("inputs", FEWER, "ranges", {**ASKED, "resamples": 199, "permutations": 99}),
    "references": Growing(
        "inputs", (24, 96, 384), "references", {**ASKED, "metrics": "rouge1_f", "resamples": 199}, with_texts
    ),
    "systems": Growing("systems", (30, 60, 120), "systems", ASKED, few_inputs),
    "variants": Growing(
        "inputs", INPUTS, "variants", {**ASKED, "varied": "*", "splits": 99, "resamples": 199}
    ),
    "worth": Growing("systems", (60, 120, 240), "worth", ASKED, few_inputs),
}


def resident(*, peak: bool) -> int:
    """Return the bytes of memory this process holds, or the most it held since `forget_peak`."""
    if sys.platform != "linux":
        import resource

        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return held if sys.platform == "darwin" else held * 1024
    wanted = "VmHWM:" if peak else "VmRSS:"
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(wanted):
            return int(line.split()[1]) * 1024
    raise OSError(f"/proc/self/status does not say {wanted}")


def forget_peak() -> None:
    """Let the most memory held be what is held now; elsewhere than on Linux it stays as it is."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5")


def measured(name: str, size: int, budget: int) -> dict[str, float]:
    """Put a study to a small table and to one of the size, in this process, and return seconds and bytes."""
    study = STUDIES[name]
    numba.njit(lambda one: one)(1)  # a compiler takes 60 MiB, which small tables do without
    study.ask(study.given(max(8, study.sizes[0] // 8)), workers=1)
    given = study.given(size)
    before = resident(peak=False)
    forget_peak()
    start = time.process_time()
    found = study.ask(given, memory=budget * MIB, workers=2)
    took = time.process_time() - start
    assert found is not None
    return {"seconds": took, "peak": max(1, resident(peak=True) - before)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--budget", nargs="+", type=int, default=[64], help="MiB")
    parser.add_argument("--only", default="*", help="a pattern of studies")
    parser.add_argument("--times", type=float, default=1.0, help="what sizes are multiplied with")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # what the measured process is told
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measured(asked.one[0], int(asked.one[1]), asked.budget[0])))
        return
    print(machine(("numpy", "scipy", "numba")))
    print("\n| study | grows | budget, MiB | MiB at three sizes | power | CPU s |\n|---|---|--:|--:|--:|--:|")
    for name, study in STUDIES.items():
        for budget in asked.budget if fnmatch.fnmatchcase(name, asked.only) else ():
            found, why = [], ""
            for size in (round(asked.times * size) for size in study.sizes):
                command = [sys.executable, __file__, "--one", name, str(size), "--budget", str(budget)]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode:
                    why = done.stderr.strip().splitlines()[-1][:150]
                    break
                found.append((size, json.loads(done.stdout.splitlines()[-1])))
            sizes = ", ".join(f"{size:,}" for size, _ in found)
            peaks = ", ".join(f"{one['peak'] / MIB:.0f}" for _, one in found)
            power = f"{growth([(size, one['peak']) for size, one in found]):.1f}" if len(found) > 1 else ""
            seconds = ", ".join(f"{one['seconds']:.1f}" for _, one in found)
            print(
                f"| {name} | {study.what} {sizes} | {budget} | {peaks} {why} | {power} | {seconds} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
