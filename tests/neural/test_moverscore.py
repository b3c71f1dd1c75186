"""MoverScore with a real encoder: the lists of its authors' program, and what no score may depend on."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from trueness.data.texts.texts import TextRow, Texts
from trueness.metrics.encoder.encoder import shared_encoder
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.moverscore.moverscore import MoverScore
from trueness.metrics.scoring.score import score

REFERENCE = "The cat sat on the mat, and nobody minded."


@pytest.fixture(scope="module")
def oracle(test_data):
    """The recorded lists, the systems' rows, and the references of the first document."""
    recorded = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text())
    with (test_data / "data" / "summeval" / "data.pkl").open("rb") as file:
        documents = pickle.load(file)  # noqa: S301 - the tests' own data
    rows = [
        TextRow(
            system, doc, documents[doc]["sys_summs"][system]["sys_summ"], tuple(documents[doc]["ref_summs"])
        )
        for doc, system in recorded["rows"]
    ]
    return recorded["MoverScore"], rows


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return tmp_path_factory.mktemp("encodings")


@pytest.fixture(autouse=True)
def _keeping(kept):
    with keeping_encodings(kept):
        yield


def scores(name, rows):
    """Return scores in the order of the rows."""
    table = score(Texts(tuple(rows)), [name])
    found = table.matrix(table.scorer_names[-1])
    return [found[table.systems.index(row.system), table.inputs.index(row.input)] for row in rows]


@pytest.mark.parametrize("key", ["v2_ones", "v2_idf", "v1_n1_ones", "v1_n1_idf", "v1_n2_ones", "v1_n2_idf"])
def test_scores_are_those_of_the_original(minilm, oracle, key):
    recorded, rows = oracle
    single = [TextRow(row.system, row.input, row.output, row.references[:1]) for row in rows]
    options = f"model={minilm}" + (",n=2" if "n2" in key else "") + (",idf=texts" if "idf" in key else "")
    found = scores(f"moverscore_{key[:2]}:{options}", single)
    # version 1 adds 1e-5 to sums of weights, so that its masses differ by that share
    np.testing.assert_allclose(found, recorded["scores"][key], rtol=0, atol=5e-6 if key[1] == "1" else 1e-6)


@pytest.mark.parametrize(("key", "version"), [("v2_ones", "v2"), ("v1_n1_ones", "v1")])
def test_several_references_are_averaged(minilm, oracle, key, version):
    recorded, rows = oracle
    found = scores(f"moverscore_{version}:model={minilm}", rows[:16])
    expected = np.mean(recorded["per_reference_first_doc"][key], axis=1)
    np.testing.assert_allclose(found, expected, rtol=0, atol=5e-6)


def test_the_package_has_the_same_distance_in_another_formula(minilm, oracle):
    _, rows = oracle
    repository, package = (
        MoverScore(version, model=minilm).score([rows[0].output], [rows[0].references[:1]], [None])
        for version in ("v2", "v2_pypi")
    )
    np.testing.assert_allclose(1 / repository - 1, 1 - package)


def test_company_order_and_workers_change_no_bit(minilm):
    outputs = ["a cat", "two dogs and 😀", "日本語 mixed", "a cat"]
    references = [(REFERENCE, "a dog")] * 4
    metric = MoverScore("v1", model=minilm)
    alone = [metric.score([one], [some], [None])[0] for one, some in zip(outputs, references, strict=True)]
    shared_encoder(minilm).forget()
    with keeping_encodings(None):
        backwards = metric.score(outputs[::-1], references, [None] * 4)
    np.testing.assert_array_equal(backwards[::-1], alone)


@pytest.mark.parametrize("version", ["v1", "v2", "v2_pypi"])
def test_a_text_is_moved_onto_itself_for_nothing(minilm, version):
    texts = [REFERENCE, "x", "日本語 mixed мир", "[CLS] one"]
    found = MoverScore(version, model=minilm).score(texts, [(text,) for text in texts], [None] * 4)
    np.testing.assert_allclose(found, 1.0, rtol=0, atol=1e-6)


def test_what_has_no_words_is_undefined_or_passed_over(minilm):
    metric = MoverScore("v2", model=minilm)
    found = metric.score(["", "\u200b", "a", "a"], [("a",), ("a",), ("",), ("", "a")], [None] * 4)
    assert np.isnan(found[:3]).all()
    assert found[3] == pytest.approx(1.0)
