"""Seconds and peak memory of `compare` on test sets as large as WMT's, beside the memory budget.

A generator writes a test set in the layout of mt-metrics-eval (one file of scores per metric) to disk; a fresh process
reads it, resamples a table of a few systems so that everything is imported and compiled, and then compares all metrics:
bootstrap intervals over systems and inputs, and permutation tests of all pairs (systems, and cells beside), for three
coefficients. Its peak memory is that of the comparison alone, less what the process held before: compiled code and the
scores. What a comparison returns is no part of the budget: bootstrap values of every metric (twice, while tiles are
joined) and of every pair. ::

    python benchmarks/memory.py [--size SYSTEMSxINPUTSxMETRICSxRESAMPLES ...] [--budget MIB ...] [--level LEVEL ...]
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SIZES = ("60x500x14x10000", "20x2000x30x1000")
MIB = 2**20
GENERATOR = Path(__file__).parents[1] / "tests" / "data" / "conftest.py"


def write(folder: Path, systems: int, inputs: int, metrics: int) -> None:
    """Write a test set."""
    spec = importlib.util.spec_from_file_location("generator", GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    generator: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    generator.make_evalset(
        folder,
        systems=[f"system{k}" for k in range(systems)],
        segments=inputs,
        metrics=[f"metric{k}-src" for k in range(metrics)],
        reference=None,
    )


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


def measured(
    folder: Path, resamples: int, budget: int, levels: list[str], missing: float
) -> dict[str, float]:
    """Compare the metrics of a test set in this process, and return seconds and bytes."""
    import numpy as np

    from trueness import ScoreTable, compare, read_scores
    from trueness.parallel import Execution, executing

    start = time.perf_counter()
    table = read_scores(folder)
    reading = time.perf_counter() - start
    if missing:
        rng = np.random.default_rng(0)
        holes = rng.random(table.values.shape) < missing
        holes[table.scorer_names.index("mqm")] = False
        table = dataclasses.replace(table, values=np.where(holes, np.nan, table.values))
    few = table.select(systems=table.systems[:5], inputs=table.inputs[:8])

    def run(given: ScoreTable, count: int) -> object:
        return compare(given, human="mqm", level=levels, resamples=count, rng=1)

    with executing(Execution(memory=budget * MIB)):
        run(few, 600)
        before = resident(peak=False)
        forget_peak()
        start = time.perf_counter()
        found = run(table, resamples)
        took = time.perf_counter() - start
    peak = resident(peak=True)
    assert found is not None
    return {"reading": reading, "seconds": took, "peak": peak - before, "before": before}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", nargs="+", default=SIZES, help="systems x inputs x metrics x resamples")
    parser.add_argument("--budget", nargs="+", type=int, default=[512, 64], help="MiB")
    parser.add_argument("--level", nargs="+", default=["system", "input"])
    parser.add_argument(
        "--missing", type=float, default=0.0, help="share of the metrics' scores that is missing"
    )
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)  # what the measured process is told
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if given.read:
        resamples = int(given.size[0].split("x")[3])
        print(json.dumps(measured(given.read, resamples, given.budget[0], given.level, given.missing)))
        return
    rows = []
    for size in given.size:
        systems, inputs, metrics, resamples = (int(part) for part in size.split("x"))
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent) / "made99"
            write(folder, systems, inputs, metrics)
            for budget in given.budget:
                command = [sys.executable, __file__, "--read", str(folder), "--size", size]
                command += ["--budget", str(budget), "--level", *given.level, "--missing", str(given.missing)]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode:
                    sys.exit(done.stderr)
                found = json.loads(done.stdout.splitlines()[-1])
                keys = 3 * len(given.level)
                values = 8 * resamples * keys * (2 * metrics + metrics * (metrics - 1) // 2)
                rows.append({"size": size, "budget": budget * MIB, "results": values, **found})
                if not given.json:
                    print(
                        f"{size} {'+'.join(given.level)}: {found['seconds']:.1f} s, "
                        f"peak {found['peak'] / MIB:.0f} MiB, of which results {values / MIB:.0f} MiB, "
                        f"budget {budget} MiB (read in {found['reading']:.1f} s)",
                        flush=True,
                    )
    if given.json:
        print(json.dumps({"machine": platform.platform(), "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
