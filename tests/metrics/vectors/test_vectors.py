"""What holds for every metric of word vectors: facts on real text, odd texts, names and signatures."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, UnknownNameError
from trueness.metrics.scoring.registry import get_metric, get_metrics, metric_names, names_with_options
from trueness.metrics.scoring.score import score

pytest.importorskip("ot")
pytest.importorskip("sentencex")

NAMES = [name for name, required in names_with_options().items() if required == ("vectors",)]
# the parts of a kind of ROUGE-WE are computed from the same hits
DIFFERENT = [
    name for name in NAMES if not name.startswith("rouge_we") or ("_f" in name and "we3" not in name)
]
ODD_TEXTS = [
    "",
    " \n\t",
    "zzz qqq",
    "😀 🎉👩‍👩‍👧",
    "東京 the мир عربى",
    "\ud800 half of a pair",
    "\x00 a\x1cb",
    "the " * 2000,
    "ﬁ Å İstanbul ß",
]


@functools.cache
def pocket_rows():
    return load_dataset_texts("pocket").rows[::16]


@pytest.mark.parametrize("name", DIFFERENT)
def test_facts_hold_on_the_pocket_benchmark(name, pocket_vectors):
    metric = get_metric(f"{name}:vectors={pocket_vectors}")
    rows = pocket_rows()[:: 4 if "SU4" in name else 2]
    outputs, references = [r.output for r in rows], [r.references for r in rows]
    values = metric.score(outputs, references, [None] * len(rows))
    assert values.shape == (len(rows),)
    assert np.all(values >= metric.lower)
    assert np.all(values <= metric.upper + 1e-9)
    assert np.ptp(values) > 0
    # alone, and in another order
    alone = [metric.score([outputs[k]], [references[k]], [None])[0] for k in (0, 3)]
    np.testing.assert_allclose(alone, values[[0, 3]], rtol=1e-12)
    back = metric.score(outputs[::-1], references[::-1], [None] * len(rows))[::-1]
    np.testing.assert_allclose(back, values, rtol=1e-12)


@pytest.mark.parametrize("name", DIFFERENT)
def test_odd_texts_are_scored_or_undefined(name, pocket_vectors):
    metric = get_metric(f"{name}:vectors={pocket_vectors}")
    given = [("the cat and the house",), ("",), ("the house", "zzz", "")]
    for references in given:
        values = metric.score(ODD_TEXTS, [references] * len(ODD_TEXTS), [None] * len(ODD_TEXTS))
        defined = values[~np.isnan(values)]
        assert np.all((defined >= metric.lower) & (defined <= metric.upper + 1e-9))
        for k in (0, 1) if name.endswith("_summeval") else (0, 1, 2, 3):  # nothing there, or nothing known
            np.testing.assert_array_equal(values[k], metric.empty_output)
    assert metric.score([], [], []).shape == (0,)


@pytest.mark.parametrize("name", DIFFERENT)
def test_copies_of_the_reference_score_best(name, pocket_vectors):
    text = "the house was old" if "SU4" in name else "the house was old and the garden was green"
    metric = get_metric(f"{name}:vectors={pocket_vectors}")
    other = "water and stone"
    same, different = metric.score([text, other], [(text,), (text,)], [None] * 2)
    assert (same >= different) if metric.higher_is_better else (same <= different)


def test_names_need_vectors():
    assert not set(NAMES) & set(metric_names())
    for name in NAMES:
        with pytest.raises(
            ArgumentError, match=f"'{name}' needs word vectors: name them, as in '{name}:vectors=PATH'"
        ):
            get_metric(name)


def test_names_are_canonical(pocket_vectors):
    for name in NAMES:
        assert get_metric(f"{name}:vectors={pocket_vectors}").name == f"{name}:vectors={pocket_vectors}"
    spelled = get_metric(f"wmd:refs=mean,norm=unit,vectors={pocket_vectors},tokens=blanks")
    assert spelled.name == f"wmd:vectors={pocket_vectors},refs=mean,tokens=blanks"


def test_signatures_name_the_file_by_its_content(pocket_vectors):
    for name in NAMES:
        signature = get_metric(f"{name}:vectors={pocket_vectors}").signature()
        assert "vectors pocket.txt (text, " in signature
        assert "sha256 " in signature
        assert "\n" not in signature


def test_a_pattern_with_vectors_chooses_among_them(pocket_vectors):
    found = [metric.name for metric in get_metrics(f"rwmd_*_e:vectors={pocket_vectors}")]
    assert found == [f"rwmd_{part}_e:vectors={pocket_vectors}" for part in ("l", "r", "max")]
    with pytest.raises(UnknownNameError):
        get_metrics("rwmd_*_e")
    with pytest.raises(UnknownNameError):
        get_metrics("rwmd_*_e:refs=mean")


def test_an_option_of_a_pattern_goes_to_those_that_have_it():
    found = [
        metric.name for metric in get_metrics("{wmd,sms,rouge1_f}:refs=mean,sentences=newline,vectors=x.txt")
    ]
    assert found == [
        "wmd:vectors=x.txt,refs=mean",
        "sms:vectors=x.txt,refs=mean,sentences=newline",
        "rouge1_f:refs=mean",
    ]
    assert next(metric.name for metric in get_metrics("*:refs=mean")).startswith("rouge1_")


def test_other_metrics_stay_out_of_a_pattern_of_all():
    assert {metric.name for metric in get_metrics("*")} == set(metric_names())


def test_undefined_scores_are_counted_in_notes(pocket_vectors):
    rows = [TextRow("s", "1", "zzz", ("the house",)), TextRow("s", "2", "the house", ("the house",))]
    rows += [TextRow("t", "1", "the", ("the house",)), TextRow("t", "2", "", ("the house",))]
    name = f"wmd:vectors={pocket_vectors}"
    table = score(Texts(tuple(rows), name="texts"), [name])
    assert np.isnan(table.matrix(name)).sum() == 2
    notes = " ".join(table.notes)
    assert "undefined (NaN) for 2 of 4 outputs" in notes
    assert "1 of 4 outputs are empty; the score of an empty output is undefined" in notes
    assert math.isclose(table.matrix(name)[0, 1], 0.0)
