import dataclasses

import numpy as np
import pytest

from trueness.errors import FormatError
from trueness.studies.simulation.certified_rates import (
    certified_rates,
    rates_csv,
    read_rates,
    summarised_rates,
)
from trueness.studies.simulation.rejection_rates import RejectionRate


def rate(scenario, rejected, *, null=True, test="permute_systems", n=10, runs=1000, undefined=0):
    return RejectionRate(
        scenario=f"{scenario}; normal scores; {n} systems, 20 inputs",
        n_systems=n,
        n_inputs=20,
        scores="normal",
        level="system",
        coefficient="pearson",
        test=test,
        null=null,
        rate=rejected / max(1, runs - undefined),
        low=0.01,
        high=0.2,
        rejected=rejected,
        runs=runs,
        n_undefined=undefined,
        alpha=0.05,
    )


RATES = (
    rate("alike, bias .2", 50),
    rate("alike, bias .5", 76),
    rate("bias .2 against .6", 300, null=False),
    rate("no bias against .3", 500, null=False),
    rate("unequal noise, equal at input level", 900, null=False),
    rate("alike, bias .2", 40, n=16),
    rate("alike, bias .2", 0, test="other", undefined=1000),
    rate("bias .2 against .6", 300, null=False, test="powerful"),
)


def test_the_worst_null_truth_and_the_mean_power():
    first, second = summarised_rates(RATES)
    assert (first.size, first.truth, first.truths, first.runs) == (0.076, "alike, bias .5", 2, 1000)
    assert first.power == pytest.approx(0.4)
    assert (second.n_systems, second.size) == (16, 0.04)
    assert np.isnan(second.power)


def test_written_and_read_again():
    rows = summarised_rates(RATES)
    text = rates_csv(rows)
    assert text.splitlines()[0].startswith("test,level,coefficient,scores,n_systems,n_inputs,size,low,high,")
    again = read_rates(text)
    assert again[0] == rows[0]
    assert dataclasses.replace(again[1], power=0.0) == dataclasses.replace(rows[1], power=0.0)
    assert rates_csv(again) == text


@pytest.mark.parametrize(
    ("change", "message"),
    [(("size", "sizes"), "columns must be"), (("0.076000", "x"), "row 2: this row is damaged")],
)
def test_a_damaged_table_is_named(change, message):
    with pytest.raises(FormatError, match=message):
        read_rates(rates_csv(summarised_rates(RATES)).replace(*change, 1))


def test_the_table_of_the_package_is_whole():
    found = certified_rates()
    assert len({dataclasses.astuple(row)[:6] for row in found}) == len(found)
    for row in found:
        assert 0 <= row.low <= row.size <= row.high <= 1
        assert row.runs >= 1
