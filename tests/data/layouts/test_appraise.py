"""Rankings of Appraise, as of WMT and SEEDA: every two systems of one are a verdict."""

from __future__ import annotations

import gzip

import pytest

from trueness.data.layouts.appraise import is_rankings, rankings
from trueness.data.preferences.read_preferences import read_preferences
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
        (XML.replace('src-id="12" ', ""), "ranking '1' does not say its input"),
        (XML[:400], "this is no XML as Appraise writes it"),
    ):
        path.write_text(content)
        with pytest.raises(FormatError, match=message):
            read_preferences(path)
    path.write_text("<html></html>")
    assert not is_rankings(path)
