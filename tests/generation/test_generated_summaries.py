"""Positions in the range and what is said beside them."""

from __future__ import annotations

import json

import numpy as np

from trueness.data.texts.texts import TextRow, Texts
from trueness.generation.generated_summaries import GeneratedSummaries, SearchedDocument


def found(*, better="higher", **changes):
    worst, best = (0.1, 0.5) if better == "higher" else (0.5, 0.1)
    document = SearchedDocument(
        input="d",
        sentences=5,
        too_long=0,
        possible=31,
        tried=20,
        undefined=0,
        random=0.2,
        worst=worst,
        best=best,
        count=3,
        all_tried=False,
        largest_gap=0.5,
    )
    whole = {
        "texts": Texts(tuple(TextRow(f"m-{k}", "d", str(k)) for k in range(3))),
        "scores": np.array([worst, 0.3, best]),
        "documents": (document,),
        "left_out": (),
        "empty": (),
        "metric": "m",
        "settings": "",
        "warned": (),
        "count": 3,
        "words": 100,
        "sentences": "newline",
        "tries": 20,
        "seed": 1,
    }
    return GeneratedSummaries(**{**whole, **changes})


def test_positions_go_from_the_worst_to_the_best_whichever_is_larger():
    for better in ("higher", "lower"):
        np.testing.assert_allclose(found(better=better).positions, [0, 0.5, 1])
        assert found(better=better).position_texts() == [
            f"{place} of the range" for place in ("0.00%", "50.00%", "100.00%")
        ]


def test_the_signature_has_all_that_it_takes():
    assert found().signature == "generate:m|words:100|count:3|sentences:newline|tries:20|seed:1"


def test_nothing_is_said_where_all_is_well_and_the_rest_is_counted():
    assert found().cautions == ()
    said = found(count=4, left_out=("e", "f"), empty=("e",)).cautions
    assert said[0] == "empty, and left out: 1 of 3 documents ('e')."
    assert said[1].startswith("without a sentence of at most 100 words, and left out: 1 of 3 documents ('f')")
    assert said[2].startswith("fewer than 4 summaries were found that have a score for 1 of 1 documents")


def test_the_dictionary_is_json():
    assert json.loads(json.dumps(found().to_dict(), allow_nan=False))["documents"][0]["possible"] == 31
