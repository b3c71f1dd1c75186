"""Names and variants are one to one, and what makes no sense is refused with the place and what is allowed."""

from __future__ import annotations

import dataclasses
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.metrics.rouge.variant import RougeVariant, standard_variants

BASE = RougeVariant("L", None, stem=False, stop=False, part="f")


@st.composite
def variants(draw):
    kind = draw(st.sampled_from(["N", "L", "W", "S", "SU", "Lsent"]))
    part = draw(st.sampled_from(["precision", "recall", "f"]))
    order = None
    if kind == "N":
        order = draw(st.integers(1, 10**8))
    elif kind in {"S", "SU"}:
        order = draw(st.none() | st.integers(0, 10**8))
    limit = draw(st.sampled_from([None, "words", "bytes"]))
    positive = st.floats(0.1, 5)
    return RougeVariant(
        kind,
        order,
        stem=draw(st.booleans()),
        stop=draw(st.booleans()),
        part=part,
        refs=draw(st.sampled_from(["pooled", "best", "mean", "jackknife"])),
        mode=draw(st.sampled_from(["exact", "modern"])),
        alpha=draw(st.floats(0, 1)) if part == "f" else 0.5,
        weight=draw(positive) if kind == "W" else 1.2,
        sentences=draw(st.sampled_from(["newline", "marks", "split"])),
        **({limit: draw(st.integers(1, 10**12))} if limit else {}),
    )


@given(variants())
def test_every_variant_comes_back_from_its_name(variant):
    assert RougeVariant.parse(variant.name) == variant


@given(variants(), st.randoms())
def test_the_order_of_options_does_not_matter(variant, random):
    base, colon, options = variant.name.partition(":")
    shuffled = options.split(",")
    random.shuffle(shuffled)
    assert RougeVariant.parse(base + colon + ",".join(shuffled)) == variant


@given(variants(), variants())
def test_different_variants_have_different_names(one, other):
    assert (one == other) == (one.name == other.name)


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("rougeL_f", BASE),
        ("rouge1_stem_stop_recall", RougeVariant("N", 1, stem=True, stop=True, part="recall")),
        ("rouge12_stop_precision", RougeVariant("N", 12, stem=False, stop=True, part="precision")),
        ("rougeS0_f", RougeVariant("S", 0, stem=False, stop=False, part="f")),
        ("rougeSU4_stem_f", RougeVariant("SU", 4, stem=True, stop=False, part="f")),
        ("rougeSU_f:skip=unlimited", RougeVariant("SU", None, stem=False, stop=False, part="f")),
        ("rougeLsent_f:alpha=0.8", dataclasses.replace(BASE, kind="Lsent", alpha=0.8)),
        ("rougeL_f:alpha=1", dataclasses.replace(BASE, alpha=1)),
        (
            "rougeW_f:refs=jackknife,mode=exact,alpha=0,weight=2,bytes=75,sentences=marks",
            RougeVariant("W", None, False, False, "f", "jackknife", "exact", 0, 2, None, 75, "marks"),
        ),
        (
            "rougeS_f:refs=best,skip=unlimited,words=100,sentences=split",
            RougeVariant("S", None, False, False, "f", "best", words=100, sentences="split"),
        ),
    ],
)
def test_names(name, variant):
    assert variant.name == name
    assert RougeVariant.parse(name) == variant


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        ("rougeS_f:skip=9", "rougeS9_f"),
        ("rougeSU_stem_recall:skip=0,refs=best", "rougeSU0_stem_recall:refs=best"),
        ("rouge1_f:alpha=.50", "rouge1_f"),
        ("rouge1_f:alpha=8e-1", "rouge1_f:alpha=0.8"),
        ("rougeW_f:weight=1.20", "rougeW_f"),
        ("rougeW_f:weight=3.", "rougeW_f:weight=3"),
        ("rouge2_f:sentences=newline,mode=modern,refs=pooled", "rouge2_f"),
    ],
)
def test_other_spellings(spelling, canonical):
    assert RougeVariant.parse(spelling).name == canonical


@pytest.mark.parametrize(
    "name", ["bleu", "", "rogue1_f", "Rouge1_f", "rougesem", "rouge_we_f", "rougelike_f"]
)
def test_names_of_others_are_left_to_them(name):
    assert RougeVariant.parse(name) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("rouge", "'' is no type of ROUGE. Types are n (1, 2, …), L, W, S<k> and SU<k>"),
        ("rouge_f", "'' is no type"),
        ("rouge0_f", "'0' is no type"),
        ("rouge01_f", "'01' is no type"),
        ("rouge２_f", "'２' is no type"),
        (
            "rouge-1_f",
            "S<k> and SU<k> with a skip distance k (S4, SU4, …), and Lsent. Did you mean '1'?",
        ),
        ("rougeLsum_f", "Did you mean 'L'?"),
        ("rougelsum_f", "Did you mean 'L'?"),
        ("rougel_f", "Did you mean 'L'?"),
        ("rougesu4_f", "Did you mean 'SU4'?"),
        ("rougeX_f", "'X' is no type"),
        ("rougeL", "it has to end in what is reported: 'rougeL_precision', 'rougeL_recall', 'rougeL_f'."),
        ("rouge1_stem", "it has to end in what is reported: 'rouge1_stem_precision'"),
        ("rouge1_fmeasure", "'fmeasure' must be one of 'precision', 'recall', 'f'. Did you mean 'f'?"),
        ("rouge1_r", "Did you mean 'recall'?"),
        ("rouge1_", "'' must be one of 'precision'"),
        (
            "rouge1_stemmed_f",
            "'stemmed' must be one of 'stem', 'stop', which may stand before '_f'. Did you mean 'stem'?",
        ),
        ("rouge1__f", "'' must be one of 'stem', 'stop'"),
        ("rouge1_f_f", "'f' must be one of 'stem', 'stop'"),
        ("rouge1_stop_stem_f", "'_stem' and '_stop' may each stand once, in this order."),
        ("rouge1_stem_stem_f", "'_stem' and '_stop' may each stand once"),
        (
            "rougeS_f",
            "S needs its skip distance, the most words between two: 'S4', or 'S' with the option 'skip=unlimited'.",
        ),
        ("rougeSU_recall:refs=best", "SU needs its skip distance"),
        ("rougeS4_f:skip=9", "'S4' and 'skip=9' both give the skip distance."),
        ("rouge1_f:skip=9", "'skip' belongs to S and SU"),
        ("rougeS_f:skip=-1", "'skip' must be a whole number or 'unlimited'; it is '-1'."),
        ("rougeL_f:weight=2", "'weight' belongs to W"),
        ("rougeL_f:weight=1.2", "'weight' belongs to W"),
        ("rougeL_recall:alpha=0.8", "'alpha' belongs to f; leave it out for recall."),
        ("rougeL_f:", "'' after the colon must be an option key=value."),
        ("rougeL_f:best", "'best' after the colon must be an option key=value."),
        ("rougeL_f:refs=best,", "'' after the colon"),
        (
            "rougeL_f:ref=best",
            "no option is called 'ref'; there are 'refs', 'mode', 'alpha', 'weight', 'skip', 'words', 'bytes',",
        ),
        (
            "rougeL_f:ref=best",
            "'sentences'. Did you mean 'refs'?",
        ),
        (
            "rougeL_f:refs=bst",
            "`refs` must be one of 'pooled', 'best', 'mean', 'jackknife'; it is 'bst'. Did you mean 'best'?",
        ),
        ("rougeL_f:mode=", "`mode` must be one of 'exact', 'modern', 'google'; it is ''."),
        ("rougeL_f:refs=best,refs=best", "the option 'refs' is given twice."),
        ("rougeL_f:alpha=1.5", "`alpha` must be a number from 0 to 1; it is 1.5."),
        ("rougeL_f:alpha=nan", "'alpha' must be a number such as 0.8; it is 'nan'."),
        ("rougeL_f:alpha=0,8", "'8' after the colon must be an option key=value."),
        ("rougeW_f:weight=0", "`weight` must be a number from 0.1 to 5; it is 0.0."),
        ("rougeW_f:weight=1e400", "`weight` must be a number from 0.1 to 5; it is inf."),
        ("rougeL_f:words=0", "`words` must be a whole number of at least 1; it is 0."),
        ("rougeL_f:words=1_0", "'words' must be a whole number of at least 1; it is '1_0'."),
        ("rougeL_f:words=10,bytes=10", "`words` and `bytes` both limit the texts"),
    ],
)
def test_a_malformed_name_is_refused(name, problem):
    with pytest.raises(ArgumentError, match=re.escape(problem)) as caught:
        RougeVariant.parse(name)
    assert str(caught.value).startswith(f"metric name '{name}': ")


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "X"},
        {"kind": "N"},
        {"kind": "N", "order": 0},
        {"kind": "N", "order": True},
        {"kind": "N", "order": 1.5},
        {"kind": "S", "order": -1},
        {"order": 4},
        {"stem": 1},
        {"stop": None},
        {"part": "fmeasure"},
        {"refs": "worst"},
        {"mode": "fast"},
        {"alpha": math.nan},
        {"alpha": "0.5"},
        {"alpha": True},
        {"alpha": 0.8, "part": "recall"},
        {"weight": 2.0},
        {"kind": "W", "weight": math.inf},
        {"kind": "W", "weight": 5.1},
        {"kind": "W", "weight": 0.09},
        {"kind": "W", "weight": 10**400},
        {"kind": "W", "weight": -1},
        {"words": 0},
        {"bytes": 1.5},
        {"words": 1, "bytes": 1},
        {"sentences": "lines"},
    ],
)
def test_a_variant_without_sense_is_refused(values):
    with pytest.raises(ArgumentError):
        dataclasses.replace(BASE, **values)


def test_standard_variants():
    variants = standard_variants()
    assert len(variants) == len({variant.name for variant in variants}) == 108
    assert [variant.name for variant in variants[:6]] == [
        "rouge1_precision",
        "rouge1_recall",
        "rouge1_f",
        "rouge1_stem_precision",
        "rouge1_stem_recall",
        "rouge1_stem_f",
    ]
    types = list(dict.fromkeys(variant.type for variant in variants))
    assert types == ["1", "2", "3", "4", "L", "W", "S4", "SU4", "Lsent"]
    assert all(variant.kind == "Lsent" for variant in variants[96:])
    assert all(variant == RougeVariant.parse(variant.name) for variant in variants)


def test_standard_variants_of_a_mode():
    assert {variant.mode for variant in standard_variants()} == {"modern"}
    exact = standard_variants("exact")
    assert {variant.mode for variant in exact} == {"exact"}
    assert exact[2].name == "rouge1_f:mode=exact"
    with pytest.raises(ArgumentError, match="`mode`"):
        standard_variants("fast")
