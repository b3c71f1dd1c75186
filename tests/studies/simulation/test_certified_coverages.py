import dataclasses

import numpy as np
import pytest

from trueness.errors import FormatError
from trueness.studies.simulation.certified_coverages import (
    certified_coverages,
    coverages_csv,
    read_coverages,
    summarised_coverages,
)
from trueness.studies.simulation.interval_coverage import IntervalCoverage


def coverage(truth, share, *, replicate=0.8, width=0.5, n=10, runs=1000, undefined=0):
    return IntervalCoverage(
        scenario=f"{truth}; normal scores; {n} systems, 20 inputs",
        n_systems=n,
        n_inputs=20,
        scores="normal",
        level="system",
        coefficient="pearson",
        interval="fisher",
        population=0.6,
        coverage=share,
        low=share - 0.01,
        high=share + 0.01,
        replicate_coverage=replicate,
        width=width,
        runs=runs,
        n_undefined=undefined,
    )


COVERAGES = (
    coverage("alike, bias .2", 0.95, replicate=0.84, width=0.4),
    coverage("alike, bias .5", 0.91, replicate=0.80, width=0.6, undefined=10),
    coverage("bias .2 against .6", 0.93, replicate=float("nan")),
    coverage("alike, bias .2", 0.97, n=16, replicate=float("nan")),
    coverage("alike, bias .5", float("nan"), n=25, undefined=1000),
)


def test_the_truth_that_is_covered_least():
    first, second = summarised_coverages(COVERAGES)
    assert (first.coverage, first.low, first.high) == (0.91, 0.90, 0.92)
    assert (first.truth, first.truths, first.runs) == ("alike, bias .5", 3, 990)
    assert first.mean_coverage == pytest.approx(0.93)
    assert first.replicate == pytest.approx(0.82)
    assert first.width == pytest.approx(0.5)
    assert (second.n_systems, second.coverage) == (16, 0.97)
    assert np.isnan(second.replicate)


def test_written_and_read_again():
    text = coverages_csv(summarised_coverages(COVERAGES))
    assert text.startswith(
        "interval,level,coefficient,scores,n_systems,n_inputs,coverage,low,high,truth,truths,"
    )
    again = read_coverages(text)
    assert dataclasses.replace(again[1], replicate=0.0).coverage == 0.97
    assert coverages_csv(again) == text
    with pytest.raises(FormatError, match=r"coverages\.csv"):
        read_coverages(text.replace("width", "breadth"))


def test_the_table_of_the_package_is_whole():
    found = certified_coverages()
    assert len({dataclasses.astuple(row)[:6] for row in found}) == len(found)
    for row in found:
        assert 0 <= row.low <= row.coverage <= row.high <= 1
        assert row.coverage <= row.mean_coverage + 1e-6
        assert row.width > 0
        assert row.runs >= 1
