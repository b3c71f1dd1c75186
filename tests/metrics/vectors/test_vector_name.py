"""How names of metrics of word vectors are spelled."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.vectors.vector_name import VectorName, option_lines


def test_a_name_of_another_is_no_error():
    assert VectorName.parse("bleu", ["wmd"], ["vectors"]) is None
    assert VectorName.parse("wmdx:vectors=a", ["wmd"], ["vectors"]) is None


def test_paths_may_hold_colons_and_equal_signs():
    parsed = VectorName.parse("wmd:vectors=C:/a=b.txt", ["wmd"], ["vectors"])
    assert parsed["vectors"] == "C:/a=b.txt"
    assert parsed.name == "wmd:vectors=C:/a=b.txt"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wmd", "metric 'wmd' needs word vectors: name them, as in 'wmd:vectors=PATH'"),
        ("wmd:refs=best", "needs word vectors"),
        ("wmd:vectors=", "`vectors` must name a file or folder, not ''"),
        ("wmd:vectors=a,refs=first", "`refs` must be 'best', 'mean', not 'first'"),
        ("wmd:vectors=a,refs=pooled", "`refs` must be 'best', 'mean'"),
        ("wmd:vectors=a,norm", "`norm` must be 'unit', 'none', not ''"),
        ("wmd:vectors=a,vector=b", "'vector=b' is no option of 'wmd'. Did you mean 'vectors'"),
        ("wmd:vectors=a,b.txt", "'b.txt' is no option of 'wmd'.*cannot hold a comma"),
        ("wmd:vectors=a,vectors=b", "`vectors` is given twice"),
        ("wmd:vectors=a,idf=c", "'idf=c' is no option of 'wmd'"),
        ("s3_pyr:vectors=a", "'s3_pyr' needs its regressors: name them, as in 's3_pyr:models=PATH'"),
    ],
)
def test_what_makes_no_sense_is_an_error(name, message):
    with pytest.raises(ArgumentError, match=message):
        get_metric(name)


def test_options_have_a_line_each():
    assert option_lines(["vectors", "refs"], "refs=pooled").splitlines()[1:] == [
        "vectors=PATH: always; a file of word vectors, a folder with an encoder, or its name on the hub",
        "refs=pooled",
    ]
