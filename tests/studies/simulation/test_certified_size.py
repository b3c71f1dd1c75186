import pytest

from trueness.studies.simulation.certified_rates import CertifiedRate
from trueness.studies.simulation.certified_size import certified_size


def rate(n, m, size=0.05, scores="normal"):
    return CertifiedRate(
        "permute_systems",
        "system",
        "pearson",
        scores,
        n,
        m,
        size,
        size - 0.01,
        size + 0.01,
        "alike",
        5,
        2000,
        0.5,
    )


RATES = [rate(10, 20), rate(10, 100), rate(16, 100), rate(60, 100), rate(10, 100, scores="likert")]


@pytest.mark.parametrize(
    ("sizes", "nearest"),
    [
        ((10, 20), (10, 20)),
        ((12, 90), (10, 100)),
        ((13, 90), (16, 100)),
        ((100, 300), (60, 100)),
        ((8, 44), (10, 20)),
    ],
)
def test_nearest_by_logarithms(sizes, nearest):
    found = certified_size("permute_systems", "system", "pearson", *sizes, "normal", rates=RATES)
    assert (found.n_systems, found.n_inputs) == nearest


def test_far_away_is_nothing():
    for sizes in ((4, 20), (121, 100), (16, 3), (16, 501)):
        assert certified_size("permute_systems", "system", "pearson", *sizes, "normal", rates=RATES) is None


def test_everything_else_has_to_be_the_same():
    def look(test="permute_systems", level="system", coefficient="pearson", scores="normal"):
        return certified_size(test, level, coefficient, 10, 100, scores, rates=RATES)

    assert look(scores="likert") is RATES[4]
    assert (
        look("jackknife")
        is look(level="input")
        is look(coefficient="kendall")
        is look(scores="skewed")
        is None
    )
