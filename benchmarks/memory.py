"""Peak memory of every study beside the budget that it is given, as what it is put to grows.

A fresh process puts a study to a small table, so that everything is imported and compiled, and then to a larger one
with ``memory`` as given. Shown is the most memory held meanwhile, less what the process held before. What a study
returns is among it, and no part of the budget. Every study has three sizes; the power says how its memory grows from
the second to the third: near 0 where it is kept within the budget, near 2 where something is held for all pairs. ::

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
    call : callable
        Given a size and keyword arguments that say where work runs.
    """

    what: str
    sizes: tuple[int, int, int]
    call: Callable[..., Any]


INPUTS = (250, 1_000, 4_000)
FEWER = (50, 200, 800)
ASKED = {"human": "human", "rng": 1}


def asked(study: str, **options: Any) -> Callable[..., Any]:
    """Return a call of a study on ten systems and as many inputs as the size says."""
    return lambda size, **where: getattr(trueness, study)(table(10, size), **(ASKED | options), **where)


def of_systems(study: str, **options: Any) -> Callable[..., Any]:
    """Return a call of a study on as many systems as the size says, and 20 inputs."""
    return lambda size, **where: getattr(trueness, study)(table(size, 20, 1), **(ASKED | options), **where)


def references(size: int, **where: Any) -> Any:
    scored = table(10, size)
    asked = {"metrics": "rouge1_f", "resamples": 199, **ASKED}
    return trueness.references(scored, texts=texts(scored), **asked, **where)


STUDIES = {
    "annotators": Growing(
        "people", (10, 20, 40), lambda size, **where: trueness.annotators(people(size), rng=1, **where)
    ),
    "compare": Growing("inputs", INPUTS, asked("compare")),
    "conditions": Growing(
        "inputs",
        INPUTS,
        lambda size, **where: trueness.conditions(
            table(10, size), against={"other": table(10, size, seed=2)}, margin=0.1, **ASKED, **where
        ),
    ),
    "disagreements": Growing(
        "inputs",
        INPUTS,
        lambda size, **where: trueness.disagreements(table(10, size), human="human", **where),
    ),
    "drift": Growing(
        "inputs",
        INPUTS,
        lambda size, **where: trueness.drift(
            table(10, size), table(10, size, seed=2), human="human", **where
        ),
    ),
    "equivalence": Growing("inputs", INPUTS, asked("equivalence", margin=0.1)),
    "facets": Growing("inputs", INPUTS, asked("facets", by="half")),
    "judge": Growing("inputs", INPUTS, asked("judge")),
    "learn": Growing("inputs", FEWER, asked("learn", learner="ridge", folds=3, repeats=1)),
    "multiverse": Growing("inputs", FEWER, asked("multiverse", splits=2)),
    "panel": Growing("inputs", INPUTS, asked("panel", rng=None)),
    "plan_from_pilot": Growing("inputs", FEWER, asked("plan_from_pilot", runs=20, metrics="metric0")),
    "pool": Growing(
        "inputs",
        INPUTS,
        lambda size, **where: trueness.pool(
            {f"t{k}": table(10, size, seed=k) for k in range(3)}, **ASKED, **where
        ),
    ),
    "preferences": Growing(
        "inputs",
        FEWER,
        lambda size, **where: trueness.preferences(
            trueness.preferences_from_scores(table(10, size), human="human", judges=["metric0"]),
            rng=1,
            **where,
        ),
    ),
    "ranges": Growing("inputs", FEWER, asked("ranges", resamples=199, permutations=99)),
    "references": Growing("inputs", (12, 24, 48), references),
    "systems": Growing("systems", (30, 60, 120), of_systems("systems")),
    "variants": Growing("inputs", FEWER, asked("variants", varied="*", splits=99, resamples=199)),
    "worth": Growing("systems", (30, 60, 120), of_systems("worth")),
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
    study.call(max(8, study.sizes[0] // 8), workers=1)
    before = resident(peak=False)
    forget_peak()
    start = time.process_time()
    found = study.call(size, memory=budget * MIB, workers=2)
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
