import dataclasses

from trueness.reporting.certification_tests import (
    MOST_LISTED,
    JudgedRates,
    cells_above,
    glance,
    table_counts,
    test_parts,
)
from trueness.studies.simulation.rejection_rates import RejectionRate

test_parts.__test__ = False  # a function of the page, not a test


def rate(scenario, test, rejected, *, null=True, runs=2000, sizes=(10, 20), scores="normal", level="system"):
    return RejectionRate(
        *(scenario, *sizes, scores, level, "pearson", test, null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, 0.05),
    )


RATES = (
    rate("alike", "right", 100),
    rate("alike, bias", "right", 110),
    rate("different", "right", 1000, null=False),
    rate("unequal noise, equal at input level", "right", 1900, null=False),
    rate("alike", "liberal", 300),
    rate("different", "liberal", 1500, null=False),
)


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(parts):
    return [[cells(line) for line in part.splitlines()[2:]] for part in parts if part.startswith("|")]


def test_says_at_a_glance_where_size_holds():
    (table,) = rows(glance(JudgedRates.of(RATES)))
    assert table == [["`right`", "open .053 (.055)"], ["`liberal`", "no .150 (.150)"]]
    many = [dataclasses.replace(one, runs=20_000, rejected=one.rejected * 10) for one in RATES[:2]]
    assert rows(glance(JudgedRates.of(many))) == [[["`right`", "yes .053 (.055)"]]]
    only_input = dataclasses.replace(RATES[4], level="input")
    (table,) = rows(glance(JudgedRates.of((*RATES[:2], only_input))))
    assert table == [["`right`", "open .053 (.055)", "–"], ["`liberal`", "–", "no .150 (.150)"]]
    assert glance(JudgedRates.of(RATES[2:3])) == []


def test_says_size_power_and_how_many_cells_lie_where():
    parts = test_parts(JudgedRates.of(RATES))
    assert rows(parts) == [
        [
            ["`right`", "open", ".053", ".050", ".055", "1", "0", "0", "1", ".500", "alike, bias"],
            ["`liberal`", "no", ".150", ".150", ".150", "0", "1", "0", "0", ".750", "alike"],
        ]
    ]
    assert (
        "4 scenarios, 2,000 tables each: the Monte-Carlo standard error of a rate of .05 is .0049" in parts[1]
    )
    assert "simultaneous over all 3 cells" in parts[1]
    assert test_parts(JudgedRates.of(())) == []


def test_by_size_of_data_and_kind_of_scores():
    rates = (
        *RATES,
        rate("larger", "right", 120, sizes=(25, 100), scores="likert"),
        rate("larger, different", "right", 1800, sizes=(25, 100), scores="likert", null=False),
    )
    parts = test_parts(JudgedRates.of(rates))
    _, sizes, kinds = rows(parts)
    assert "| test      |         10 × 20 |        25 × 100 |" in parts[5]
    assert sizes == [
        ["`right`", ".053 (.055) .50", ".060 (.060) .90"],
        ["`liberal`", ".150 (.150) .75", "–"],
    ]
    assert "normal" in parts[7]
    assert kinds == sizes


def test_a_test_without_null_truth_has_power_only():
    (table,) = rows(test_parts(JudgedRates.of(RATES[2:3])))
    assert table == [["`right`", *["–"] * 8, ".500", "–"]]


def test_rates_without_any_pvalue_are_left_out():
    unknown = dataclasses.replace(RATES[0], rate=float("nan"), n_undefined=2000, rejected=0, test="never")
    judged = JudgedRates.of((*RATES, unknown))
    assert judged == JudgedRates.of(RATES)


def test_cells_above_the_band_the_worst_first():
    rates = [rate(f"scenario {k}", "liberal", 300 + k) for k in range(MOST_LISTED + 3)]
    said, table = cells_above(JudgedRates.of((*RATES[:3], *rates)))[1:]
    assert said == "33 of 35 cells lie above .065, of which the 30 worst are listed."
    (listed,) = rows([table])
    assert [line[-1] for line in listed] == [f"scenario {k}" for k in range(32, 2, -1)]
    assert listed[0][:3] == ["`liberal`", "system, pearson", ".166"]
    assert cells_above(JudgedRates.of(RATES[:4])) == []
    assert cells_above(JudgedRates.of(RATES))[1] == "1 of 3 cells lies above .065."


def test_monte_carlo_errors():
    assert table_counts([1000, 1000]) == ("1,000", ".0069")
    assert table_counts([20_000, 2000, 6000]) == ("2,000 to 20,000", ".0015 to .0049")
