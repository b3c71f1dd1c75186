import dataclasses
import functools

import numpy as np
import pytest

from trueness.errors import ArgumentError, FormatError, UnknownNameError, UnsupportedMethodError
from trueness.parallel import checkpoint
from trueness.result import jsonable
from trueness.studies.certify import interval_coverage
from trueness.studies.certify import study as module
from trueness.studies.certify.certified_scenarios import certified_scenarios
from trueness.studies.certify.interval_coverage import coverages_of
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.rejection_rates import (
    MAIN_SIDE,
    SIDES,
    RejectionTrials,
    rates_of,
    rejection_rates,
    size_verdict,
)
from trueness.studies.certify.settings import CertifySettings
from trueness.studies.certify.study import certify
from trueness.studies.certify.truths import find_truth
from trueness.study.setting import keywords_of

SETTINGS = CertifySettings(
    tests=("sign_flip", "williams"), intervals=("fisher",), coefficients=("pearson",), runs=10, resamples=99
)


def asked(scenarios, settings, **more):
    """Certify with the arguments that settings have, but for those that are given."""
    return certify(scenarios, **{**keywords_of(settings), **more})


@pytest.fixture(autouse=True)
def few_tables(monkeypatch):
    monkeypatch.setattr(interval_coverage, "POPULATION_TABLES", 2)


def main(rates):
    """Return the rates of two-sided tests at .05."""
    return tuple(rate for rate in rates if rate.side == MAIN_SIDE)


def everywhere_outside(monkeypatch):
    monkeypatch.setattr(module, "alpha_band", lambda alpha: (2.0, 2.0))


def two():
    return certified_scenarios("quick")[:2]


def test_gathers_both_studies():
    found = asked(two(), SETTINGS, workers=1)
    alone = rejection_rates(
        two(), tests=SETTINGS.tests, coefficients=("pearson",), runs=10, resamples=99, seed=1, workers=1
    )
    assert main(found.rates) == alone.rates
    assert {rate.side for rate in found.rates} == set(SIDES)
    assert {row.interval for row in found.coverages} == {"fisher"}
    assert len(found.rows()) == len(found.rates) + len(found.coverages)


@pytest.fixture
def passes(monkeypatch):
    """The cells of each pass over tables, as they are computed."""
    seen = []

    def watched(function):
        def run(studies, *given):
            cells = [
                (method, level, coefficient)
                for group in studies[0].wanted
                for method in group.methods
                for level in group.levels
                for coefficient in group.coefficients
            ]
            seen.append((studies[0].scenario.name, sorted(cells)))
            return function(studies, *given)

        return run

    monkeypatch.setattr(module, "rates_of", watched(rates_of))
    monkeypatch.setattr(module, "coverages_of", watched(coverages_of))
    return seen


def test_only_what_is_missing_is_computed(tmp_path, passes):
    def run(scenarios, **changes):
        passes.clear()
        settings = dataclasses.replace(SETTINGS, **changes)
        found = asked(scenarios, settings, folder=tmp_path, workers=1)
        return found, list(passes)

    first, second = two()
    few = {"tests": ("williams",), "levels": ("system",)}
    start, seen = run([first], **few)
    assert seen == [
        (first.name, [("williams", "system", "pearson")]),
        (first.name, [("fisher", "system", "pearson")]),
    ]
    assert run([first], **few) == (start, [])
    # one more test, then one more level, then one more coefficient, each in one pass
    _, seen = run([first], levels=("system",))
    assert seen == [(first.name, [("sign_flip", "system", "pearson")])]
    _, seen = run([first])
    assert seen == [
        (first.name, [("sign_flip", "input", "pearson")]),
        (first.name, [("fisher", "input", "pearson")]),
    ]
    both = ("pearson", "kendall")
    grown, seen = run([first, second], coefficients=both)
    levels = ("input", "system")
    assert seen[0] == (first.name, [("sign_flip", level, "kendall") for level in levels])
    assert seen[1] == (first.name, [("fisher", level, "kendall") for level in levels])
    assert {name for name, _ in seen[2:]} == {second.name}
    assert len(list(tmp_path.iterdir())) == 2
    # and everything is as if it had been asked for at once
    assert grown == asked([first, second], dataclasses.replace(SETTINGS, coefficients=both), workers=1)
    assert run([first, second], coefficients=both) == (grown, [])
    _, seen = run([first], runs=11)
    assert len(seen) == 2


def test_a_stopped_run_goes_on(tmp_path, passes, monkeypatch):
    def stop(*args, **given):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "coverages_of", stop)
    with pytest.raises(KeyboardInterrupt):
        asked(two(), SETTINGS, folder=tmp_path, workers=1)
    monkeypatch.setattr(module, "coverages_of", coverages_of)
    passes.clear()
    again = asked(two(), SETTINGS, folder=tmp_path, workers=1)
    assert [name for name, _ in passes] == [two()[1].name]
    assert again == asked(two(), SETTINGS, workers=1)


def test_what_is_kept_is_gathered_without_computing(tmp_path, monkeypatch):
    first, second = two()
    settings = dataclasses.replace(SETTINGS, levels=("system",))
    found = asked([first], settings, folder=tmp_path, workers=1)
    assert found.missing == ()
    monkeypatch.setattr(module, "rates_of", None)
    monkeypatch.setattr(module, "coverages_of", None)
    kept = asked([first, second], SETTINGS, folder=tmp_path, compute=False)
    assert kept.rates == found.rates
    assert kept.coverages == found.coverages
    assert [(one.scenario, one.kind, one.cells) for one in kept.missing] == [
        (first.name, "tests", (("sign_flip", "input", "pearson"),)),
        (first.name, "intervals", (("fisher", "input", "pearson"),)),
        (
            second.name,
            "tests",
            tuple(
                (test, level, "pearson")
                for test, level in (("sign_flip", "system"), ("sign_flip", "input"), ("williams", "system"))
            ),
        ),
        (second.name, "intervals", tuple(("fisher", level, "pearson") for level in ("system", "input"))),
    ]
    assert all(one.seconds > 0 for one in kept.missing)
    with pytest.raises(ArgumentError, match="folder"):
        certify([first], compute=False)


def test_a_damaged_file_is_named(tmp_path):
    asked(two()[:1], SETTINGS, folder=tmp_path, workers=1)
    (path,) = tmp_path.glob("*.json")
    path.write_text("{")
    with pytest.raises(FormatError, match="Remove the file"):
        asked(two()[:1], SETTINGS, folder=tmp_path, workers=1)


def test_cells_in_doubt_run_again_with_more_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_RUNS_AGAIN", 25)
    everywhere_outside(monkeypatch)
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    scenarios = [two()[0], certified_scenarios("quick")[6]]
    assert [bool(scenario.null_levels) for scenario in scenarios] == [True, False]
    before = asked(scenarios, settings, workers=1)
    watched = []
    after = asked(scenarios, settings, folder=tmp_path, settle=True, workers=1, watch=watched.append)
    # 10 tables, then 25 where there is nothing to find; what is an alternative is as it was
    assert [rate.runs for rate in main(after.rates)] == [25, 10]
    assert main(after.rates)[1] == main(before.rates)[1]
    assert watched == [scenarios[0].name, scenarios[1].name, scenarios[0].name]
    alone = rejection_rates(
        scenarios[:1],
        tests=("williams",),
        levels=("system",),
        coefficients=("pearson",),
        runs=25,
        resamples=99,
        workers=1,
    )
    assert after.rates[0] == alone.rates[0]
    assert {rate.runs for rate in after.rates if rate.null} == {25}
    assert "settled:25" in str(after.signature)
    # everything is found again
    watched.clear()
    assert asked(scenarios, settings, folder=tmp_path, settle=True, workers=1, watch=watched.append) == after
    assert watched == []


def test_what_is_settled_is_left_alone(monkeypatch):
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",), runs=40)
    everywhere_outside(monkeypatch)
    monkeypatch.setattr(module, "size_verdict", lambda rate, cells: "inside")
    watched = []
    asked(two()[:1], settings, settle=True, workers=1, watch=watched.append)
    assert watched == [two()[0].name]


def test_sizes_within_the_band_do_not_run_again(monkeypatch):
    monkeypatch.setattr(module, "alpha_band", lambda alpha: (0.0, 1.0))
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    assert asked(two()[:1], settings, settle=True, workers=1).rates[0].runs == SETTINGS.runs


def test_only_cells_in_doubt_run_again(tmp_path, passes, monkeypatch):
    monkeypatch.setattr(module, "MOST_RUNS_AGAIN", 25)
    everywhere_outside(monkeypatch)
    monkeypatch.setattr(
        module,
        "size_verdict",
        lambda rate, cells: "open" if (rate.test, rate.level) == ("sign_flip", "input") else "inside",
    )
    settings = dataclasses.replace(SETTINGS, intervals=())
    found = asked(two()[:1], settings, folder=tmp_path, settle=True, workers=1)
    assert passes[1:] == [(two()[0].name, [("sign_flip", "input", "pearson")])]
    assert [rate.runs for rate in main(found.rates)] == [10, 25, 10]
    # what was computed to settle is part of a study of so many tables
    passes.clear()
    asked(two()[:1], dataclasses.replace(settings, runs=25), folder=tmp_path, workers=1)
    assert passes == [
        (two()[0].name, [("sign_flip", "system", "pearson"), ("williams", "system", "pearson")])
    ]


GRID = CertifySettings(
    tests=("permute_cells", "permute_systems"),
    intervals=(),
    coefficients=("pearson",),
    levels=("system",),
    runs=60,
    resamples=99,
)


def test_the_quick_grid_tells_tests_that_hold_their_size_from_those_that_do_not(tmp_path):
    """Permuting cells rejects too often where systems are biased, permuting systems does not."""
    scenarios = [scenario for scenario in certified_scenarios("quick") if "bias .5" in scenario.name]
    assert len(scenarios) == 2
    found = asked(scenarios, GRID, folder=tmp_path, workers=1)
    rates = main(found.rates)
    verdicts = {(rate.test, rate.scenario): size_verdict(rate, len(rates)) for rate in rates}
    assert {verdict for (test, _), verdict in verdicts.items() if test == "permute_cells"} == {"above"}
    assert "above" not in {verdict for (test, _), verdict in verdicts.items() if test == "permute_systems"}


@pytest.mark.slow
def test_the_whole_quick_grid(tmp_path):
    scenarios = certified_scenarios("quick")
    found = asked(scenarios, dataclasses.replace(GRID, runs=250), folder=tmp_path, workers=1)
    rates = main(found.rates)
    cells = sum(rate.null for rate in rates)
    above = {rate.test: rate.scenario for rate in rates if rate.null and size_verdict(rate, cells) == "above"}
    assert set(above) == {"permute_cells"}


def test_files_are_of_scenarios_of_their_own(tmp_path):
    """Two scenarios that differ in their systems alone have results of their own."""
    plain = two()[0]
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    for seed in (1, 2):
        effects = np.random.default_rng(seed).normal(size=(3, 8))
        pilot = PilotScenario(
            plain.name, 8, 5, plain.model, null_levels=plain.null_levels, systems=effects, exchanged=True
        )
        asked([pilot], settings, folder=tmp_path, workers=1)
    assert len(list(tmp_path.glob("*.json"))) == 2


KEYWORDS = {
    "tests": SETTINGS.tests,
    "intervals": SETTINGS.intervals,
    "coefficient": "pearson",
    "runs": 10,
    "resamples": 99,
}


def test_settings_are_given_as_a_whole_or_one_by_one():
    whole = asked(two()[:1], SETTINGS, workers=1)
    assert certify(two()[:1], **KEYWORDS, workers=1) == whole
    assert whole.settings.seed == 1
    assert whole.to_dict()["rows"] == jsonable(whole.rows())


def test_scenarios_are_given_or_named_or_those_of_a_grid(monkeypatch):
    names = [scenario.name for scenario in two()]
    given = asked(two(), SETTINGS, workers=1)
    named = asked(None, SETTINGS, named=names, workers=1)
    assert named == given
    assert given.selection.scenarios == tuple(names)
    monkeypatch.setattr(module, "certified_scenarios", lambda grid: two()[:1] if grid == "quick" else None)
    quick = asked(None, SETTINGS, workers=1)
    assert (quick.selection.grid, quick.selection.scenarios) == ("quick", None)
    assert {rate.scenario for rate in quick.rates} == set(names[:1])
    with pytest.raises(ArgumentError, match="in place of a grid"):
        asked(two(), SETTINGS, grid="quick")
    with pytest.raises(ArgumentError, match="name scorers of a table"):
        asked(two(), SETTINGS, human="x")
    with pytest.raises(UnsupportedMethodError, match="names of their own"):
        asked([*two(), *two()], SETTINGS)


def test_an_interrupted_pass_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    """Tables are kept block by block, so that what was drawn in a pass that ended early is not drawn again."""
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0.0)
    monkeypatch.setattr(RejectionTrials, "BLOCK", 5)
    drawn = []
    outcomes = RejectionTrials.outcomes

    def counted(self, numbers):
        for number in numbers:
            drawn.append(number)
            if len(drawn) == 13:
                raise KeyboardInterrupt
        return outcomes(self, numbers)

    monkeypatch.setattr(RejectionTrials, "outcomes", counted)
    run = functools.partial(asked, two()[:1], dataclasses.replace(SETTINGS, runs=20), workers=1)
    with pytest.raises(KeyboardInterrupt):
        run(checkpoint=tmp_path)
    assert len(list(tmp_path.glob("*.sqlite"))) == 1
    again = run(checkpoint=tmp_path)
    assert drawn[13:] == list(range(10, 20))
    assert list(tmp_path.iterdir()) == []
    assert again == run()


def test_truths_and_sizes_choose_among_a_grid():
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",), runs=2)
    found = asked(None, settings, truths=("two bad*", "slopes vary over*"), sizes=("6x20", "8x20"), workers=1)
    assert sorted({rate.scenario for rate in found.rates}) == [
        f"{truth}; normal scores; {n} systems, 20 inputs"
        for truth in ("slopes vary over inputs", "two bad systems")
        for n in (6, 8)
    ]
    assert (found.selection.grid, found.selection.sizes) == ("full", ("6x20", "8x20"))
    with pytest.raises(UnknownNameError, match=r"truths 'slope'.*slopes vary"):
        asked(None, settings, truths="slope", workers=1)
    with pytest.raises(UnknownNameError, match="sizes '7x20'"):
        asked(None, settings, sizes="7x20", workers=1)
    with pytest.raises(ArgumentError, match="in place of a grid"):
        asked(two(), settings, truths="slopes*")


def test_after_its_minutes_no_scenario_is_begun(monkeypatch):
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",), runs=2)
    clock = iter([0.0, *[30.0] * 3, *[90.0] * 20])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    found = asked(certified_scenarios("quick")[:5], settings, minutes=1, workers=1)
    names = [scenario.name for scenario in certified_scenarios("quick")[:5]]
    assert [rate.scenario for rate in main(found.rates)] == names[:3]
    assert [one.scenario for one in found.missing] == names[3:]
    with pytest.raises(ArgumentError, match="minutes"):
        asked(two(), settings, minutes=0)


def test_tails_are_told_by_more_tables(monkeypatch):
    monkeypatch.setattr(module, "TAIL_RUNS", 15)
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    monkeypatch.setattr(module, "tail_scenarios", lambda: {two()[1].name})
    found = asked(two(), settings, tails=True, workers=1)
    assert [rate.runs for rate in main(found.rates)] == [10, 15]
    assert "tails:15" in str(found.signature)


def test_intervals_are_studied_where_there_is_a_population():
    kinds = ("two bad systems", "six metrics alike, all pairs", "alike, bias .2")
    scenarios = [find_truth(name).scenario("normal", 10, 20) for name in kinds]
    settings = dataclasses.replace(SETTINGS, tests=(), levels=("system",), runs=2)
    found = asked(scenarios, settings, workers=1)
    assert [row.scenario.partition(";")[0] for row in found.coverages] == ["alike, bias .2"]
    assert found.missing == ()
