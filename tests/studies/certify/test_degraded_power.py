import dataclasses

import numpy as np
import pytest
from scipy.stats import t

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.scoring.score import score
from trueness.statistics.agreement.significance import permutation_test
from trueness.studies.certify import degraded_power as module
from trueness.studies.certify.degraded_power import DegradedTexts, Noisy, degraded_power


def scores(seed=1):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(8, 10)) + rng.normal(size=(8, 1))
    return human + rng.normal(size=(8, 10)), human


def table_of(x, z):
    systems, inputs = (
        tuple(f"{letter}{k:02}" for k in range(n)) for letter, n in zip("sd", x.shape, strict=True)
    )
    return ScoreTable((Scorer("x", "metric"), Scorer("z", "human")), systems, inputs, np.stack([x, z]))


def run(**given):
    settings = {"tests": ("permute_cells", "sign_flip"), "trials": 12, "resamples": 99, "rng": 2}
    return degraded_power(table_of(*scores()), (20, 100), metric="x", **(settings | given), workers=1).points


def test_counts_what_the_tests_say():
    x, z = scores()
    rejected, gap = 0, 0.0
    for trial in range(12):
        worse = Noisy(x)(20, 2, trial)
        seed = int(np.random.SeedSequence(2, spawn_key=(trial, 1)).generate_state(1)[0])
        found = permutation_test(
            x, worse, z, "input", swap="cells", resamples=99, alternative="greater", rng=seed
        )
        rejected += found.pvalue <= 0.05
        gap += found.estimate / 12
    (point,) = (p for p in run() if (p.percent, p.test, p.level) == (20, "permute_cells", "input"))
    assert (point.rejected, point.trials) == (rejected, 12)
    assert point.difference == pytest.approx(gap)
    assert point.low <= point.power == rejected / 12 <= point.high


def test_nothing_to_find_at_100_per_cent():
    points = [point for point in run() if point.percent == 100]
    assert points
    assert all((point.rejected, point.difference) == (0, 0) for point in points)


def test_blocks_do_not_show(monkeypatch):
    plain = run()
    monkeypatch.setattr(module.DegradedTrials, "BLOCK", 5)
    assert run() == plain


def test_noise():
    x, _ = scores()
    spread = np.std(Noisy(x)(50, 1, 0) - x)
    assert spread == pytest.approx(np.std(x), rel=0.3)
    np.testing.assert_array_equal(Noisy(x)(50, 1, 3), Noisy(x)(50, 1, 3))
    with pytest.raises(ArgumentError, match="percent"):
        Noisy(x)(0, 1, 0)


def texts():
    rows = [
        TextRow(
            f"s{i}", f"i{j}", f"the cat {i} sat on the mat {j} today", (f"a cat sat on mat {j}", "unused")
        )
        for i in range(3)
        for j in range(4)
    ]
    return Texts(tuple(rows))


def test_all_tokens_are_the_metric_itself():
    metric = get_metric("rouge1_f")
    one = Texts(tuple(dataclasses.replace(row, references=row.references[:1]) for row in texts().rows))
    expected = score(one, ["rouge1_f"]).matrix("rouge1_f")
    found = DegradedTexts.of(metric, texts(), 1)(100, 1, 0)
    np.testing.assert_allclose(found, expected)


def test_trials_differ_and_come_again():
    degraded = DegradedTexts.of(get_metric("rouge1_f"), texts())
    np.testing.assert_array_equal(degraded(40, 1, 3), degraded(40, 1, 3))
    assert not np.array_equal(degraded(40, 1, 3), degraded(40, 1, 4))


def test_every_system_needs_every_input():
    with pytest.raises(DataError, match="'s2' lacks its output for input 'i3'"):
        DegradedTexts.of(get_metric("rouge1_f"), Texts(texts().rows[:-1]))


def judged():
    systems, inputs = tuple(f"s{i}" for i in range(3))[::-1], tuple(f"i{j}" for j in range(4))
    values = np.random.default_rng(3).normal(size=(1, 3, 4))
    return ScoreTable((Scorer("z", "human"),), systems, inputs, values)


def test_texts_are_scored_on_some_of_their_tokens():
    """Differences of correlations, written out; people's scores are found by name, whatever their order."""
    rng = np.random.default_rng(5)
    written = tuple(
        dataclasses.replace(row, output=" ".join(rng.choice(row.references[0].split(), 9)))
        for row in texts().rows
    )
    given = {"tests": ("permute_cells",), "levels": ("system",), "trials": 5, "resamples": 19, "rng": 7}
    (point,) = degraded_power(
        judged(), (40,), metric="rouge1_f", texts=Texts(written), n_references=1, workers=1, **given
    ).points
    degraded = DegradedTexts.of(get_metric("rouge1_f"), Texts(written), 1)
    people = judged().values[0][::-1].mean(axis=1)
    gaps = [
        np.corrcoef(degraded(100, 7, 0).mean(axis=1), people)[0, 1]
        - np.corrcoef(degraded(40, 7, trial).mean(axis=1), people)[0, 1]
        for trial in range(5)
    ]
    assert point.difference == pytest.approx(np.mean(gaps))


def test_refusals():
    with pytest.raises(UnsupportedMethodError, match="'bleu' is another metric"):
        degraded_power(judged(), (40,), metric="bleu", texts=texts())
    with pytest.raises(DataError, match="systems that lack human scores: 's2'"):
        degraded_power(judged().select(systems=["s0", "s1"]), (40,), metric="rouge1_f", texts=texts())
    with pytest.raises(UnknownNameError, match="'y'"):
        degraded_power(table_of(*scores()), (20,), metric="y")


def test_williams_as_published_takes_averaged_correlations_and_counts_systems():
    """As the authors of the simulation did: Williams 1959 in R's psych::r.test, written out."""
    x, z = scores()
    n, rejected = 8, 0
    for trial in range(12):
        y = Noisy(x)(20, 2, trial)
        r12, r13, r23 = (
            np.mean([np.corrcoef(a[:, j], b[:, j])[0, 1] for j in range(10)])
            for a, b in ((x, z), (y, z), (x, y))
        )
        det = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
        error = 2 * (n - 1) / (n - 3) * det + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
        rejected += t.sf((r12 - r13) * np.sqrt((n - 1) * (1 + r23) / error), n - 3) <= 0.15
    published = run(tests=("williams",), as_published=True, alpha=0.15)
    (point,) = (p for p in published if (p.percent, p.level) == (20, "input"))
    assert 0 < rejected < 12
    assert point.rejected == rejected
    assert {p.level for p in run(tests=("williams",))} == {"system"}  # where it is derived for
