"""Scores of Appraise as CSV; rankings, as of WMT and SEEDA: every two systems of one are a verdict."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from trueness.data.layouts.appraise import is_rankings, rankings
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.errors import FormatError

XML = """<?xml version="1.0" encoding="UTF-8"?>
<appraise-results>

<error-correction-ranking-result source-language="err" id="s" target-language="cor">
	<ranking-item src-id="12" doc-id="INPUT" id="1" duration="00:02:01.519000" user="annotator1">
		<translation system="T5 Riken" rank="2" />
		<translation system="BERT" rank="1" />
		<translation system="PIE" rank="2" />
	</ranking-item>
	<ranking-item src-id="29" doc-id="INPUT" id="2" user="annotator2">
		<translation system="BERT" rank="-1" />
		<translation system="PIE" rank="-1" />
	</ranking-item>
	<ranking-item src-id="29" doc-id="INPUT" id="3" user="annotator2">
		<translation system="BERT" rank="5" />
		<translation system="T5" rank="4" />
	</ranking-item>
</error-correction-ranking-result>
</appraise-results>
"""


@pytest.fixture(params=["j.xml", "j.xml.gz"])
def path(tmp_path, request):
    found = tmp_path / request.param
    content = XML.encode()
    found.write_bytes(gzip.compress(content) if found.suffix == ".gz" else content)
    return found


def test_verdicts(path):
    assert is_rankings(path)
    found = [(row["input"], row["a"], row["b"], row["verdict"], row["rater"]) for _, row in rankings(path)]
    first = {(a, b): verdict for input_, a, b, verdict, _ in found if input_ == "12"}
    assert first == {
        ("T5", "Riken"): "tie",
        ("T5", "BERT"): "B",
        ("T5", "PIE"): "tie",
        ("Riken", "BERT"): "B",
        ("Riken", "PIE"): "tie",
        ("BERT", "PIE"): "A",
    }
    assert found[6:] == [("29", "BERT", "T5", "B", "annotator2")]
    table = read_preferences(path)
    assert (len(table), table.raters) == (7, ("annotator1", "annotator2"))


def test_what_is_not_made_so(tmp_path):
    path = tmp_path / "j.xml"
    for content, message in (
        (XML.replace('src-id="12" ', ""), "ranking '1' lacks its input"),
        (XML[:400], "this must be XML as Appraise writes it"),
    ):
        path.write_text(content)
        with pytest.raises(FormatError, match=message):
            read_preferences(path)
    path.write_text("<html></html>")
    assert not is_rankings(path)


SCORED = """annA,sys.X,12,TGT,eng,deu,50,docA#1,False,"[{""start_i"": 0, ""severity"": ""minor""}]",1.5,2.5
annB,sys.X,12,TGT,eng,deu,60,docA#1,False,None,1.5,2.5
annA,sys.X,12,CHK,eng,deu,55,docA#1,False,None,3.5,4.5
annA,sys.X,12,BAD,eng,deu,3,docA#1,False,None,3.5,4.5
annA,sys.Y,12,TGT,eng,deu,70,docA#1,False,None,3.5,4.5
annA,sys.Y,12,TGT,eng,deu,71,docA#1,True,None,5.5,6.5
"""
SHORT = "annA,sys.X,{},TGT,eng,{},{},1.5,2.5\n"
HEADER = "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd\n"


def test_scores_of_outputs_by_who_gave_them(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(SCORED)
    assert recognise(path).format == "appraise"
    table = read_scores(path)
    assert (table.systems, table.inputs, table.scorer_names) == (("sys.X", "sys.Y"), ("12",), ("DA",))
    np.testing.assert_array_equal(table.matrix("DA"), [[55], [70]])  # what was shown again is a check
    assert table.annotations["DA"].annotators == ("annA", "annB")
    assert table.input_groups == {"language": ("eng-deu",), "document": ("docA#1",)}
    notes = " ".join(table.notes)
    assert "2 rows left out, checks whether raters attend (CHK, BAD, REF)" in notes
    assert "1 row left out, scores of whole documents" in notes


@pytest.mark.parametrize("header", ["", HEADER])
def test_inputs_of_several_language_pairs_are_told_apart(tmp_path, header):
    path = tmp_path / "scores.csv"
    path.write_text(header + SHORT.format(12, "deu", 10) + SHORT.format(12, "liv", 20))
    table = read_scores(path)
    assert table.inputs == ("eng-deu/12", "eng-liv/12")
    assert table.input_groups == {"language": ("eng-deu", "eng-liv")}


def test_a_row_that_is_no_score_says_where(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(SHORT.format(12, "deu", 10) + "annA,sys.X,13,SRC,eng,deu,10\n")
    with pytest.raises(FormatError, match=r"row 2: the row is not made as Appraise makes it.*TGT, CHK"):
        read_scores(path)
