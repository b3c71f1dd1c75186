import dataclasses

import pytest

from trueness.studies.simulation.certified_coverage import certified_coverage
from trueness.studies.simulation.certified_coverages import CertifiedCoverage

ROW = CertifiedCoverage(
    *("bootstrap_both", "system", "pearson", "normal", 10, 20),
    *(0.93, 0.91, 0.94, "alike", 8, 0.94, 0.83, 0.7, 1000),
)
ROWS = [
    ROW,
    dataclasses.replace(ROW, n_inputs=100),
    dataclasses.replace(ROW, n_systems=60, n_inputs=100),
    dataclasses.replace(ROW, scores="likert"),
]


@pytest.mark.parametrize(
    ("sizes", "nearest"), [((12, 25), 0), ((9, 70), 1), ((100, 300), 2), ((4, 20), None), ((10, 501), None)]
)
def test_nearest_by_logarithms(sizes, nearest):
    found = certified_coverage("bootstrap_both", "system", "pearson", *sizes, "normal", coverages=ROWS)
    assert found is (None if nearest is None else ROWS[nearest])


def test_everything_else_has_to_be_the_same():
    def look(interval="bootstrap_both", level="system", coefficient="pearson", scores="normal"):
        return certified_coverage(interval, level, coefficient, 10, 20, scores, coverages=ROWS)

    assert look(scores="likert") is ROWS[3]
    for other in ({"interval": "fisher"}, {"level": "input"}, {"coefficient": "kendall"}):
        assert look(**other) is None
    assert look(scores="skewed") is None
