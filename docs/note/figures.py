"""Draw the figure of the note on the two-way jackknife from the certified rates that come with the package.

``python docs/note/figures.py FOLDER`` writes sizes.svg.
"""

from __future__ import annotations

import csv
import sys
from importlib.resources import files
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

TEST = "two_way_jackknife"
INK, ACCENT, SOFT = "#1d1c1a", "#0a567c", "#8a857b"


def rows() -> list[dict[str, str]]:
    """Return the certified rates: the worst truth of each size of data and kind of scores, by test and level."""
    place = files("trueness.studies.simulation").joinpath("certified", "rates.csv")
    return list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))


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
        for level, colour, shift in (("system", ACCENT, -0.14), ("input", INK, 0.14)):
            found = [
                (int(row["n_systems"]), float(row["size"]))
                for row in rows()
                if (row["test"], row["level"], row["coefficient"]) == (test, level, "pearson")
                and row["size"]
                and row["alpha"] in ("", "0.050000")
                and "families" not in row["truth"]
            ]
            if found:
                systems, values = np.array(found).T
                axis.plot(
                    np.log2(systems) + shift,
                    values,
                    ".",
                    ms=4,
                    color=colour,
                    label=f"{level} level",
                    alpha=0.8,
                )
        axis.set_title(title, fontsize=8)
        axis.set_xticks(np.log2([8, 16, 25, 60]), ["8", "16", "25", "60"])
        axis.set_xlabel("systems")
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("largest size at .05")
    axes[0].legend(frameon=False, fontsize=6.5, loc="upper left")
    axes[0].set_ylim(0, None)
    figure.savefig(path)


if __name__ == "__main__":
    mpl.rcParams.update({"font.size": 7.5, "svg.hashsalt": "trueness", "font.family": "sans-serif"})
    folder = Path(sys.argv[1])
    sizes(folder / "sizes.svg")
