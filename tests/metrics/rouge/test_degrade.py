"""Scores of outputs with random tokens missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.metrics.rouge.degrade import degrade
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.variant import standard_variants

OUTPUTS = [
    "the old lighthouse keeper climbed the stairs\nhe lit the lamp at dusk",
    "a storm came and the harbour was empty",
    "the old lighthouse keeper climbed the stairs\nhe lit the lamp at dusk",
    "",
]
REFERENCES = [
    ["the keeper of the lighthouse lit its lamp\nthe stairs are old", "the lamp was lit"],
    ["a storm emptied the harbour"],
    ["the keeper of the lighthouse lit its lamp\nthe stairs are old"],
    ["nothing"],
]
ROUGE_1 = Rouge.from_name("rouge1_f")


def precision(outputs, references, percent, **options):
    return degrade(Rouge.from_name("rouge1_precision"), outputs, references, percent, **options)


@pytest.mark.parametrize("variant", standard_variants()[::5], ids=lambda variant: variant.name)
def test_all_tokens_give_the_score_itself(variant):
    metric = Rouge(variant)
    found = degrade(metric, OUTPUTS, REFERENCES, 100, rng=1, trials=2)
    assert np.array_equal(found, [metric.score(OUTPUTS, REFERENCES, [None] * 4)] * 2)


@given(percent=st.integers(0, 100), length=st.integers(0, 300))
def test_number_of_tokens_that_are_kept(percent, length):
    """All words are in the reference and differ, so recall counts those kept; 29% of 100 are 29, not 28."""
    text = " ".join(f"w{k}" for k in range(length))
    recall = degrade(Rouge.from_name("rouge1_recall"), [text], [[text]], percent, rng=5)
    assert round(recall[0, 0] * max(length, 1)) == percent * length // 100


def test_precision_divides_by_what_was_kept():
    output = "a b c d e f g h i j"
    assert precision([output], [[output]], 30, rng=2, trials=20).tolist() == [[1.0]] * 20
    half = precision([output], [["a b c d e"]], 50, rng=2, trials=200)
    assert set(half.ravel().tolist()) <= {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}
    assert half.mean() == pytest.approx(0.5, abs=0.05)  # five of ten with sd .167: .012 over 200 trials


def test_tokens_stay_in_order():
    output = " ".join(f"w{k:03d}" for k in range(40))
    metric = Rouge.from_name("rougeLsent_precision")
    assert degrade(metric, [output], [[output]], 25, rng=3, trials=10).tolist() == [[1.0]] * 10


def test_tokens_stay_in_their_sentences():
    # the reference has the sentences the other way round, so an LCS across them would be shorter
    output, reference = "a b c d e f\nu v w x y z", "u v w x y z\na b c d e f"
    metric = Rouge.from_name("rougeL_precision")
    assert degrade(metric, [output], [[reference]], 50, rng=3, trials=10).tolist() == [[1.0]] * 10


def test_stop_words_are_drawn_like_others_and_removed_later():
    output = "the the the cat"
    metric = Rouge.from_name("rouge1_stop_recall")
    found = degrade(metric, [output], [["cat"]], 25, rng=4, trials=400).ravel()
    assert found.mean() == pytest.approx(0.25, abs=0.09)


def test_every_row_and_trial_has_its_own_numbers_for_any_chunks():
    metric = Rouge.from_name("rouge2_stem_f")
    whole = degrade(metric, OUTPUTS, REFERENCES, 60, rng=7, trials=12)
    assert len(np.unique(whole[:, 0])) > 1
    assert not np.array_equal(whole[:, 0], degrade(metric, OUTPUTS, REFERENCES, 60, rng=8, trials=12)[:, 0])
    for first, rows in ((0, [2]), (5, [1, 3]), (9, [3, 0])):
        part = degrade(
            metric,
            [OUTPUTS[row] for row in rows],
            [REFERENCES[row] for row in rows],
            60,
            rng=7,
            trials=3,
            first_trial=first,
            rows=rows,
        )
        assert np.array_equal(part, whole[first : first + 3, rows])


def test_equal_outputs_lose_different_tokens():
    found = degrade(ROUGE_1, OUTPUTS, [REFERENCES[2]] * 4, 40, rng=7, trials=20)
    assert not np.array_equal(found[:, 0], found[:, 2])


def test_generator_gives_the_seed():
    once, again = (degrade(ROUGE_1, OUTPUTS, REFERENCES, 40, rng=np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(once, again)
    generator = np.random.default_rng(3)
    first, second = (degrade(ROUGE_1, OUTPUTS, REFERENCES, 40, rng=generator, trials=5) for _ in range(2))
    assert not np.array_equal(first, second)


def test_global_state_is_left_alone():
    before = np.random.get_state()[1].copy()  # noqa: NPY002 - this is what must not change
    degrade(ROUGE_1, OUTPUTS, REFERENCES, 40, rng=1)
    assert np.array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_fewer_tokens_give_a_lower_recall():
    metric = Rouge.from_name("rouge1_recall")
    means = [
        degrade(metric, OUTPUTS[:3], REFERENCES[:3], percent, rng=1, trials=300).mean()
        for percent in (0, 20, 50, 80, 100)
    ]
    assert means[0] == 0
    assert means == sorted(means)
    assert len(set(means)) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"percent": -1}, "`percent` must be a number from 0 to 100; it is -1."),
        ({"percent": 101}, "`percent` must be"),
        ({"percent": float("nan")}, "`percent` must be"),
        ({"percent": "half"}, "`percent` must be"),
        ({"percent": True}, "`percent` must be"),
        ({"rng": -1}, "`rng` must be a whole number of at least 0 or a numpy.random.Generator; it is -1."),
        ({"rng": None}, "`rng` must be"),
        ({"rng": 0.5}, "`rng` must be"),
        ({"trials": 0}, "`trials` must be a whole number of at least 1"),
        ({"first_trial": -1}, "`first_trial` must be a whole number of at least 0"),
        ({"rows": [1, 2]}, "`rows` must give a number for each of the 4 outputs; it gives 2."),
        ({"rows": [0, 1, 2, -3]}, "`rows` must be a whole number of at least 0"),
    ],
)
def test_arguments_outside_their_values(arguments, message):
    with pytest.raises(ArgumentError) as caught:
        degrade(ROUGE_1, OUTPUTS, REFERENCES, **{"percent": 50, "rng": 1, **arguments})
    assert message in str(caught.value)


def test_seeds_of_any_size():
    low, high = (degrade(ROUGE_1, OUTPUTS, REFERENCES, 40, rng=seed, trials=5) for seed in (1, 1 + 2**64))
    assert not np.array_equal(low, high)


def test_output_without_reference():
    with pytest.raises(DataError, match="output 2 of 2 lacks them"):
        degrade(ROUGE_1, ["a", "b"], [["a"], []], 50, rng=1)


def test_limit_of_bytes_in_exact_mode_is_refused():
    with pytest.raises(UnsupportedMethodError, match="under a limit of bytes"):
        degrade(Rouge.from_name("rougeL_f:mode=exact,bytes=50"), OUTPUTS, REFERENCES, 50, rng=1)
    modern = degrade(Rouge.from_name("rougeL_f:bytes=50"), OUTPUTS, REFERENCES, 50, rng=1)
    assert modern.shape == (1, 4)
