"""The class `Rouge`: names, facts, one pass over the texts, warnings and errors."""

from __future__ import annotations

import pickle
import time
import warnings

import numpy as np
import pytest

from trueness.data.texts.texts import TextRow
from trueness.errors import ArgumentError, DataError, TruenessWarning
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.variant import KEYS, RougeVariant, standard_variants
from trueness.metrics.scoring import score_rows as in_chunks
from trueness.metrics.scoring.score_rows import score_rows

OUTPUTS = [
    "The keepers climbed the old stairs.\nOne lamp was lit at dusk.",
    "A storm came, and the harbour was empty.",
    "",
    "The keepers climbed the old stairs.\nOne lamp was lit at dusk.",
]
REFERENCES = [
    ["The keeper climbed old stairs.\nHe lit the lamp at dusk.", "Dusk: the lamp was lit."],
    ["The storm emptied the harbour."],
    ["Nothing happened here."],
    ["The keeper climbed old stairs.\nHe lit the lamp at dusk."],
]
NO_SOURCES = [None] * 4


def rouge(name, segmenter=None):
    return Rouge(RougeVariant.parse(name), segmenter)


def test_names_are_the_96_of_the_original_and_12_more():
    names = Rouge.names()
    assert len(names) == len(set(names)) == 96 + 12
    assert sum(name.startswith("rougeLsent") for name in names[96:]) == 12
    assert [Rouge.from_name(name).name for name in names] == list(names)
    assert set(Rouge.defaults()) < set(names)


def test_names_of_others_are_left_to_them():
    assert Rouge.from_name("bleu") is None
    with pytest.raises(ArgumentError, match="rougeLsum"):
        Rouge.from_name("rougeLsum_f")


def test_all_variants_in_one_pass_are_those_one_by_one():
    """Modes, limits, sentences and segmenters mixed, so that texts are read in several ways."""
    metrics = [Rouge(variant) for mode in ("modern", "exact") for variant in standard_variants(mode)[::7]]
    for extra in (
        "refs=best",
        "refs=mean",
        "refs=jackknife",
        "alpha=0.8",
        "words=5",
        "sentences=marks",
        "bytes=20",
    ):
        metrics += [rouge(f"rouge{kind}_f:{extra}") for kind in ("1", "L", "W", "SU4")]
    metrics += [rouge("rougeW_f:weight=2"), rouge("rougeS_f:skip=unlimited"), rouge("rougeL_f", list)]
    together = Rouge.score_together(metrics, OUTPUTS, REFERENCES, NO_SOURCES)
    assert together.shape == (4, len(metrics))
    alone = [metric.score(OUTPUTS, REFERENCES, NO_SOURCES) for metric in metrics]
    assert np.array_equal(together, np.column_stack(alone))


def test_worked_by_hand():
    # a storm came and the harbour was empty, against: the storm emptied the harbour
    scores = {
        "rouge1_recall": 3 / 5,  # storm, the, harbour
        "rouge1_precision": 3 / 8,
        "rouge1_f": 2 * 3 / (5 + 8),
        "rouge2_recall": 1 / 4,  # the harbour
        "rougeL_recall": 3 / 5,  # storm the harbour
        "rougeLsent_recall": 3 / 5,
    }
    for name, expected in scores.items():
        assert rouge(name).score(OUTPUTS[1:2], REFERENCES[1:2], [None])[0] == pytest.approx(
            expected, abs=1e-15
        )


def test_exact_mode_rounds_and_modern_mode_does_not():
    exact, modern = (
        rouge(f"rouge1_precision{mode}").score(["a b c d e f g"], [["a"]], [None])[0]
        for mode in (":mode=exact", "")
    )
    assert (exact, modern) == (0.14286, 1 / 7)


@pytest.mark.parametrize("mode", ["modern", "exact"])
def test_facts_hold(mode):
    metrics = [Rouge(variant) for variant in standard_variants(mode)]
    scores = Rouge.score_together(metrics, OUTPUTS, REFERENCES, NO_SOURCES)
    assert (scores >= Rouge.lower).all()
    assert (scores <= Rouge.upper).all()
    assert (scores[2] == Rouge.empty_output).all()
    assert (scores[[0, 1, 3]].max(axis=1) > 0).all()
    assert all(metric.higher_is_better and metric.needs == {"references"} for metric in metrics)
    assert "W04-1013" in Rouge.citation.bibtex
    assert Rouge.citation.key in Rouge.citation.bibtex


def test_languages_without_blanks_and_without_latin_letters():
    text, other = "我爱北京。\nПривет, мир", "我爱上海。\nПривет, Рим"
    assert rouge("rouge1_f").score([text, other], [[text]] * 2, [None] * 2).tolist() == [1.0, 3 / 6]
    by_words = rouge("rouge1_f", segmenter=lambda run: [run[:2], run[2:]])
    assert by_words.score([other], [[text]], [None]).tolist() == [2 / 4]
    # the original sees bytes that are no letters, and that is said
    with pytest.warns(TruenessWarning, match="little that ROUGE in mode exact takes for a word"):
        rouge("rouge1_f:mode=exact").score(["Привет, мир 2024"], [["Привет, Рим 2024"]], [None])
    with pytest.warns(TruenessWarning, match="nothing that ROUGE in mode exact takes for a word"):
        assert rouge("rouge1_f:mode=exact").score([text], [[text]], [None]).tolist() == [0.0]


def test_chunks_of_rows_score_as_all_rows(monkeypatch):
    rows = [
        TextRow(f"system {k}", f"input {j}", OUTPUTS[(k + j) % 4], tuple(REFERENCES[j]))
        for k in range(5)
        for j in range(4)
    ]
    metrics = [Rouge(variant) for variant in standard_variants()]
    whole = score_rows(metrics, rows).values
    monkeypatch.setattr(in_chunks, "ROWS_PER_CHUNK", 3)
    assert np.array_equal(score_rows(metrics, rows).values, whole)
    direct = Rouge.score_together(
        metrics, [row.output for row in rows], [row.references for row in rows], [None] * len(rows)
    )
    assert np.array_equal(direct, whole)


def test_instances_are_cheap_and_can_be_pickled():
    start = time.process_time()
    metrics = [Rouge(variant) for variant in standard_variants()]
    assert time.process_time() - start < 0.2
    again = pickle.loads(pickle.dumps(metrics))  # noqa: S301 - made a moment ago
    assert [metric.variant for metric in again] == [metric.variant for metric in metrics]
    assert again[0].score(OUTPUTS, REFERENCES, NO_SOURCES).shape == (4,)


def test_signature_says_the_settings():
    exact = rouge("rougeW_stem_f:mode=exact,refs=best,weight=1.5,words=100")
    assert exact.signature() == (
        "ROUGE mode exact (words, stems, stop words and rounding of ROUGE-1.5.5), sentences by newline, references "
        "best, first 100 words, alpha 0.5, weight 1.5"
    )
    modern = rouge("rouge1_f:alpha=0.8,bytes=665,sentences=marks").signature()
    assert modern.startswith("ROUGE mode modern (words by Unicode as of regex ")
    assert modern.endswith("not rounded), sentences by marks, references pooled, first 665 bytes, alpha 0.8")
    assert "and a segmenter" in rouge("rouge1_f", list).signature()
    assert len({Rouge.from_name(name).signature() for name in Rouge.names()}) == 2  # W has its weight


@pytest.mark.parametrize(
    "outputs", [["One storm came. The harbour was empty."], ['It rained , he said . " So what ? "']]
)
@pytest.mark.parametrize("name", ["rougeL_f", "rougeW_recall:mode=exact"])
def test_several_sentences_on_a_line_are_warned_of_once(name, outputs):
    metrics = [rouge(name), rouge("rougeL_stem_f")]
    with pytest.warns(TruenessWarning) as caught:
        Rouge.score_together(metrics, outputs * 3, [["a b"]] * 3, [None] * 3)
    assert len(caught) == 1
    assert str(caught[0].message) == (
        f"'{name}' compares sentence by sentence and takes every line for a sentence, but some texts hold several "
        "sentences on a single line. Give one sentence per line, or let sentences be found: `sentences=split`; "
        "`rougeLsent` compares whole texts and needs no sentences."
    )
    with pytest.warns(TruenessWarning):
        metrics[0].score(["a b"], [outputs], [None])


@pytest.mark.parametrize(
    "name", ["rougeL_f", "rougeL_f:sentences=marks", "rougeLsent_f", "rouge2_f", "rougeSU4_f"]
)
def test_what_needs_no_warning(name):
    texts = [
        "One storm came.\nThe harbour was empty.",
        "Mr. Brown of the U.S. Navy came",
        "a storm. came",
        "No.",
    ]
    several = "One storm came. The harbour was empty."
    texts += [] if name == "rougeL_f" else [several]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rouge(name).score(texts, [[text] for text in texts], [None] * len(texts))


def test_output_without_reference():
    with pytest.raises(DataError, match="metric 'rouge1_f' needs references, but output 2 of 2 lacks them"):
        rouge("rouge1_f").score(["a", "b"], [["a"], []], [None, None])


def test_text_in_place_of_references():
    with pytest.raises(DataError, match="the references of output 1 of 2 are a text; a list of texts"):
        rouge("rouge1_f").score(["a", "b"], ["a", ["b"]], [None, None])


def test_lengths_that_do_not_fit():
    with pytest.raises(ArgumentError, match="longer than that of outputs, 2 and 1"):
        rouge("rouge1_f").score(["a"], [["a"], ["b"]], [None])
    with pytest.raises(ArgumentError, match="shorter than that of outputs, 1 and 2"):
        rouge("rouge1_f").score(["a", "b"], [["a"]], [None, None])


@pytest.mark.parametrize("metrics", [[], standard_variants()[:3]])
def test_nothing_to_score(metrics):
    assert Rouge.score_together([Rouge(one) for one in metrics], [], [], []).shape == (0, len(metrics))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "rouge2_stem_stop_f",
            "ROUGE-2: bigrams shared with the references, words stemmed, stop words removed; F with equal weights.",
        ),
        ("rouge1_recall", "ROUGE-1: words shared with the references; recall."),
        (
            "rougeS_f:skip=unlimited,alpha=0.8",
            (
                "ROUGE-S: pairs of words with any number of others in between, shared with the references; F with "
                "weight 0.8 for precision."
            ),
        ),
        (
            "rougeSU4_precision",
            (
                "ROUGE-SU4: pairs of words with at most 4 others in between, and single words, shared with the "
                "references; precision."
            ),
        ),
        (
            "rougeW_recall:weight=1.5",
            (
                "ROUGE-W: longest common subsequences with the references, sentence by sentence, runs of k matches "
                "weighted k^1.5; recall."
            ),
        ),
    ],
)
def test_descriptions(name, expected):
    assert Rouge.from_name(name).description() == expected


def test_descriptions_of_all_names_differ():
    assert len({Rouge.from_name(name).description() for name in Rouge.names()}) == len(Rouge.names())


def test_every_option_is_told():
    assert all(f"{key}=" in Rouge.options for key in KEYS)
