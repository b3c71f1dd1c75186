"""Draw the figures of the note on the two-way jackknife from the certified tables that come with the package.

``python docs/note/figures.py FOLDER`` writes sizes.svg, tails.svg and coverage.svg, and ranks.json, the rates of rank
coefficients as the page of their certification has them.
"""

from __future__ import annotations

import csv
import json
import sys
from importlib.resources import files
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

TEST = "two_way_jackknife"
INK, ACCENT, SOFT = "#1d1c1a", "#0a567c", "#8a857b"


LEVELS = (("system", ACCENT, -0.14), ("input", INK, 0.14))
SYSTEMS = (6, 8, 10, 16, 25, 60, 150)


def rows(name: str = "rates") -> list[dict[str, str]]:
    """Return the rows of a certified table of Pearson's r: the worst truth of each size of data and kind of scores."""
    place = files("trueness.studies.certify").joinpath("certified", f"{name}.csv")
    read = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
    return [row for row in read if row["coefficient"] == "pearson"]


def of_systems(axis: plt.Axes, shown: tuple[int, ...] = SYSTEMS) -> None:
    """Put numbers of systems below, each twice the last as far as the one before."""
    axis.set_xticks(np.log2(shown), list(map(str, shown)))
    axis.set_xlabel("systems")
    axis.spines[["top", "right"]].set_visible(False)


def dots(axis: plt.Axes, found: list[tuple[int, float]], colour: str, shift: float, label: str) -> None:
    """Draw a value for each number of systems."""
    if found:
        systems, values = np.array(found).T
        axis.plot(np.log2(systems) + shift, values, ".", ms=4, color=colour, label=label, alpha=0.8)


def sizes(path: Path) -> None:
    """Draw the largest size over truths for the default and three others, by the number of systems."""
    shown = {
        TEST: "two-way jackknife",
        "studentized_permutation": "studentised permutation",
        "permute_systems": "permutation of systems",
        "williams": "Williams",
    }
    figure, axes = plt.subplots(1, 4, figsize=(7.2, 2.3), sharey=True, layout="constrained")
    for axis, (test, title) in zip(axes, shown.items(), strict=True):
        axis.axhspan(0.035, 0.065, color="#e4eef3", zorder=0)
        axis.axhline(0.05, color=SOFT, lw=0.6)
        for level, colour, shift in LEVELS:
            found = [
                (int(row["n_systems"]), float(row["size"]))
                for row in rows()
                if (row["test"], row["level"]) == (test, level)
                and row["size"]
                and row["alpha"] in ("", "0.050000")
                and "families" not in row["truth"]
            ]
            dots(axis, found, colour, shift, f"{level} level")
        axis.set_title(title, fontsize=8)
        of_systems(axis, (8, 16, 25, 60))
    axes[0].set_ylabel("largest size at .05")
    axes[0].legend(frameon=False, fontsize=6.5, loc="upper left")
    axes[0].set_ylim(0, None)
    figure.savefig(path)


def tails(path: Path) -> None:
    """Draw the median over truths of the size of the default, in units of the level, by numbers of inputs."""
    inputs = sorted({int(row["n_inputs"]) for row in rows() if row["test"] == TEST})
    figure, axes = plt.subplots(
        2, len(inputs), figsize=(7.2, 3.4), sharex=True, sharey=True, layout="constrained"
    )
    for line, (level, _, _) in zip(axes, LEVELS, strict=True):
        for axis, m in zip(line, inputs, strict=True):
            axis.axhspan(0.5, 2, color="#e4eef3", zorder=0)
            axis.axhline(1, color=SOFT, lw=0.6)
            for alpha, colour in ((0.05, INK), (0.01, ACCENT), (0.001, "#b4552d")):
                found: dict[int, list[float]] = {}
                for row in rows():
                    if (
                        (row["test"], row["level"], int(row["n_inputs"])) == (TEST, level, m)
                        and row["look"] == ""
                        and row["median"]
                        and float(row["alpha"]) == alpha
                    ):
                        found.setdefault(int(row["n_systems"]), []).append(float(row["median"]) / alpha)
                systems = sorted(found)
                means = [float(np.mean(found[n])) for n in systems]
                axis.plot(np.log2(systems), means, ".-", ms=3, lw=0.8, color=colour, label=f"{alpha:g}")
            of_systems(axis, (6, 16, 60))
            axis.set_xlabel("")
            axis.set_title(f"{level}, {m} inputs", fontsize=7)
        line[0].set_ylabel("size / level")
    axes[0, 0].set_ylim(0, 2.5)
    axes[0, 0].legend(frameon=False, fontsize=6, loc="upper left", ncols=1)
    figure.supxlabel("systems", fontsize=7.5)
    figure.savefig(path)


def coverage(path: Path) -> None:
    """Draw the coverage of the default interval of one metric: the mean over truths and the lowest, by size of data."""
    figure, axes = plt.subplots(1, 2, figsize=(7.2, 2.2), sharey=True, layout="constrained")
    for axis, (level, colour, _) in zip(axes, LEVELS, strict=True):
        axis.axhspan(0.935, 0.965, color="#e4eef3", zorder=0)
        axis.axhline(0.95, color=SOFT, lw=0.6)
        plain = [
            row
            for row in rows("coverages")
            if (row["interval"], row["level"], row["look"]) == (TEST, level, "")
        ]
        for column, label, mark in (
            ("mean_coverage", "mean over truths", colour),
            ("coverage", "lowest truth", SOFT),
        ):
            found = [(int(row["n_systems"]), float(row[column])) for row in plain if row[column]]
            dots(axis, found, mark, 0.1 if column == "coverage" else -0.1, label)
        axis.set_title(f"{level} level", fontsize=8)
        of_systems(axis)
    axes[0].set_ylabel("coverage of 95% intervals")
    axes[0].legend(frameon=False, fontsize=6.5, loc="lower right")
    figure.savefig(path)


def ranks(path: Path) -> None:
    """Write what the table of rates says of rank coefficients: a row for each level and coefficient, as texts."""
    page = Path(__file__).parents[1].joinpath("certification_of_ranks.md").read_text(encoding="utf-8")
    found = [
        [level, name.capitalize(), *map(short, rates), tables, largest(page, level, name)]
        for name, level, *rates, tables in cells(page, "## All tables together")
    ]
    path.write_text(json.dumps(sorted(found, key=lambda row: row[0], reverse=True)), encoding="utf-8")


def cells(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the first table below a heading."""
    _, _, below = page.partition(f"{heading}\n")
    lines = below[below.index("|") :].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def short(rate: str) -> str:
    """Return a rate without its interval, as the note writes it."""
    value = float(rate.partition(" ")[0])
    return f"{value:.{3 if value > 0.02 else 4}f}".removeprefix("0")


def largest(page: str, level: str, name: str) -> str:
    """Return the largest size of a scenario, and which that is."""
    where, size, *_ = cells(page, f"### {level.capitalize()} level, {name}: worst")[0]
    truth, _, data = where.split("; ")
    systems, inputs = (part.partition(" ")[0] for part in data.split(", "))
    return f"{size}, {truth.removeprefix('quality of ')}, {systems} × {inputs}"


if __name__ == "__main__":
    mpl.rcParams.update({"font.size": 7.5, "svg.hashsalt": "trueness", "font.family": "sans-serif"})
    folder = Path(sys.argv[1])
    sizes(folder / "sizes.svg")
    tails(folder / "tails.svg")
    coverage(folder / "coverage.svg")
    ranks(folder / "ranks.json")
