"""Limits of ranks are drawn where they are, in their clusters."""

from __future__ import annotations

import dataclasses

import numpy as np
from matplotlib.lines import Line2D

from trueness.reporting.figures.rank_lines import RankLine, known_ranks, rank_lines


@dataclasses.dataclass(frozen=True)
class Row:
    rank_low: int | None
    rank_high: int | None
    cluster: int | None


LINES = [
    RankLine("a", Row(1, 1, 1)),
    RankLine("b", Row(2, 4, 2), " ↓"),
    RankLine("c", Row(2, 4, 2)),
    RankLine("d", Row(None, None, None)),
]


def figure(lines=LINES, **more):
    said = {"name": "ranks", "title": "t", "subtitle": "s", "caption": "By r.", "items": "metrics"}
    return rank_lines(**said, lines=lines, **{"alpha": 0.05, "correction": "holm", **more})


def test_dots_stand_at_the_limits():
    (axes,) = figure().draw().axes
    dots = next(line for line in axes.lines if isinstance(line, Line2D) and line.get_marker() == "o")
    at = sorted(
        zip(np.asarray(dots.get_xdata()).tolist(), np.asarray(dots.get_ydata()).tolist(), strict=True)
    )
    assert at == [(1, 0), (1, 0), (2, 1), (2, 2), (4, 1), (4, 2)]
    assert figure().data[1] == {"rank_low": 2, "rank_high": 4, "cluster": 2}
    assert axes.get_xlim() == (0.5, 4.5)
    assert axes.get_xticks().tolist() == [1, 2, 3, 4]


def test_clusters_are_said_once_and_what_is_undefined():
    svg = figure().svg
    assert svg.count(">cluster 1<") == svg.count(">cluster 2<") == 1
    assert "undefined" in svg
    assert "b ↓" in svg
    assert "b: ranks 2–4" in svg


def test_the_caption_promises_what_the_correction_keeps():
    assert "in 95% of studies those of all metrics are right at once" in figure().caption
    assert "promise nothing" in figure(correction="none").caption
    assert (
        "clusters"
        not in figure(
            [RankLine(line.name, dataclasses.replace(line.row, cluster=None)) for line in LINES]
        ).caption
    )


def test_of_many_the_first_are_drawn():
    many = [RankLine(f"m{k}", Row(1, 50, 1)) for k in range(50)]
    drawn = figure(many)
    assert len(drawn.data) == 40
    assert "40 of 50 metrics" in drawn.svg
    assert not known_ranks([LINES[-1]])
    assert known_ranks(LINES)
