"""Fits on parts: no leak, the same numbers however they are divided, one clear error for what cannot be fitted."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.learning.held_out import EVERYTHING, Fit, HeldOut
from trueness.learning.linear import BestSingle, Ridge
from trueness.parallel import Execution, executing


def tried(outputs, *, permute=0, learner=None):
    fits = tuple(
        Fit("data", "one", repeat, fold, permute=permute) for repeat in range(3) for fold in range(4)
    )
    work = HeldOut({"data": outputs}, {"one": learner or Ridge()}, fits, 4, 11)
    found = work.run()
    return np.mean(
        [
            outputs.rows(work.test_rows(fit)).agreement(one["predicted"][:, None])[0]
            for fit, one in zip(fits, found, strict=True)
        ]
    ), found


def test_shuffling_people_between_inputs_takes_all_gain_away(making):
    outputs = making(lambda x: x[:, 0] + x[:, 1], n_inputs=40)
    order = np.random.default_rng(2).permutation(40)
    place = {(i, j): k for k, (i, j) in enumerate(zip(outputs.systems, outputs.inputs, strict=True))}
    shuffled = np.array([place[i, order[j]] for i, j in zip(outputs.systems, outputs.inputs, strict=True)])
    assert tried(outputs)[0] > 0.9
    assert abs(tried(dataclasses.replace(outputs, human=outputs.human[shuffled]))[0]) < 0.1


def test_the_number_of_the_input_says_nothing_of_other_inputs(making):
    outputs = making(lambda x: x[:, 0] * 0, n_inputs=40, noise=0.3)
    level = np.random.default_rng(3).standard_normal(40)[outputs.inputs]
    told = np.eye(40)[outputs.inputs]  # says which input it is, in full
    known = dataclasses.replace(outputs, human=(outputs.target + level)[:, None], features=told)
    assert tried(dataclasses.replace(known, over="systems"))[0] > 0.8  # of other systems it says much
    part = tried(known)[0]
    assert np.isnan(part) or abs(part) < 0.15


def test_permuting_costs_only_what_a_feature_brings(making):
    _, found = tried(making(lambda x: 2 * x[:, 0] + x[:, 1], n_inputs=40), permute=6)
    drops = np.mean([one["drops"] for one in found], axis=0)
    assert drops[0] > drops[1] > 0.05
    assert np.abs(drops[2:]).max() < 0.02
    _, single = tried(making(lambda x: x[:, 0]), permute=6, learner=BestSingle())
    assert all((one["drops"][1:] == 0).all() for one in single)


def test_any_division_of_the_work_gives_the_same(making):
    outputs = making(lambda x: x[:, 0], n_inputs=12)
    whole = tried(outputs)[1]
    with executing(Execution.of(chunk=5, workers=2)):
        parts = tried(outputs)[1]
    assert all((a["predicted"] == b["predicted"]).all() for a, b in zip(whole, parts, strict=True))


def test_a_fit_of_everything_gives_the_arrays_of_its_predictor(making):
    outputs = making(lambda x: x[:, 0])
    work = HeldOut({"data": outputs}, {"one": Ridge()}, (Fit("data", "one", 0, EVERYTHING),), 4, 11)
    (found,) = work.run()
    assert found.pop("form") == "linear"
    assert found["weights"] == pytest.approx(Ridge().fit(outputs, 11).weights)


def test_a_part_in_which_people_say_the_same_of_all(making):
    outputs = making(lambda x: x[:, 0], n_inputs=4)

    def fails(where, over="inputs"):
        human = np.where(where, outputs.target, 1.0)[:, None]
        with pytest.raises(DataError) as error:
            tried(dataclasses.replace(outputs, human=human, over=over))
        return str(error.value)

    one = fails(outputs.inputs == 0)
    assert one.startswith("all human scores are 1 but those of 1 input, and a fold holds all of these.")
    assert one.endswith("Label more, or hold out systems alone (--over systems).")
    assert fails((outputs.inputs == 0) & (outputs.systems == 0)).endswith("Label more.")


def test_where_some_inputs_differ_each_is_held_out_alone(making):
    outputs = making(lambda x: x[:, 0], n_inputs=12)

    def of(pair):
        human = np.where(np.isin(outputs.inputs, pair), outputs.target, 1.0)[:, None]
        return dataclasses.replace(outputs, human=human)

    def together(few):
        return any(
            set(np.unique(few.inputs[few.target != 1])) <= set(few.inputs[fold.test])
            for fold in few.folds(4, 11, 0)
        )

    few = next(few for few in map(of, itertools.combinations(range(12), 2)) if together(few))
    with pytest.raises(
        DataError, match=r"those of 2 inputs, and a fold holds .* one out at a time \(--folds 12\)\.$"
    ):
        tried(few)
    fits = tuple(Fit("data", "one", 0, fold) for fold in range(12))
    assert len(HeldOut({"data": few}, {"one": Ridge()}, fits, 12, 11).run()) == 12


def test_few_labels_that_are_all_alike_tell_nothing(making):
    outputs = making(lambda x: x[:, 0], n_inputs=8)
    human = np.where(outputs.inputs < 4, 1.0, outputs.target)[:, None]
    fits = tuple(Fit("data", "one", repeat, 0, inputs=2) for repeat in range(20))
    found = HeldOut({"data": dataclasses.replace(outputs, human=human)}, {"one": Ridge()}, fits, 4, 11).run()
    told = [not np.isnan(one["predicted"]).any() for one in found]
    assert any(told)
    assert not all(told)
