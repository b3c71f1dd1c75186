import dataclasses

from trueness.reporting.certification_intervals import interval_parts
from trueness.studies.simulation.interval_coverage import IntervalCoverage

ROW = IntervalCoverage(
    *("alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5),
    *(0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0),
)


def changed(**changes):
    return dataclasses.replace(ROW, **changes)


def rows(part):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines()[2:]]


def test_says_what_intervals_cover():
    parts = interval_parts([ROW, changed(scenario="skewed", coverage=0.8)])
    assert rows(parts[-1]) == [["`fisher`", ".870", ".800", ".940", ".820", "0.70", "skewed"]]
    assert "a coverage of .95 is .0049" in parts[1]
    assert "in about .834; `prediction` is the interval meant for that" in parts[1]


def test_by_size_of_data():
    larger = changed(scenario="larger", n_systems=60, n_inputs=100)
    parts = interval_parts(
        [ROW, changed(scenario="skewed", coverage=0.8), larger, changed(interval="prediction", coverage=0.99)]
    )
    assert rows(parts[-1]) == [
        ["`fisher`", ".800 (.870) .82", ".940 (.940) .82"],
        ["`prediction`", ".990 (.990) .82", "–"],
    ]


def test_levels_and_coefficients_are_apart():
    parts = interval_parts([ROW, changed(level="input"), changed(coefficient="kendall")])
    headings = [part for part in parts if part.startswith("###")]
    assert headings == [
        f"### {place}: intervals"
        for place in ("System level, pearson", "Input level, pearson", "System level, kendall")
    ]


def test_nothing_without_intervals():
    assert interval_parts([]) == []
    assert interval_parts([changed(coverage=float("nan"), n_undefined=2000)]) == []
