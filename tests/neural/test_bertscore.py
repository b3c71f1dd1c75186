"""BERTScore with a real encoder: the lists of bert_score, and what no score may depend on."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.reading.stream_texts import stream_of
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.metrics.bertscore.bertscore import BertScore
from trueness.metrics.encoder.encoder import shared_encoder
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.encoder.token_idf import TokenIdf
from trueness.metrics.scoring.keeping_scores import keeping_scores
from trueness.metrics.scoring.score import score
from trueness.metrics.scoring.score_cache import ScoreCache
from trueness.metrics.scoring.score_file import score_file
from trueness.parallel import Execution, executing

PARTS = {"P": "precision", "R": "recall", "F": "f"}
REFERENCE = "The cat sat on the mat, and nobody minded."
STRANGE = ["emoji 😀😀 and ẅörds", "日本語 mixed мир العربية", "\u200b", "", "x", "[SEP] [CLS]", "a\nb\tc"]


@pytest.fixture(scope="module")
def oracle(test_data):
    """The recorded rows and lists, and the summaries with their references and articles."""
    recorded = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text())
    with (test_data / "data" / "summeval" / "data.pkl").open("rb") as file:
        documents = pickle.load(file)  # noqa: S301 - the tests' own data
    outputs = [documents[doc]["sys_summs"][system]["sys_summ"] for doc, system in recorded["rows"]]
    references = {
        "single": [(documents[doc]["ref_summs"][0],) for doc, _ in recorded["rows"]],
        "multi": [tuple(documents[doc]["ref_summs"]) for doc, _ in recorded["rows"]],
        "source": [(documents[doc]["src"],) for doc, _ in recorded["rows"]],
    }
    return recorded["BERTScore"]["scores"], outputs, references


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """One folder of encodings for all tests here, which so encode the recorded texts once."""
    return tmp_path_factory.mktemp("encodings")


@pytest.fixture(autouse=True)
def _keeping(kept):
    with keeping_encodings(kept):
        yield


def several(outputs, references, **options):
    """Return all three scores of outputs, shape (n, 3)."""
    metrics = [BertScore(part, **options) for part in PARTS.values()]
    return BertScore.score_together(metrics, outputs, references, [None] * len(outputs))


@pytest.mark.parametrize("idf", [False, True], ids=["plain", "idf"])
@pytest.mark.parametrize(
    ("kind", "layer"), [("single", 3), ("single", 5), ("single", 6), ("multi", 6), ("source", 6)]
)
def test_scores_are_those_of_bert_score(minilm, oracle, kind, layer, idf):
    recorded, outputs, references = oracle
    key = f"{kind}_L{layer}_idf{int(idf)}"
    counted = None
    if idf:  # those of several references and of articles were recorded with the frequencies of the first references
        counted = TokenIdf(shared_encoder(minilm))
        for given_ones in references["single"]:
            counted.add(given_ones)
    for letter, part in PARTS.items():
        metric = BertScore(part, model=minilm, layer=layer, idf="references" if idf else None)
        metric = metric if counted is None else metric.with_frequencies(counted, counted)
        found = metric.score(outputs, references[kind], [None] * len(outputs))
        np.testing.assert_allclose(found, recorded[key][letter], rtol=0, atol=1e-6)


def test_the_idf_of_references_is_that_of_all_texts_however_they_are_read(minilm, oracle, tmp_path):
    recorded, outputs, references = oracle
    rows = [
        TextRow(f"s{k}", f"i{k}", output, some, human={"q": 1.0})
        for k, (output, some) in enumerate(zip(outputs, references["single"], strict=True))
    ]
    name = f"bertscore_f:model={minilm},layer=5,idf=references"
    expected = recorded["single_L5_idf1"]["F"]
    table = score(Texts(tuple(rows)), [name])
    found = [table.matrix(name)[k, k] for k in range(len(rows))]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)
    assert any("idf:references, 80 texts #" in note for note in table.notes)
    with ScoreCache(tmp_path) as cache:
        done = score_file(stream_of(Texts(tuple(rows))), [name], tmp_path / "a.jsonl", cache=cache)
        # fewer texts have other frequencies, and so are other scores
        fewer = score_file(stream_of(Texts(tuple(rows[:40]))), [name], tmp_path / "b.jsonl", cache=cache)
        again = score_file(stream_of(Texts(tuple(rows))), [name], tmp_path / "c.jsonl", cache=cache)
    written = [json.loads(line)[name] for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert written == found
    assert (done.n_computed, fewer.n_computed, again.n_computed) == (78, 39, 0)  # some wrote the same
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "c.jsonl").read_bytes()


def test_the_idf_of_a_file_is_that_of_its_lines(minilm, oracle, tmp_path):
    recorded, outputs, references = oracle
    path = tmp_path / "texts.txt"
    path.write_text("".join(" ".join(text.split()) + "\n\n" for (text,) in references["single"]))
    metric = BertScore("f", model=minilm, layer=5, idf=path)
    found = metric.score(outputs[:8], references["single"][:8], [None] * 8)
    np.testing.assert_allclose(found, recorded["single_L5_idf1"]["F"][:8], rtol=0, atol=1e-6)
    path.write_text("\n\n")
    with pytest.raises(DataError, match="this file lacks texts"):
        BertScore("f", model=minilm, layer=5, idf=path).score(["a"], [("b",)], [None])


@settings(max_examples=4)
@given(
    st.lists(st.sampled_from([*STRANGE, REFERENCE, "a cat", "two dogs"]), min_size=1, max_size=5),
    st.randoms(),
)
def test_company_order_duplicates_and_workers_change_no_bit(minilm, texts, rng):
    references = [(REFERENCE, "a dog"), ("日本語",)] * 3
    rows = [(text, references[k]) for k, text in enumerate(texts)]
    alone = [several([text], [some], model=minilm, layer=5)[0] for text, some in rows]
    order = [*range(len(rows)), *range(len(rows))]
    rng.shuffle(order)
    with executing(Execution(workers=rng.choice([1, 2]))), keeping_encodings(None):
        shared_encoder(minilm).forget()
        together = several([rows[k][0] for k in order], [rows[k][1] for k in order], model=minilm, layer=5)
    np.testing.assert_array_equal(together, [alone[k] for k in order])


def test_a_text_is_like_itself_and_nothing_is_more(minilm):
    texts = ["emoji 😀😀 and ẅörds", "日本語 mixed мир العربية", "x", "a\nb\tc", REFERENCE, "word " * 600]
    found = several(texts, [(text,) for text in texts], model=minilm, layer=5)
    np.testing.assert_allclose(found, 1.0, rtol=0, atol=1e-12)


def test_what_is_empty_is_0_and_what_has_nothing_to_compare_with_is_undefined(minilm):
    outputs = ["", "[SEP] [CLS] \u200b", "a cat", "a cat", ""]
    references = [("a cat",), ("a cat", ""), ("", "\u200b"), ("", "a cat"), ("",)]
    found = several(outputs, references, model=minilm, layer=5)
    assert found[:2].tolist() == [[0.0] * 3] * 2
    assert np.isnan(found[2]).all()
    np.testing.assert_allclose(found[3], 1.0, atol=1e-12)
    assert np.isnan(found[4]).all()


def test_several_references_by_each_or_by_the_best_f(minilm):
    references = ("a", "the cat sat on the mat with the dog and the bird and the fish")
    (each,) = several(["the cat"], [references], model=minilm, layer=5)
    alone = several(["the cat"] * 2, [(one,) for one in references], model=minilm, layer=5)
    np.testing.assert_array_equal(each, alone.max(axis=0))
    (best,) = several(["the cat"], [references], model=minilm, layer=5, refs="best")
    np.testing.assert_array_equal(best, alone[alone[:, 2].argmax()])


def test_a_baseline_rescales(minilm, tmp_path):
    path = tmp_path / "b.tsv"
    path.write_text("LAYER,P,R,F\n5,0.5,0.4,0.45\n")
    (plain,) = several(["a cat"], [(REFERENCE,)], model=minilm, layer=5)
    (rescaled,) = several(["a cat"], [(REFERENCE,)], model=minilm, layer=5, baseline=path)
    baseline = np.array([0.5, 0.4, 0.45])
    np.testing.assert_allclose(rescaled, (plain - baseline) / (1 - baseline))


def test_long_texts_are_counted_in_the_notes_and_windows_read_all(minilm):
    long = "one cat sat on many mats " * 20_000  # more than 100,000 tokens
    rows = (TextRow("a", "1", "a cat", (long,)), TextRow("b", "1", long, (long,)))
    name = f"bertscore_recall:model={minilm},layer=2"
    table = score(Texts(rows), [name])
    assert f"{name}: a text is longer than the 512 tokens of the model: its end is left out" in table.notes
    assert table.matrix(name)[1, 0] == pytest.approx(1.0)


def test_rows_without_references_are_an_error(minilm):
    rows = (TextRow("a", "1", "a cat", ("a dog",)), TextRow("b", "1", "a cat"))
    with pytest.raises(
        DataError, match="needs references, but 1 of 2 rows lack that, the first for system 'b'"
    ):
        score(Texts(rows), [f"bertscore_f:model={minilm},layer=2"])


def test_scores_that_are_kept_need_no_model(minilm, tmp_path, monkeypatch):
    texts = Texts((TextRow("a", "1", "a cat", ("a dog",)), TextRow("b", "1", "two", ("a dog",))))
    name = f"bertscore_f:model={minilm},layer=2"
    with keeping_scores(tmp_path):
        first = score(texts, [name])
        monkeypatch.setattr(type(shared_encoder(minilm)), "encode", lambda *_: 1 / 0)
        again = score(texts, [name])
    np.testing.assert_array_equal(first.matrix(name), again.matrix(name))
    assert first.notes == again.notes


def test_a_model_that_is_not_here_is_an_error_that_says_how_to_get_it():
    metric = BertScore("f", model="nobody/nothing", layer=1)
    assert "not on this machine" in metric.signature()
    with pytest.raises(DataError, match="hf download nobody/nothing"):
        metric.score(["a"], [("b",)], [None])
    assert math.isfinite(metric.upper)
