"""Draw docs/images/architecture.svg from the imports of the source; `make docs` runs this.

Every part of the package is a box, its folders inside, with numbers of files. An arrow points from what imports to what
is imported; one to what is reached through other parts as well is left out.
`tests/test_architecture_picture.py` fails when the picture is old.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "trueness"
PICTURE = Path(__file__).parent / "images" / "architecture.svg"

COLUMNS = (
    ("errors", "result", "parallel", "columns"),
    ("data",),
    ("metrics", "statistics"),
    ("generation", "translation", "methods", "learning", "decisions"),
    ("sources", "study"),
    ("reporting",),
    ("cli",),
    ("studies",),
    ("commands",),
)
"""The parts as they follow each other in the flow, left to right."""

NOT_DRAWN = ("__init__", "__main__", "public_names", "stats", "simulation")
"""What names everything, or starts it, and computes nothing."""

ABOVE, BELOW = (
    ("metrics", "generation", "translation", "sources"),
    ("statistics", "methods", "learning", "decisions", "study"),
)
"""What is about texts and sources, and what is about numbers: on two sides of the middle."""

WIDTH, GAP, LINE, SPACE = 1.75, 0.62, 0.2, 0.3


def measured() -> dict[str, Any]:
    """Return the folders of every part with their numbers of files, and which part imports which, how often."""
    parts = [part for column in COLUMNS for part in column]
    folders: dict[str, dict[str, int]] = {part: {} for part in parts}
    arrows: dict[str, int] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        part = inside[0].removesuffix(".py")
        if part not in folders:
            continue
        if path.name != "__init__.py":
            folder = inside[1] if len(inside) > 2 else ""
            folders[part][folder] = folders[part].get(folder, 0) + 1
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                target = f"{name}.".split(".")[1]
                if name.startswith("trueness.") and target in folders and target != part:
                    arrows[f"{part} {target}"] = arrows.get(f"{part} {target}", 0) + 1
    return {"folders": folders, "arrows": dict(sorted(arrows.items()))}


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Give all statements of a file, those inside others, too; what they are made of is not looked at."""
    left = [tree]
    while left:
        node = left.pop()
        yield node
        inside = ast.iter_child_nodes(node)
        left += [
            child for child in inside if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case)
        ]


def through_others(arrow: str, arrows: dict[str, int]) -> bool:
    """Return whether the end of an arrow is reached by a longer way, too."""
    start, end = arrow.split()
    known = {tuple(one.split()) for one in arrows}
    reached = {b for a, b in known if a == start and b != end}
    while True:
        more = {b for a, b in known if a in reached} - reached
        if not more:
            return end in reached
        reached |= more


def ends(
    start: tuple[float, float, float], end: tuple[float, float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where an arrow between two boxes (left, bottom, height) begins and ends; level where it can be."""
    if start[0] == end[0]:
        across = start[0] + WIDTH / 2
        up = end[1] > start[1]
        return (across, start[1] + (start[2] if up else 0)), (across, end[1] + (0 if up else end[2]))
    low, high = max(start[1], end[1]), min(start[1] + start[2], end[1] + end[2])
    if low < high:
        begin = stop = (low + high) / 2
    else:  # one lies above the other: between the edges that face each other
        up = end[1] > start[1]
        begin = start[1] + (start[2] - 0.1 if up else 0.1)
        stop = end[1] + (0.1 if up else end[2] - 0.1)
    return (start[0], begin), (end[0] + WIDTH, stop)


def draw(found: dict[str, Any]) -> None:
    """Write the picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "trueness"
    mpl.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot as plt
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

    heights = {
        part: 0.42 + LINE * len([name for name in folders if name])
        for part, folders in found["folders"].items()
    }
    highest, deepest = (max(heights[part] for part in side) for side in (ABOVE, BELOW))
    middle, tallest = deepest + SPACE / 2, highest + deepest + SPACE
    places: dict[str, tuple[float, float, float]] = {}
    for k, column in enumerate(COLUMNS):
        top = middle + sum(heights[part] + SPACE for part in column) / 2 - SPACE / 2
        above, below = middle + SPACE / 2, middle - SPACE / 2
        for part in column:
            bottom = top - heights[part]
            if part in ABOVE:
                bottom, above = above, above + heights[part] + SPACE
            elif part in BELOW:
                bottom, below = below - heights[part], below - heights[part] - SPACE
            places[part] = (k * (WIDTH + GAP), bottom, heights[part])
            top -= heights[part] + SPACE
    width = len(COLUMNS) * (WIDTH + GAP)
    figure, axes = plt.subplots(figsize=(width, tallest + 0.4))
    for arrow in found["arrows"]:
        if through_others(arrow, found["arrows"]):
            continue
        start, end = (places[name] for name in arrow.split())
        axes.add_patch(
            FancyArrowPatch(
                *ends(start, end),
                arrowstyle="-|>",
                mutation_scale=9,
                linewidth=1.3,
                shrinkA=0,
                shrinkB=3,
                color="#33415c",
                zorder=1,
            )
        )
    for part, (x, y, height) in places.items():
        axes.add_patch(
            FancyBboxPatch(
                (x, y),
                WIDTH,
                height,
                boxstyle="round,pad=0.04",
                facecolor="#f4f6fa",
                edgecolor="#33415c",
                zorder=2,
            )
        )
        folders = found["folders"][part]
        count = sum(folders.values())
        label = part if count == 1 and not any(folders) else f"{part}/"
        axes.text(x + 0.07, y + height - 0.2, label, fontsize=10, weight="bold", va="center", zorder=3)
        axes.text(
            x + WIDTH - 0.07, y + height - 0.2, str(count), fontsize=8, ha="right", va="center", zorder=3
        )
        for k, (name, files) in enumerate((name, files) for name, files in folders.items() if name):
            line = y + height - 0.42 - LINE * k
            axes.text(x + 0.17, line, f"{name}/", fontsize=7.5, va="center", color="#33415c", zorder=3)
            axes.text(
                x + WIDTH - 0.07,
                line,
                str(files),
                fontsize=7.5,
                ha="right",
                va="center",
                color="#33415c",
                zorder=3,
            )
    axes.set_xlim(-0.1, width - GAP + 0.1)
    axes.set_ylim(-0.1, tallest + 0.2)
    axes.set_axis_off()
    figure.savefig(
        PICTURE,
        bbox_inches="tight",
        metadata={"Date": None, "Description": json.dumps(found, sort_keys=True)},
    )


if __name__ == "__main__":
    draw(measured())
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)}\n")
