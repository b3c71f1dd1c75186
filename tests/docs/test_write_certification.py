"""The page of certified sizes: every size once, rates of all tables of a group, and nothing where there is nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from trueness.studies.certify.certified_scenarios import certified_scenarios


@pytest.fixture(scope="module")
def script(program):
    return program("docs/write_certification.py")


def rate(truth, n, m, rejected, runs, *, level="system", alpha=0.05, look="", undefined=0):
    return SimpleNamespace(
        scenario=f"{truth}; normal scores; {n} systems, {m} inputs",
        n_systems=n,
        n_inputs=m,
        level=level,
        alpha=alpha,
        look=look,
        rejected=rejected,
        runs=runs,
        n_undefined=undefined,
        rate=rejected / runs,
        low=rejected / runs - 0.01,
        high=rejected / runs + 0.01,
        null=True,
        alternative="two-sided",
        family_size=1,
    )


def test_every_size_is_certified_with_one_number_of_tables(script):
    every = {f"{one.n_systems}x{one.n_inputs}" for one in certified_scenarios("full")}
    by_tables = script.sizes_by_tables(script.INTERVAL_TABLES, script.FEWER_INTERVAL_TABLES)
    assert sorted(size for some in by_tables.values() for size in some) == sorted(every)
    assert script.sizes_by_tables(9, {5: ("6x20", "150x500")})[5] == ["6x20", "150x500"]


def test_rates_are_of_all_tables_and_the_worst_truth_of_all_its_own(script):
    rates = [rate("a", 6, 20, 2, 100), rate("b", 6, 20, 30, 400, undefined=100), rate("b", 6, 50, 0, 100)]
    found = script.by_size(rates, script.mean_and_worst).splitlines()
    assert [cell.strip() for cell in found[2].strip("|").split("|")] == [
        "6",
        "–",  # of 5 inputs
        "–",
        ".048 (.100)",  # the mean of .02 and .075; b has 30 of 300
        ".000 (.000)",
        "–",
        "–",
    ]
    assert len(found) == 9
    assert script.pooled(rates)[3] == 500


def test_groups_without_tables_are_left_out(script):
    rates = [rate("a", 6, 20, 2, 100, alpha=alpha) for alpha in (0.05, 0.01, 0.001, 0.0001)]
    groups = {"those": lambda one: one.n_systems == 6, "none": lambda one: one.n_systems == 8}
    found = script.tails(rates, groups)
    assert "those | system" in found
    assert "input" not in found
    assert "none" not in found


def test_untold_families_are_apart(script):
    told, untold = rate("a", 6, 20, 2, 100), rate("b", 6, 20, 50, 100, look="families untold")
    assert script.null_rates([told, untold]) == [told]
    assert "| .020 |" in script.worst([told], "system")


def test_what_stands_first_is_what_the_rates_say(script):
    said = script._of_size(
        [rate("a", 16, 50, 100, 1000), rate("b", 16, 50, 0, 1000), rate("a", 6, 50, 5, 1000)]
    )
    assert "in .050 to .050 of tables" in said
    assert "with 6 systems in .005 to .005" in said
    assert (
        "Of 3 cells 1 lie clearly above .065 (95%): a; normal scores; 16 systems, 50 inputs, system level (.100)"
        in said
    )
    assert "None of 1 cells" in script._of_size([rate("a", 16, 50, 70, 1000)])


def test_a_heavy_tail_is_named(script):
    drawn = [rate(name, 16, 50, n, 10_000, alpha=0.001) for name, n in (("a", 10), ("b", 60))]
    said = script._of_tails([], drawn)
    assert "clearly above twice the level for b, system level (0.006 at 0.001)" in said
    assert "a, system" not in said
