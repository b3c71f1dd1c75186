"""Divergences of texts: recorded answers of other programs, references, sources and texts without words."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.data.files.restricted_pickle import load
from trueness.metrics.divergence.divergence import Divergence

WORDS = st.lists(st.sampled_from("cat dog mat sat ran".split()), min_size=1, max_size=8).map(" ".join)  # noqa: SIM905


def score(name, outputs, references=None, sources=None):
    n = len(outputs)
    return Divergence.from_name(name).score(outputs, references or [()] * n, sources or [None] * n)


@pytest.fixture(scope="module")
def recorded(test_data):
    """The rows and scores that SummEval's program gave."""
    oracle = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text(encoding="utf-8"))
    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    rows = {(row.input, row.system): row for row in texts.rows}
    return [rows[tuple(place)] for place in oracle["rows"]], oracle["JS"]["scores"]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(
    ("ending", "kind", "most"), [("", "single", 1), ("", "11refs", 11), ("_source", "source", 0)]
)
def test_equals_the_program_of_summeval(recorded, order, ending, kind, most):
    rows, scores = recorded
    found = score(
        f"js{order}{ending}_summeval",
        [row.output for row in rows],
        [row.references[:most] for row in rows],
        [row.source for row in rows],
    )
    np.testing.assert_allclose(found, scores[f"JS_eval_{order}_{kind}"], rtol=0, atol=1e-12)
    # a divergence in the strict sense: the program's mean distribution has every word of both texts
    assert np.all(found < math.log(2))


OTHER_SPELLINGS = [
    (r"(\d) (?=(ft|pm|am|m|st|k|in|lb)\b)", r"\1"),
    (r"(?<=\d)(?=[a-z])", " "),
    (r"(\w)n ?' ?t\b", r"\1 n't"),
    (r"(\w)n ?' ?t\b", r"\1n't"),
    (r"(\w) n't\b", r"\1n't"),
    (r"\bca(?:n ' t|n't)\b", "ca n't"),
    (r"\bcan ' t\b", "can't"),
]
"""How tokenisers differ: ``20 ft`` and ``20ft``, ``don't`` and ``do n't``."""


@pytest.fixture(scope="module")
def realsumm(test_data):
    """The rows of REALSumm, with what it records as js-2, and the texts as they stand in its files."""
    folder = test_data / "data" / "realsumm"
    rows = realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows
    outputs = [
        (output["system_summary"], float(output["scores"]["js-2"]))
        for name in ("abs", "ext")
        for document in load(folder / f"{name}.pkl").values()
        for output in document["system_summaries"].values()
    ]
    return rows, *zip(*outputs, strict=True)


def test_realsumm_records_the_same_divergence_negated(realsumm):
    """Equal where the file holds the reference that was used; it holds one for all systems, each had its own.

    REALSumm's program reads outputs and references from one folder per system, each tokenised as the system wants it,
    and keeps the reference of one of them. Scores of documents whose reference is spelt in one way only are all equal.
    Most others are equal to those against the same reference in another spelling.
    """
    rows, outputs, recorded = realsumm
    found = -score("js2_summeval", [row.output for row in rows], [row.references for row in rows])
    differs = np.flatnonzero(np.abs(found - recorded) > 1e-12)
    assert (len(found), len(differs)) == (2500, 266)
    # the program reads complete sentences only: two outputs end in one that is cut off
    complete = [" ".join(re.findall("<t> (.+?) </t>", outputs[k])) for k in differs]
    found = -score("js2_summeval", complete, [rows[k].references for k in differs])
    cut_off = np.abs(found - np.take(recorded, differs)) < 1e-12
    assert cut_off.sum() == 2
    tried, of = [], []
    for k, output in zip(differs[~cut_off], np.array(complete, dtype=object)[~cut_off], strict=True):
        spellings = {" ".join(rows[k].references[0].split("\n"))}
        for pattern, other in OTHER_SPELLINGS:
            spellings |= {re.sub(pattern, other, spelling) for spelling in spellings}
        tried += [(output, (spelling,)) for spelling in spellings]
        of += [k] * len(spellings)
    equal = np.abs(-score("js2_summeval", *zip(*tried, strict=True)) - np.take(recorded, of)) < 1e-12
    assert len(set(np.array(of)[equal])) >= 200


def test_worked_by_hand():
    # cat 2/3, purred 1/3 from cat 1/2, dog 1/2
    expected = (
        2 / 3 * math.log(8 / 7) + 1 / 3 * math.log(2) + 1 / 2 * math.log(6 / 7) + 1 / 2 * math.log(2)
    ) / 2
    found = score("js1", ["Cat, cat purred."], [("The cat? Dog!",)])
    assert found != pytest.approx(expected)  # "the" is a word too
    assert score("js1_stop", ["Cat, cat purred."], [("The cat? Dog!",)]) == pytest.approx(expected, rel=1e-14)
    assert score("js1_source_stop", ["Cat, cat purred."], None, ["cat dog"]) == pytest.approx(
        expected, rel=1e-14
    )
    in_bits = score("js1_stop:base=2", ["Cat, cat purred."], [("The cat? Dog!",)])
    assert in_bits == pytest.approx(expected / math.log(2), rel=1e-14)


def test_several_references():
    output, one, two = "cat sat", "cat sat", "cat cat dog dog"
    alone = score("js1", [output] * 2, [(one,), (two,)])
    assert alone[0] == 0 < alone[1]
    references = [(one, two)]
    assert score("js1:refs=mean", [output], references) == pytest.approx(alone.mean(), rel=1e-15)
    assert score("js1:refs=best", [output], references) == 0
    pooled = score("js1", [output], references)
    assert pooled == score("js1", [output], [("cat cat cat dog dog sat",)])
    assert 0 < pooled < alone[1]


def test_directions():
    output, source = "cat cat cat sat", "cat dog dog mat"
    forward = score("kl1_output_source", [output], None, [source])
    assert forward == score("kl1_output_reference", [output], [(source,)])
    backward = score("kl1_source_output", [output], None, [source])
    assert backward == score("kl1_reference_output", [output], [(source,)])
    assert forward != backward
    # V = 3 words of the source, B = 4.5
    p = (np.array([3, 1, 0, 0]) + 0.0005) / (4 + 0.0005 * 4.5)
    q = (np.array([1, 0, 2, 1]) + 0.0005) / (4 + 0.0005 * 4.5)
    assert forward == pytest.approx(np.sum(p * np.log(p / q)), rel=1e-13)
    assert backward == pytest.approx(np.sum(q * np.log(q / p)), rel=1e-13)


@given(WORDS, st.lists(WORDS, min_size=1, max_size=4))
def test_the_order_of_references_does_not_matter(output, references):
    for name in ("js1", "js2", "js1:refs=mean", "js1:refs=best", "kl1_output_reference", "js1_summeval"):
        one, turned = score(name, [output] * 2, [references, references[::-1]])
        np.testing.assert_array_equal(one, turned)


@given(WORDS, WORDS)
def test_jensen_shannon_is_symmetric_and_bounded(one, two):
    for name in ("js1", "js2", "js1_stem_stop", "js2_summeval"):
        forward, backward = score(name, [one, two], [(two,), (one,)])
        np.testing.assert_array_equal(forward, backward)
        assert math.isnan(forward) or 0 <= forward <= math.log(2)
    assert 0 <= score("js1:base=2", [one], [(two,)])[0] <= 1
    assert score("js1", [one], [(f"{one} {one}",)]) == 0


@pytest.mark.parametrize("name", Divergence.names())
def test_texts_without_words_have_no_divergence(name):
    outputs = ["", " \n", "\x00", "cats chase dogs", "cats chase dogs", "cats chase dogs"]
    texts = ["cats run daily", "cats", "cats", "", "...", "cats run daily"]
    found = score(name, outputs, [(text, "") for text in texts], texts)
    assert np.isnan(found[:5]).all()
    assert np.isfinite(found[5])


def test_pairs_need_two_words():
    np.testing.assert_array_equal(
        np.isnan(score("js2", ["cat", "cat sat"], [("cat sat",)] * 2)), [True, False]
    )


def test_an_empty_reference_is_passed_over():
    for refs in ("pooled", "mean", "best"):
        one, more = score(f"js1:refs={refs}", ["cat sat"] * 2, [("cat dog",), ("", "cat dog", " \n")])
        assert one == more


def test_computed_together_as_alone():
    rows = load_dataset_texts("pocket").rows[::24]
    outputs, references, sources = zip(
        *((row.output, row.references, row.source) for row in rows), strict=True
    )
    metrics = [Divergence.from_name(name) for name in (*Divergence.names(), "js1:base=2", "js1:refs=best")]
    together = Divergence.score_together(metrics, outputs, references, sources)
    for column, metric in enumerate(metrics):
        np.testing.assert_array_equal(metric.score(outputs, references, sources), together[:, column])
        assert np.all(together[:, column] >= metric.lower)
        assert np.all(together[:, column] <= metric.upper)


def test_a_copy_is_nearest():
    rows = load_dataset_texts("pocket").rows[::64]
    for name in ("js1", "js2_stem", "kl1_output_reference", "kl1_reference_output", "js2_summeval"):
        references = [row.references[:1] for row in rows]
        copies = score(name, [text for (text,) in references], references)
        np.testing.assert_allclose(copies, 0, atol=1e-15)
        assert np.all(score(name, [row.output for row in rows], references) > 0.1)


def test_facts_follow_the_variant():
    assert Divergence.from_name("js1").needs == {"references"}
    assert Divergence.from_name("js1_source").needs == {"source"}
    assert Divergence.from_name("js1:base=2").upper == 1
    assert Divergence.from_name("js1:delta=0.1").upper == math.inf
    assert Divergence.from_name("kl1_output_source").lower == -math.inf
    assert not Divergence.from_name("js1").higher_is_better
    keys = [Divergence.from_name(name).citation.key for name in ("js1", "js1_source", "js1_summeval")]
    assert len(set(keys)) == 3
    assert set(Divergence.defaults()) <= set(Divergence.names())
    assert Divergence.from_name("rouge1_f") is None


def test_the_signature_tells_the_settings():
    assert Divergence.from_name("js1").signature() == "words:all|smooth:none|log:e|refs:pooled"
    assert (
        Divergence.from_name("kl2_source_output_stem:base=2").signature()
        == "words:stem|smooth:delta=0.0005,B=1.5V|log:2"
    )


def test_a_long_source():
    source = " ".join(f"w{k % 30_000}" for k in range(200_000))
    found = score("js1_source", ["w1 w2 unseen"], None, [source])
    assert 0 < found[0] < math.log(2)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("js2_source", "Jensen–Shannon divergence of the output's bigrams from those of its source."),
        ("js1", "Jensen–Shannon divergence of the output's words from those of its references."),
        (
            "kl2_source_output",
            "Kullback–Leibler divergence D(source || output) of distributions of bigrams, smoothed.",
        ),
        (
            "kl3_output_reference_stem_stop",
            (
                "Kullback–Leibler divergence D(output || references) of distributions of trigrams, smoothed, words "
                "stemmed, stop words removed."
            ),
        ),
    ],
)
def test_descriptions(name, expected):
    assert Divergence.from_name(name).description() == expected


def test_every_option_that_is_told_is_taken():
    for name in ("js3", "kl4_source_output", "js2:base=2", "js2:base=10", "js1:delta=0.1", "js1:refs=best"):
        assert Divergence.from_name(name).name == name
        assert name.partition(":")[2].partition("=")[0] in Divergence.options
