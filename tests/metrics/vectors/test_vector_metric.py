"""How names of metrics of word vectors are spelled, and which outputs are scored together."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.vectors import vector_metric
from trueness.metrics.vectors.rouge_we import RougeWE
from trueness.metrics.vectors.vector_metric import blocks
from trueness.metrics.vectors.word_movers import WordMovers


def test_a_name_of_another_is_no_error():
    assert WordMovers.from_name("bleu") is None
    assert WordMovers.from_name("wmdx:vectors=a") is None


def test_paths_may_hold_colons_and_equal_signs():
    metric = get_metric("wmd:refs=best,vectors=C:/a=b.txt")
    assert metric["vectors"] == "C:/a=b.txt"
    assert metric.name == "wmd:vectors=C:/a=b.txt"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wmd", "metric 'wmd' needs word vectors: name them, as in 'wmd:vectors=PATH'"),
        ("wmd:refs=best", "needs word vectors"),
        ("wmd:vectors=", "'vectors=' must be an option key=value"),
        ("wmd:vectors=a,refs=first", "'refs' must be one of 'best', 'mean'; it is 'first'"),
        ("wmd:vectors=a,refs=pooled", "'refs' must be one of 'best', 'mean'"),
        ("rouge_we1_f:vectors=a,refs=sum", "'refs' must be one of 'pooled', 'best', 'mean'"),
        ("rouge_we1_f_summeval:vectors=a,refs=best", "no option is called 'refs'"),
        ("wmd:vectors=a,norm", "'norm' must be an option key=value"),
        ("wmd:vectors=a,vector=b", "no option is called 'vector'.*Did you mean 'vectors'"),
        ("wmd:vectors=a,b.txt", "'b.txt' must be an option key=value .commas separate options"),
        ("wmd:vectors=a,vectors=b", "'vectors' is given twice"),
        ("wmd:vectors=a,idf=c", "no option is called 'idf'"),
        ("s3_pyr:vectors=a", "'s3_pyr' needs its regressors: name them, as in 's3_pyr:models=PATH'"),
    ],
)
def test_what_makes_no_sense_is_an_error(name, message):
    with pytest.raises(ArgumentError, match=message):
        get_metric(name)


def test_options_have_a_line_each():
    assert RougeWE.options.splitlines()[1:3] == [
        "vectors=PATH: always; a file of word vectors, or a folder, package or name on the hub of an encoder",
        "refs=pooled, best or mean: of several references, all together, the best, or the mean",
    ]
    assert len(WordMovers.options.splitlines()) == 1 + len(WordMovers.keys)


def test_equal_references_in_a_row_are_a_block(monkeypatch):
    one, two = ("a", "b"), ("a",)
    assert blocks([]) == []
    assert blocks([one]) == [range(1)]
    assert blocks([one, list(one), two, one]) == [range(2), range(2, 3), range(3, 4)]
    monkeypatch.setattr(vector_metric, "MOST_ROWS", 2)
    assert blocks([one] * 5) == [range(2), range(2, 4), range(4, 5)]
