"""ESTIME against recorded answers of the program blanc 0.3.4, and what holds for any texts."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.datasets.load import summeval_texts
from trueness.errors import ArgumentError
from trueness.metrics.encoder.encoder import shared_encoder
from trueness.metrics.estime.estime import PARTS, Estime

SOURCE = "The harbour master closed the northern gate. Two barges had drifted against it in the storm."
OUTPUTS = ["The gate is closed since two barges drifted against it.", "Two barges sank.", "Two barges sank."]


@pytest.fixture(scope="module")
def encoder(minilm):
    return shared_encoder(minilm)


def score(encoder, outputs, sources, layer=5):
    metrics = [Estime(part, encoder, layer) for part in PARTS]
    return Estime.score_together(metrics, outputs, [()] * len(outputs), sources)


@pytest.mark.slow
@pytest.mark.parametrize("layer", [5, 6])
def test_equals_the_program_on_summeval(encoder, test_data, layer):
    oracle = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text(encoding="utf-8"))
    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    row_of = {(row.input, row.system): row for row in texts.rows}
    rows = [row_of[input_, system] for input_, system in oracle["rows"]]
    found = score(encoder, [row.output for row in rows], [row.source for row in rows], layer)
    recorded = np.array(oracle["ESTIME"]["scores"][f"layer{layer}"])
    np.testing.assert_array_equal(found[:, :3], recorded[:, :3])
    # at layer 5 one token has two counterparts whose dot products differ in the last bits of single precision only
    unlike = np.abs(found[:, 3:] - recorded[:, 3:]).max(axis=1) > 1e-6
    assert unlike.sum() <= 1
    assert np.abs(found[:, 3:] - recorded[:, 3:]).max() < 3e-3


def test_a_score_depends_on_its_own_texts(encoder):
    together = score(encoder, OUTPUTS, [SOURCE] * 3)
    np.testing.assert_array_equal(together[1], together[2])
    np.testing.assert_array_equal(score(encoder, OUTPUTS[::-1], [SOURCE] * 3)[::-1], together)
    np.testing.assert_array_equal(score(encoder, OUTPUTS[:1], [SOURCE]), together[:1])
    assert Estime("soft", encoder, 5).score(OUTPUTS[:1], [()], [SOURCE])[0] == together[0, 3]


def test_a_copy_of_the_source_has_fewer_alarms_than_another_text(encoder):
    """Not none: of two counterparts the one with the longer state may have the larger dot product."""
    other = "Grapes ripen late this year, and the storm will not harm them in their northern valleys."
    copy, unlike = (
        dict(zip(PARTS, row, strict=True)) for row in score(encoder, [SOURCE, other], [SOURCE] * 2)
    )
    assert copy["all"] < unlike["all"] / 2
    assert copy["soft"] > unlike["soft"]
    assert copy["coherence"] > unlike["coherence"]


@pytest.mark.parametrize(
    ("output", "source"), [("", SOURCE), (" \n", SOURCE), ("a word", ""), ("\u200b", SOURCE), ("", "")]
)
def test_without_words_nothing_is_defined(encoder, output, source):
    assert np.isnan(score(encoder, [output], [source])).all()


def test_strange_texts_have_scores(encoder):
    strange = ["👍🏽 ⛴️ [MASK] [CLS] Ⅳ", "港口北门 أغلق बंद", "a" * 300, "x." * 300, "[SEP] [SEP]"]
    found = score(encoder, strange, [SOURCE] * len(strange))
    assert np.isfinite(found[:, :4]).all()
    assert ((found[:, 3] >= -1) & (found[:, 3] <= 1)).all()


def test_an_unknown_layer_is_refused(encoder):
    with pytest.raises(ArgumentError, match="`layer` must be from 0 to 6"):
        score(encoder, ["a"], ["b"], 7)
    assert Estime("soft", encoder).layer == 5
