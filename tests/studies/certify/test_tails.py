import dataclasses

from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.tails import parts_of_families, parts_of_tails


def rate(scenario, rejected, *, null=True, runs=2000, alpha=0.05, **more):
    return RejectionRate(
        *(scenario, 10, 20, "normal", "system", "pearson", "right", null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, alpha),
        **more,
    )


def rows(parts):
    """Return the cells of the one table among parts."""
    (table,) = [part.markdown() for part in parts if part.markdown().startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_other_levels_of_significance_and_sides():
    tail = [
        rate("alike", 20, alpha=0.01),
        rate("bias", 200, alpha=0.01),
        rate("different", 1000, null=False, alpha=0.01),
        rate("alike", 100, alternative="greater"),
    ]
    table = rows(parts_of_tails([rate("alike", 100), *tail]))
    assert table[0] == [
        *("`right`", "system, pearson", "two-sided", "0.01", "0.055 (0.048 to 0.063)", "0.1", "2,000"),
        *("1", "1", "0", "0", ".500", "bias"),
    ]
    assert table[1][2:4] == ["greater", "0.05"]
    assert parts_of_tails([rate("alike", 100)]) == []


def test_families_of_tests():
    family = rate("six", 80, family_size=15)
    table = rows(parts_of_families([family, dataclasses.replace(family, alternative="greater")]))
    assert table == [
        ["`right`", "system, pearson", "15", "0.05", ".040 (.000 to 1.000)", "2,000", "six"],
    ]
    assert parts_of_families([]) == []
