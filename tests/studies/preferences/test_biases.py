"""Order, length, family and circles: what was put in is found, and nothing where nothing was."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences, pair_rows
from trueness.studies.preferences.study import preferences

SYSTEMS = "abcd"


def drawn(*, order=0.0, length=0.0, seed=1):
    rng = np.random.default_rng(seed)
    rows = []
    for j in range(150):
        words = {name: int(rng.integers(5, 60)) for name in SYSTEMS}
        for a, b in itertools.combinations(SYSTEMS, 2):
            more = {"text_a": "w " * words[a], "text_b": "w " * words[b]}
            gap = 0.4 * (SYSTEMS.index(b) - SYSTEMS.index(a))
            rows.append(PairRow(j, f"q{j}", a, b, "person", won(rng, gap), **more))
            gap += length * (words[a] - words[b]) / 30
            rows.append(PairRow(j, f"q{j}", a, b, "judge", won(rng, gap + order), 1, **more))
            more = {"text_a": more["text_b"], "text_b": more["text_a"]}
            rows.append(PairRow(j, f"q{j}", b, a, "judge", won(rng, -gap + order), 1, **more))
    return Preferences.of(rows)


def won(rng, gap):
    return 1 if rng.random() < 1 / (1 + np.exp(-gap)) else -1


def test_order_is_found_in_log_odds():
    biased, fair = (
        preferences(drawn(order=order), judges=["judge"], rng=1).position[0] for order in (0.8, 0.0)
    )
    assert biased.order_low < 0.8 < biased.order_high
    assert biased.pvalue < 0.001
    assert fair.order_low < 0 < fair.order_high
    assert fair.low < 0.5 < fair.high
    assert (biased.n_verdicts, biased.n_both) == (1800, 900)


def test_consistency_is_the_share_with_one_verdict():
    table = drawn()
    row = preferences(table, judges=["judge"], rng=1).position[0]
    said = {}
    for k in np.flatnonzero(table.rater == table.raters.index("judge")):
        a, b = table.systems[table.a[k]], table.systems[table.b[k]]
        side = 1 if a < b else -1
        said.setdefault((table.input[k], *sorted((a, b))), set()).add(side * int(table.verdict[k]))
    assert row.consistent == pytest.approx(np.mean([len(one) == 1 for one in said.values()]))


def test_length_is_found_beside_people():
    biased, fair = (
        next(row for row in preferences(drawn(length=length), judges=["judge"], over="inputs", rng=1).bias)
        for length in (1.0, 0.0)
    )
    assert biased.covariate == "longer"
    assert biased.low > 0.05
    assert fair.low < 0 < fair.high


def test_circles_are_what_independent_verdicts_give():
    study = preferences(drawn(), judges=["judge"], repeats="majority", rng=1)
    people = next(row for row in study.triads if row.metric == "people")
    assert people.low < people.expected < people.high
    assert people.expected < people.chance == 0.25
    assert people.n_triads == 600


@pytest.mark.parametrize("model", ["davidson", "rao_kupper", "bradley_terry"])
def test_circles_of_most_people_are_beside_what_most_people_would_say(model):
    rng = np.random.default_rng(5)
    rows = []
    for j in range(150):
        for a, b in itertools.combinations(SYSTEMS, 2):
            gap = 0.5 * (SYSTEMS.index(b) - SYSTEMS.index(a))
            for person in "pqrst":
                said = int(np.sign(gap + rng.logistic())) * (rng.random() < 0.7)  # some ties whatever the gap
                rows.append(PairRow(j, f"q{j}", a, b, person, said))
    row = preferences(Preferences.of(rows), people=["*"], judges=(), model=model, rng=1).triads[0]
    assert row.low < row.expected < row.high
    assert row.expected < 0.15 < row.chance  # a single person goes in circles more often


def named(*, place=0.0, taste=0.0, orders=(1, -1), inputs=300, first=0, seed=1):
    """Return verdicts of a person and a judge on pairs that are named in one of these orders, as the draw has it."""
    rng = np.random.default_rng(seed)
    rows = []
    for j in range(inputs):
        one, other = rng.choice(list(SYSTEMS), 2, replace=False)
        # the better ones are named first more often than not: only the balance of both orders takes that out
        side = orders[int(rng.random() < 0.3)] if one < other else orders[int(rng.random() < 0.7)]
        a, b = (one, other) if side > 0 else (other, one)
        gap = 0.8 * (SYSTEMS.index(b) - SYSTEMS.index(a))
        rows.append(PairRow(j, f"q{j}", a, b, "person", won(rng, gap)))
        own = taste * ((a == "a") - (b == "a"))
        rows.append(PairRow(j, f"q{j}", a, b, "judge", won(rng, gap + place + own), first))
    return Preferences.of(rows)


def of_place(table):
    found = preferences(table, judges=["judge"], over="inputs", rng=1)
    return [row for row in found.bias if row.covariate == "named first"]


def test_a_judge_that_takes_what_is_named_first_is_found_beside_people():
    (biased,) = of_place(named(place=2.0))
    assert biased.low > 0.1
    assert biased.pvalue < 0.001
    assert biased.estimate - biased.estimate_human == pytest.approx(biased.difference)
    (fair,) = of_place(named())
    assert fair.low < 0 < fair.high


def test_a_taste_for_a_system_that_is_often_first_is_no_taste_for_the_place():
    found = [of_place(named(taste=3.0, seed=seed))[0].difference for seed in range(10)]
    assert abs(np.mean(found)) < 2.5 * np.std(found) / np.sqrt(10) + 0.01


def test_the_place_is_left_out_where_nothing_is_known_of_it():
    ordered = [row._replace(a=min(row.a, row.b), b=max(row.a, row.b)) for row in rows_of(named(place=2.0))]
    assert of_place(Preferences.of(ordered)) == []  # the place goes with the systems
    better_first = [
        row if row.rater == "judge" else row._replace(verdict=1) for row in rows_of(named(place=2.0))
    ]
    assert of_place(Preferences.of(better_first)) == []  # as of the best of several
    assert of_place(named(place=2.0, first=1)) == []  # said by the table of positions


def rows_of(table):
    return list(pair_rows(table))


def test_on_the_first_screen_stands_that_the_judge_takes_a_place():
    said = preferences(named(place=2.0), judges=["judge"], over="inputs", rng=1).answers
    (place,) = [text for text in said if "named first" in text]
    assert place.startswith("'judge' prefers the output named first (A) in ")
    assert place.endswith(" points. Ask it in both orders, and take the two verdicts together.")
    assert not [
        text
        for text in preferences(named(), judges=["judge"], over="inputs", rng=1).answers
        if "named first" in text
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_order_is_told_from_the_system_where_systems_change_places(turned):
    """A judge that prefers one system, which is always shown first, or in every second pair."""
    rng = np.random.default_rng(2)
    rows = []
    for j in range(120):
        a, b = ("llama", "gpt") if turned and j % 2 else ("gpt", "llama")
        rows.append(PairRow(j, f"q{j}", a, b, "person", won(rng, 0.0)))
        rows.append(PairRow(j, f"q{j}", a, b, "judge", won(rng, 1.5 if a == "gpt" else -1.5), 1))
    found = preferences(Preferences.of(rows), judges=["judge"], rng=1)
    said = " ".join(found.conclusions)
    assert ("Whether order counts for 'judge' cannot be told" in said) is not turned
    assert "Order counts" not in said
    assert "These answers apply to other inputs, and" in said  # there are two systems
    assert "other systems" not in said
