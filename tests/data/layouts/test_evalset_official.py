"""What is official of test sets of WMT, as the organisers' own table has it, and reading nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.layouts.evalset_official import OfficialFacts, official_facts
from trueness.data.reading.read import read_scores
from trueness.errors import ArgumentError, FormatError, UnknownNameError


def test_facts_of_the_organisers() -> None:
    # meta_info.py of mt-metrics-eval: WMT22['en-de'], WMT23['he-en'] and the sizes of the sets of primary metrics
    german, hebrew = official_facts("wmt22", "en-de"), official_facts("wmt23", "he-en")
    assert (german.human, german.reference, german.outliers) == ("mqm", "refA", ("M2M100_1.2B-B4",))
    assert (hebrew.human, hebrew.reference, hebrew.outliers) == ("mqm", "refB", ())
    assert official_facts("wmt22", "cs-en")[:2] == ("wmt", "refB")
    assert official_facts("wmt23", "en-zh").human == "da-sqm"
    assert (len(german.primaries), len(hebrew.primaries)) == (22, 32)


def test_facts_of_the_later_years() -> None:
    # WMT24, WMT24_ESA, WMT25, WMT25_ESA and WMT25_ESA_NOREF of the same file, with the sizes of its sets: 26 metrics,
    # of which 13 are baselines, and 12 beside 8 baselines, one of which two versions spell differently
    german, chinese = official_facts("wmt24", "en-de"), official_facts("wmt24", "ja-zh")
    assert (german.human, german.reference, german.outliers) == ("mqm", "refB", ("MSLC",))
    assert (chinese.human, chinese.reference, chinese.outliers) == ("mqm", "refA", ("MSLC",))
    assert official_facts("wmt24", "en-uk")[:3] == ("esa", "refA", ())
    assert official_facts("wmt25", "en-ko_KR")[:3] == ("mqm", "refA", ())
    assert official_facts("wmt25", "en-mas_KE")[:3] == ("esa", "refA", ())
    assert official_facts("wmt25", "en-it_IT")[:3] == ("esa", "", ())
    assert (len(german.primaries), len(official_facts("wmt25", "cs-de_DE").primaries)) == (26, 12 + 8 + 1)


def test_metrics_that_count() -> None:
    facts = OfficialFacts("mqm", "refA", (), frozenset({"BLEU", "MS-COMET-QE-22"}))
    assert facts.counts("BLEU-refA")
    assert facts.counts("MS-COMET-QE-22-src")
    assert not any(map(facts.counts, ("BLEU-refB", "BLEU", "chrF-refA", "MyBLEU-refA", "BLEU-all")))


def test_only_what_is_official_is_read(make_evalset, tmp_path) -> None:
    made = make_evalset(
        tmp_path / "wmt22",
        systems=("one", "M2M100_1.2B-B4", "two"),
        metrics=("BLEU-refA", "COMETKiwi-src", "COMET-20-refB", "contrastive-refA"),
    )
    table = read_scores(made.folder, keep="official")
    assert table.systems == ("one", "two")  # neither the outlier nor the reference
    assert table.scorer_names == ("mqm", "BLEU-refA", "COMETKiwi-src")
    np.testing.assert_array_equal(table.matrix("BLEU-refA"), made.seg["BLEU-refA"][[0, 2]])
    assert table.notes[0] == (
        "4 left out, not official: 'COMET-20-refB', 'contrastive-refA', 'system M2M100_1.2B-B4', 'system refA'"
    )
    whole = read_scores(made.folder, keep="official", part="en-de.sys")
    np.testing.assert_array_equal(whole.matrix("mqm"), made.sys["mqm"][[0, 2]])


def test_other_references_are_systems(make_evalset, tmp_path) -> None:
    made = make_evalset(
        tmp_path / "wmt23", languages="he-en", reference="refA", metrics=("BLEU-refB", "CometKiwi-src")
    )
    table = read_scores(made.folder, keep="official")
    assert "refA" in table.systems  # metrics compare with refB
    assert dict(zip(table.systems, table.system_groups["type"], strict=True))["refA"] == "reference"


def test_of_2024_a_second_reference_is_a_system(make_evalset, tmp_path) -> None:
    made = make_evalset(
        tmp_path / "wmt24",
        systems=("one", "MSLC", "refA"),
        reference="refB",
        metrics=(
            "BLEU-refB",
            "BLEU-refA",
            "metametrics_mt_mqm_qe_kendall.seg.s-src",
            "sentinel-ref-mqm-refB",
        ),
    )
    table = read_scores(made.folder, keep="official")
    assert table.systems == ("one", "refA")
    # a name of a metric may have dots and hyphens of its own
    assert table.scorer_names == (
        *("mqm", "BLEU-refB", "metametrics_mt_mqm_qe_kendall.seg.s-src"),
        "sentinel-ref-mqm-refB",
    )
    np.testing.assert_array_equal(table.matrix("mqm"), made.seg["mqm"][[0, 2]])


def test_of_a_pair_without_a_reference_metrics_without_one_count(make_evalset, tmp_path) -> None:
    made = make_evalset(
        tmp_path / "wmt25", languages="en-it_IT", reference=None, metrics=("BLEU-refA", "MetricX-25-src")
    )
    scores = made.folder / "human-scores"
    for path in list(scores.iterdir()):
        path.rename(scores / path.name.replace(".mqm.", ".esa."))
    table = read_scores(made.folder, keep="official")
    assert (set(table.systems), table.scorer_names) == (set(made.systems), ("esa", "MetricX-25-src"))


def test_what_is_not_known_is_refused(make_evalset, tmp_path) -> None:
    made = make_evalset(tmp_path / "wmt99")
    with pytest.raises(
        UnknownNameError,
        match=r"'wmt22', 'wmt23', 'wmt24'.* 'wmt99' .* is another test set.*--human, --metrics",
    ):
        read_scores(made.folder, keep="official")
    other = make_evalset(tmp_path / "wmt22", languages="de-fr")
    with pytest.raises(UnknownNameError, match="wmt22 lacks official human scores of 'de-fr'"):
        read_scores(other.folder, keep="official")
    shared = make_evalset(tmp_path / "more" / "wmt22", languages="de-en")
    with pytest.raises(
        FormatError, match="official human scores, 'wmt', for segments are missing; there are: 'mqm'"
    ):
        read_scores(shared.folder, keep="official")
    path = tmp_path / "scores.csv"
    path.write_text("system,input,x\na,1,1\nb,1,2\n")
    with pytest.raises(ArgumentError, match="`keep` 'official' is for test sets of mt-metrics-eval alone"):
        read_scores(path, keep="official")
    with pytest.raises(ArgumentError, match="`keep`"):
        read_scores(path, keep="some")
