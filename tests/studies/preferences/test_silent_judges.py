"""What a judge may have said of pairs on which it is silent counts where it may rank or stand in."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.studies.preferences.decided import OF_SILENT
from trueness.studies.preferences.study import preferences


def drawn(wrong, silent, *, inputs=40):
    """Return pairs that three people and a judge compare, who is wrong, or silent, in a share of them."""
    rng = np.random.default_rng(4)
    strength = 2 * rng.normal(size=10)
    rows = []
    for j in range(inputs):
        for _ in range(12):
            a, b = rng.choice(10, 2, replace=False)
            gap = strength[a] - strength[b]
            for who in ("p0", "p1", "p2", "j"):
                said = 1 if gap + rng.logistic() > 0 else -1
                errs = who == "j" and rng.random() < wrong
                if errs and not silent:
                    said = -1 if gap > 0 else 1
                if not (errs and silent):
                    rows.append(PairRow(len(rows), f"q{j}", f"s{a}", f"s{b}", who, said))
    return Preferences.of(rows)


def asked(pairs, **options):
    found = preferences(pairs, judges=["j"], prior=0.5, rng=1, **options)
    return {one.rule: one for one in found.decisions}, found


def test_a_judge_that_is_silent_where_it_would_err_gets_no_yes():
    told, found = asked(drawn(0.3, silent=True))
    one = told["may_replace_annotator"]
    assert one.of("difference").answer == "yes"
    assert (one.answer, one.reason) == ("cannot_tell", OF_SILENT)
    assert one.low < one.bar < one.estimate <= one.high
    assert told["may_rank"].of(OF_SILENT).low < told["may_rank"].of("pairs_in_order").low
    assert any(
        "may stand in" in text and "It said nothing on some pairs that people judged" in text
        for text in found.conclusions
    )


def test_silence_takes_no_no_away_and_of_a_judge_that_always_speaks_nothing_is_asked():
    told, _ = asked(drawn(0.3, silent=False))
    assert told["may_replace_annotator"].answer == "no"
    assert told["may_replace_annotator"].of(OF_SILENT) is None
    rows = drawn(0.3, silent=False)
    judge = rows.raters.index("j")
    left = np.setdiff1d(np.arange(len(rows.verdict)), np.flatnonzero(rows.rater == judge)[:3])
    few = Preferences.of(
        PairRow(
            k,
            rows.inputs[rows.input[k]],
            rows.systems[rows.a[k]],
            rows.systems[rows.b[k]],
            rows.raters[rows.rater[k]],
            int(rows.verdict[k]),
        )
        for k in left
    )
    told, _ = asked(few)
    assert told["may_replace_annotator"].answer == "no"
    assert told["may_replace_annotator"].of(OF_SILENT) is not None


@pytest.mark.parametrize("ties", ["half", "class", "excluded"])
def test_one_silent_pair_hardly_matters(ties):
    whole = drawn(0.0, silent=True)
    told, _ = asked(whole, ties=ties)
    assert told["may_replace_annotator"].answer == "yes"
    one_left = drawn(0.002, silent=True)
    told, _ = asked(one_left, ties=ties)
    assert told["may_replace_annotator"].answer == "yes"
    outer = told["may_replace_annotator"].of(OF_SILENT)
    assert outer.low < told["may_replace_annotator"].of("difference").low
    assert outer.high >= told["may_replace_annotator"].of("difference").high
