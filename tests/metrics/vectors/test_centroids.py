"""Centroids: by hand, weighted by frequencies, and where they are undefined."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.scoring.score import score


def scores(name, vectors, output, *references):
    return float(get_metric(f"{name}:vectors={vectors}").score([output], [references], [None])[0])


def test_worked_by_hand(toy_vectors):
    # (a + 3 b) / 4 = (2.25, 3); from c = (6, 8): (3.75, 5), of length 6.25
    assert scores("cent_e", toy_vectors, "b a b b", "c") == pytest.approx(6.25, rel=1e-15)
    assert scores("cent_c", toy_vectors, "b a b b", "c") == pytest.approx(1.0, rel=1e-15)
    # (d + e) / 2 = (.5, .5) and d = (0, 1)
    assert scores("cent_c", toy_vectors, "d e", "d") == pytest.approx(math.sqrt(0.5), rel=1e-15)
    # of unit vectors: b = (.6, .8), d = (0, 1)
    assert scores("cent_e", f"{toy_vectors},norm=unit", "b", "d") == pytest.approx(math.sqrt(0.4), rel=1e-15)


def test_several_references(toy_vectors):
    assert scores("cent_e", toy_vectors, "a", "c", "b", "zzz") == 5
    assert scores("cent_e", f"{toy_vectors},refs=mean", "a", "c", "b", "zzz") == 7.5
    assert scores("cent_c", toy_vectors, "d", "e", "d") == 1
    assert scores("cent_c", f"{toy_vectors},refs=mean", "d", "e", "d") == 0.5


def test_a_centroid_of_zero_has_no_direction(toy_vectors):
    assert np.isnan(scores("cent_c", toy_vectors, "a", "b"))
    assert np.isnan(scores("cent_c", toy_vectors, "b", "a"))
    assert scores("cent_c", toy_vectors, "b", "a", "c") == pytest.approx(1.0)
    assert scores("cent_e", toy_vectors, "a", "b") == 5


def test_rare_words_weigh_more(toy_vectors, tmp_path):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("a d\na e\na b\na d d\n", encoding="utf-8")
    # idf: a log(4/4) = 0, d log(4/2), e log(4/1); d e e: (log 2 (0, 1) + 2 log 4 (1, 0)) / (log 2 + 2 log 4) = (.8, .2)
    weighted = f"{toy_vectors},idf={corpus}"
    assert scores("cent_e", weighted, "d e e", "e") == pytest.approx(math.hypot(0.2, 0.2), rel=1e-14)
    assert scores("cent_e", weighted, "a a d e e", "e") == pytest.approx(math.hypot(0.2, 0.2), rel=1e-14)
    assert np.isnan(scores("cent_e", weighted, "a a", "e"))  # nothing has weight
    assert "idf corpus.txt (4 lines, sha256 " in get_metric(f"cent_e:vectors={weighted}").signature()
    assert "weighted by TF-IDF" in get_metric(f"cent_e:vectors={weighted}").description()


@pytest.mark.parametrize("idf", ["references", "sources"])
def test_words_weigh_by_all_texts_that_are_scored(toy_vectors, tmp_path, idf):
    """As by a file of the same documents; the same for a part of the rows, as one look at all of them has been had."""
    documents = ["a d", "a e", "a b", "a d d"]
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(documents), encoding="utf-8")
    rows = []
    for k, document in enumerate(documents):
        for system, output in {"s": "d e e", "t": "a b d"}.items():
            other = {"references": {"source": "e", "references": (document,)}}.get(
                idf, {"source": document, "references": ("e", "b d")}
            )
            rows.append(TextRow(system, str(k), output, **other))
    names = [f"cent_{kind}:vectors={toy_vectors},idf={which}" for kind in "ec" for which in (idf, corpus)]
    table = score(Texts(tuple(rows), name="texts"), names)
    for surveyed, filed in (names[:2], names[2:]):
        np.testing.assert_array_equal(table.matrix(surveyed), table.matrix(filed))
    assert any(f"idf of the texts (4 {idf}, sha256 " in note for note in table.notes)
    metric = get_metric(names[0])
    assert f"idf of all {idf} that are scored together" in metric.signature()
    assert metric.needs == ({"references"} if idf == "references" else {"references", "source"})
    with pytest.raises(DataError, match=r"has yet to be shown texts: score them with `trueness score`"):
        metric.score(["d"], [("e",)], ["a"])
