"""The pages docs/add_a_*.md: their blocks are put into a copy of the source where they say, and run.

A block starts with a comment that says where it goes:

* ``# new file: PATH``;
* ``# in NAME of PATH``: at the end of the brackets that the module assigns to NAME, with a comma;
* ``# in PATH``: at the end of the file, after an empty line.

Blocks of Python without such a comment are run, one after another, by one interpreter that sees the copy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(python|bibtex)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"# (new file:|in)(?: (\w+) of)? (src/trueness/\S+)\n")


def blocks(page: str) -> tuple[list[tuple[str, str | None, Path, str]], list[str]]:
    """Return what a page adds (kind of place, name, path, text), and what it runs."""
    added, run = [], []
    for language, text in BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8")):
        place = PLACE.match(text)
        if place:
            added.append((place[1], place[2], Path(place[3]), text[place.end() :]))
        elif language == "python":
            run.append(text)
    return added, run


def with_blocks(folder: Path, page: str) -> tuple[set[Path], list[str]]:
    """Copy the source, put a page's blocks where they say; return the files touched and what the page runs."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    added, run = blocks(page)
    for kind, name, path, text in added:
        file = folder / path
        if kind == "new file:":
            assert not file.exists(), f"{path} is no new file"
            file.write_text(text, encoding="utf-8")
            continue
        found = file.read_text(encoding="utf-8")
        end = len(found)
        if name is not None:
            start = re.search(rf"^{name}\b.*= ?[(\[{{]\n", found, re.MULTILINE)
            assert start is not None, f"{path} assigns no brackets to {name}"
            closing = re.compile(r"^[)\]}]", re.MULTILINE).search(found, start.end())
            assert closing is not None
            end = closing.start()
        put = f"\n{text}" if name is None else textwrap.indent(f"{text.rstrip()},\n", "    ")
        file.write_text(found[:end] + put + found[end:], encoding="utf-8")
    return {path for _, _, path, _ in added}, run


def run_in(folder: Path, code: str) -> str:
    """Run Python that sees the copy of the source; return what it prints."""
    cache = {key: os.environ[key] for key in ("NUMBA_CACHE_DIR",) if key in os.environ}
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin", **cache},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


LIN = """
import numpy as np
import trueness
from trueness.reporting.methods import methods
from trueness.statistics.coefficient_facts import CORRELATION_CHOICES
from trueness.statistics.score_arrays import ScoreArrays

def lin(x, z):
    there = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[there], z[there]
    if len(x) < 3:
        return np.nan
    # Lin (1989), equation 5: one minus the mean squared difference over what it would be without agreement
    return 1 - np.mean((x - z) ** 2) / (x.var() + z.var() + (x.mean() - z.mean()) ** 2)

rng = np.random.default_rng(1)
z = rng.integers(1, 6, (7, 12)).astype(float)  # on a lattice: sums of whole numbers would be another coefficient
x = np.stack([z / 2 + rng.normal(size=z.shape), z + 1 + rng.normal(size=z.shape)])
x[0, 1, 2] = x[1, 3, 4] = z[5, 6] = np.nan

def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)

for metric in x:
    there = ~np.isnan(metric) & ~np.isnan(z)
    one, other = np.where(there, metric, np.nan), np.where(there, z, np.nan)
    close(trueness.correlate(metric, z, "global", "lin").estimate, lin(one.ravel(), other.ravel()))
    means = np.nanmean(one, axis=1), np.nanmean(other, axis=1)
    close(trueness.correlate(metric, z, "system", "lin").estimate, lin(*means))
    columns = np.nanmean([lin(one[:, j], other[:, j]) for j in range(12)])
    close(trueness.correlate(metric, z, "input", "lin").estimate, columns)
    rows = np.nanmean([lin(one[i], other[i]) for i in range(7)])
    close(trueness.correlate(metric, z, "per_system", "lin").estimate, rows)
    # scores on another scale are another agreement
    assert abs(trueness.correlate(metric * 3, z, "system", "lin").estimate - lin(*means)) > 0.01

# all 2**7 swaps of systems, by hand; the cells that both metrics have
shared = ~np.isnan(x).any(axis=0) & ~np.isnan(z)
both = np.where(shared, x, np.nan)
human = np.nanmean(np.where(shared, z, np.nan), axis=1)
means = np.nanmean(both, axis=2)
def difference(swapped):
    return lin(np.where(swapped, means[1], means[0]), human) - lin(np.where(swapped, means[0], means[1]), human)
observed = difference(np.zeros(7, bool))
arrangements = [difference((number >> np.arange(7)) & 1 == 1) for number in range(2**7)]
found = trueness.permutation_test(*x, z, "system", "lin", swap="systems", resamples=999, rng=1)
assert found.exact
close(found.estimate, observed)
close(found.pvalue, np.mean(np.abs(arrangements) >= abs(observed) - 1e-12))

# resamples of clusters of inputs, drawn by the package, computed by hand
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
clusters = np.repeat(np.arange(4), 3)
arrays = ScoreArrays.of(x, z, clusters=clusters)
group = arrays.group((0, 1))
plan = bootstrap_plan(arrays, "both", 40, 1)
(drawn,) = bootstrap(arrays, [group], plan, ("system", "input"), ("lin",))
counts = plan.tile(0)
for b in range(40):
    systems, inputs = (
        np.repeat(np.arange(len(side)), side.astype(int)) for side in (counts.systems[b], counts.inputs[b])
    )
    for k in range(2):
        one, other = (np.where(shared, m, np.nan)[np.ix_(systems, inputs)] for m in (x[k], z))
        close(drawn.of(k, ("system", "lin"))[b], lin(np.nanmean(one, axis=1), np.nanmean(other, axis=1)))
        close(drawn.of(k, ("input", "lin"))[b], np.nanmean([lin(one[:, j], other[:, j]) for j in range(len(inputs))]))

# the whole study: intervals, tests, what is left out, and its words
import csv, dataclasses
with open("scores.csv", "w", newline="") as file:
    lines = csv.writer(file)
    lines.writerow(["system", "input", "half", "plus", "human"])
    cells = ((i, j) for i in range(7) for j in range(12))
    lines.writerows([f"s{i}", f"i{j:02}", *("" if np.isnan(m[i, j]) else m[i, j] for m in (*x, z))] for i, j in cells)
table = trueness.read_scores("scores.csv")
table = dataclasses.replace(table, input_groups={"document": tuple(f"d{c}" for c in clusters)})
found = trueness.compare(
    table, human="human", level=["system", "input"], coefficient="lin", test="permutation", clusters="document",
    resamples=199, rng=1,
)
rows = {(row.metric, row.level): row for row in found.estimates}
for k, metric in enumerate(("half", "plus")):
    there = ~np.isnan(x[k]) & ~np.isnan(z)
    one, other = np.where(there, x[k], np.nan), np.where(there, z, np.nan)
    close(rows[metric, "system"].estimate, lin(np.nanmean(one, axis=1), np.nanmean(other, axis=1)))
    close(rows[metric, "input"].estimate, np.nanmean([lin(one[:, j], other[:, j]) for j in range(12)]))
    assert all(rows[metric, level].low < rows[metric, level].high for level in ("system", "input"))
of_systems = next(row for row in found.tests if row.level == "system")
close(of_systems.pvalue, np.mean(np.abs(arrangements) >= abs(observed) - 1e-12))
assert {row.level for row in found.sensitivity} == {"system", "input"}
words = methods(found)
assert "Lin's concordance correlation (Lin, 1989)" in words.text
assert "as they are given" in words.text and "z-scored" not in words.text
assert "A Concordance Correlation Coefficient" in words.bibtex
assert "gamma, lin;" in CORRELATION_CHOICES + ";"
print("fine")
"""


def test_a_coefficient(tmp_path):
    """Lin's concordance, as the page adds it: three files, and every number against its definition."""
    touched, run = with_blocks(tmp_path, "add_a_coefficient.md")
    assert touched == {
        Path("src/trueness/statistics/lin_concordance.py"),
        Path("src/trueness/statistics/coefficient_facts.py"),
        Path("src/trueness/reporting/references.bib"),
    }
    assert run_in(tmp_path, "\n".join(run)) == "0.7804878048780488\n"
    assert run_in(tmp_path, LIN).splitlines()[-1] == "fine"
