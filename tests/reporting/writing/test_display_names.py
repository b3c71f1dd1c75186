"""What metrics are called in print."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnknownNameError
from trueness.metrics.scoring.registry import metric_names
from trueness.reporting.writing.display_names import display_names, given_names


def called(*metrics, **given):
    return display_names(metrics, given).names


def test_what_all_of_a_family_share_is_said_once():
    found = display_names(
        ["rouge1_stem_f:mode=exact", "rougeL_stem_f:mode=exact", "bleu", "meteor_exact_stem"]
    )
    assert list(found.names.values()) == ["ROUGE-1", "ROUGE-L", "BLEU", "METEOR"]
    assert found.legend == "Variants: ROUGE: stem, F, mode=exact; METEOR: exact, stem."


def test_what_tells_one_from_another_stands_in_brackets():
    assert called("rouge1_stem_f", "rouge1_stem_recall:refs=best") == {
        "rouge1_stem_f": "ROUGE-1 (F)",
        "rouge1_stem_recall:refs=best": "ROUGE-1 (recall, refs=best)",
    }
    assert list(called("js2", "js1_source").values()) == ["JS-2", "JS-1 (source)"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rouge_1_f_score", "ROUGE-1"),  # as REALSumm spells them
        ("rouge_l_recall", "ROUGE-L"),
        ("rougeLsent_f", "ROUGE-Lsent"),
        ("rougeSU4_stem_f", "ROUGE-SU4"),
        ("rouge_we2_recall:vectors=v.txt", "ROUGE-WE-2"),
        ("js-2", "JS-2"),
        ("mover_score", "MoverScore"),
        ("bert_recall_score", "BERTScore"),
        ("bertscore_f:model=m", "BERTScore"),
        ("BLEU", "BLEU"),
        ("chrf", "chrF"),
        ("litepyramid_recall", "LitePyramid"),
        ("rouger", "rouger"),  # a name of its own
        ("terrible_metric", "terrible_metric"),
        ("a=b", "a=b"),
    ],
)
def test_known_families(name, shown):
    assert called(name) == {name: shown}


def test_names_that_would_be_the_same_stay_as_they_are():
    assert called("bleu", "BLEU") == {"bleu": "bleu", "BLEU": "BLEU"}
    assert display_names(["bleu", "BLEU"]).legend == ""


def test_all_built_in_metrics_are_told_apart():
    names = metric_names()
    assert len(set(called(*names).values())) == len(names) > 100


def test_chosen_names_stand_and_are_no_reason_to_shorten_others():
    found = display_names(["js2", "js1_source"], {"js2": "Ours"})
    assert list(found.names.values()) == ["Ours", "JS-1 (source)"]
    assert found.legend == ""
    with pytest.raises(UnknownNameError, match="js3"):
        display_names(["js2"], {"js3": "Ours"})
    with pytest.raises(ArgumentError, match=r"'bleu' and 'chrf' would all be called 'Ours'"):
        display_names(["bleu", "chrf"], {"bleu": "Ours", "chrf": "Ours"})


def test_a_metric_may_have_an_equals_sign_in_its_name():
    metrics = ["rouge1_f", "rouge1_f:mode=exact"]
    assert given_names(["rouge1_f:mode=exact=A=B", "rouge1_f=C"], metrics) == {
        "rouge1_f:mode=exact": "A=B",
        "rouge1_f": "C",
    }
    with pytest.raises(UnknownNameError, match="rouge1_g"):
        given_names(["rouge1_g=ROUGE"], metrics)
