from __future__ import annotations

import matplotlib.figure
import pytest

from trueness.errors import ArgumentError
from trueness.reporting.figures.interval_plot import interval_plot

STARTS = {"svg": b"<svg", "pdf": b"%PDF-", "png": b"\x89PNG"}


@pytest.mark.parametrize("suffix", STARTS)
@pytest.mark.parametrize("which", ["three", "hostile"])
def test_files_are_of_the_kind_their_name_says(suffix, which, request, tmp_path):
    figure = interval_plot(request.getfixturevalue(which), "pearson")
    path = figure.save(tmp_path / f"figure.{suffix}")
    first = path.read_bytes()
    assert first.startswith(STARTS[suffix])
    figure.save(str(path))
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_another_extension_is_refused_and_nothing_written(three, tmp_path):
    with pytest.raises(ArgumentError, match=r"\.svg, \.pdf, \.png"):
        interval_plot(three, "pearson").save(tmp_path / "figure.jpg")
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_the_old_file(three, tmp_path):
    path = tmp_path / "figure.png"
    path.write_bytes(b"old")
    figure = interval_plot(three, "pearson")
    object.__setattr__(figure, "draw", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        figure.save(path)
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_drawing_gives_a_fresh_matplotlib_figure(three):
    figure = interval_plot(three, "pearson")
    first, second = figure.draw(), figure.draw()
    assert isinstance(first, matplotlib.figure.Figure)
    assert first is not second


def test_rows_are_ones_own(three):
    figure = interval_plot(three, "pearson")
    figure.rows()[0]["estimate"] = 7
    assert figure.rows()[0]["estimate"] != 7
    assert list(figure.to_frame("pandas")["metric"]) == [row["metric"] for row in figure.data]
