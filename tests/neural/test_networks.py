"""Networks and smooth ranks: a truth that bends is found, the same again, kept as arrays, stopped where a loss is "
"none."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import numpy as np
import pytest
import torch

from trueness.errors import DataError
from trueness.learning.held_out import Fit, HeldOut
from trueness.learning.labelled import Labelled
from trueness.learning.linear import Ridge
from trueness.learning.network import MultiNetwork, Network, _Draw
from trueness.learning.network_training import Design, Part, _forward, train
from trueness.learning.soft_spearman import SoftSpearman
from trueness.metrics.learned.predictors import NetworkPredictor
from trueness.parallel import Execution, executing
from trueness.parallel.checkpoint import keeping

SMALL = {"trials": 3, "overfitting": 5, "epochs": 40, "depths": (1, 2), "widths": (32,)}


def made(truth, *, seed=0, n_inputs=60, others=()):
    rng = np.random.default_rng(seed)
    features = rng.standard_normal((10 * n_inputs, 4))
    human = truth(features) + 0.3 * rng.standard_normal(len(features))
    systems, inputs = np.repeat(np.arange(10), n_inputs), np.tile(np.arange(n_inputs), 10)
    return Labelled(
        features, np.stack([human, *(one(features) for one in others)], 1), systems, inputs, systems, inputs
    )


def bent(x):
    return np.abs(x[:, 0]) + x[:, 1] * x[:, 2]


def test_a_nonlinear_truth_is_found_that_ridge_does_not_see():
    outputs, fresh = made(bent), made(bent, seed=1)
    found = Network(**SMALL).fit(outputs, 3)
    predicted = np.stack([one.predict(fresh.features) for one in (found, Ridge().fit(outputs, 3))], axis=1)
    network, ridge = fresh.agreement(predicted)
    assert network > 0.6
    assert abs(ridge) < 0.4


def test_numpy_computes_what_torch_trained():
    rng = np.random.default_rng(2)
    part = Part(rng.standard_normal((200, 4)), rng.standard_normal((200, 2)))
    trained = train(Design(3, 16, 0.2, 1e-4), part, None, 3, 5)
    x = torch.from_numpy(part.features.astype(np.float32))
    for k, (matrix, bias) in enumerate(zip(trained.weights, trained.biases, strict=True)):
        x = torch.nn.functional.linear(x, torch.from_numpy(matrix), torch.from_numpy(bias))
        x = torch.relu(x) if k < 3 else x
    ours = NetworkPredictor(
        np.zeros(4),
        np.ones(4),
        np.array([4, 16, 16, 16, 1]),
        np.concatenate([*(m.ravel() for m in trained.weights[:-1]), trained.weights[-1][0]]),
        np.concatenate([*trained.biases[:-1], trained.biases[-1][:1]]),
        np.asarray(0.0),
        np.asarray(1.0),
    )
    assert ours.predict(part.features) == pytest.approx(x[:, 0].numpy(), abs=1e-5)


def test_the_same_seed_gives_the_same_network_also_side_by_side(tmp_path):
    outputs = made(bent, n_inputs=20)
    fits = tuple(Fit("data", "network", repeat, 0) for repeat in range(4))
    work = HeldOut({"data": outputs}, {"network": Network(**SMALL)}, fits, 4, 7)
    alone = work.run()
    with executing(Execution.of(workers=4)):
        beside = work.run()
    assert all((a["predicted"] == b["predicted"]).all() for a, b in zip(alone, beside, strict=True))
    assert (alone[0]["predicted"] != alone[1]["predicted"][: len(alone[0]["predicted"])]).any()


def test_early_stopping_keeps_the_best_epoch():
    rng = np.random.default_rng(0)
    part, held = (Part(rng.standard_normal((60, 5)), rng.standard_normal((60, 1))) for _ in range(2))
    found = train(Design(2, 64), part, held, 200, 1)
    assert found.epochs < 100  # noise is overfitted at once
    again = train(Design(2, 64), part, None, 200, 1)
    assert again.training < 0.3 < found.validation
    penalised = train(Design(2, 64, 0.5, 1.0), part, None, 200, 1)
    assert penalised.training > again.training + 0.3


def test_what_another_human_score_says_helps_where_labels_are_missing():
    outputs = made(lambda x: x[:, 0], others=(lambda x: x[:, 1], lambda x: np.full(len(x), np.nan)))
    predictor = MultiNetwork(**SMALL).fit(outputs, 1)
    fresh = made(lambda x: x[:, 0], seed=1)
    assert fresh.agreement(predictor.predict(fresh.features)[:, None])[0] > 0.8


def test_human_scores_of_any_size_are_learned():
    outputs = made(bent)
    large = dataclasses.replace(outputs, human=outputs.human * 2.0**700)
    ours, scaled = Network(**SMALL).fit(outputs, 3), Network(**SMALL).fit(large, 3)
    np.testing.assert_array_equal(scaled.predict(outputs.features), ours.predict(outputs.features) * 2.0**700)


TRAINING = """
import sys, threading
import numpy as np
from trueness.learning.network_training import Design, Part, train

rng = np.random.default_rng(0)
part = Part(rng.standard_normal((2000, 8)), rng.standard_normal((2000, 1)))
begun = threading.Event()
threading.Thread(
    target=train, args=(Design(2, 64, 0.0, 0.0), part, part, 10**6, 1, lambda *now: begun.set()), daemon=True
).start()
assert begun.wait(60)
sys.exit(3)
"""


def test_a_process_that_ends_while_others_train_ends_with_its_own_status():
    done = subprocess.run(
        [sys.executable, "-c", TRAINING], check=False, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (3, "")


def test_a_loss_that_is_no_number_is_one_clear_error():
    part = Part(np.full((20, 2), 1e30), np.full((20, 1), 1e30))
    with pytest.raises(DataError, match="loss of a network of 1 x 8 units overflowed after 1 epochs"):
        train(Design(1, 8), part, None, 3, 0)


def test_smooth_ranks_follow_an_order_behind_a_scale_that_bends():
    def steep(x):
        return np.exp(3 * (x[:, 0] + 0.5 * x[:, 1]))

    outputs, fresh = made(steep), made(steep, seed=1)
    found, ridge = (
        fresh.agreement(learner.fit(outputs, 1).predict(fresh.features)[:, None])[0]
        for learner in (SoftSpearman(), Ridge())
    )
    assert found > 0.9
    assert found > ridge


def test_fits_that_were_finished_are_not_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr("trueness.parallel.checkpoint.PATIENCE", 0.0)
    monkeypatch.setattr("trueness.parallel.checkpoint.SECONDS_BETWEEN_WRITES", 0.0)
    outputs = made(bent, n_inputs=12)
    fits = tuple(Fit("data", "network", repeat, 0) for repeat in range(3))
    work = HeldOut({"data": outputs}, {"network": Network(**SMALL)}, fits, 4, 7)
    whole = work.run()
    real, count = Network.fit, [0]

    def killed(self, part, seed):
        count[0] += 1
        if count[0] == 3:
            raise KeyboardInterrupt
        return real(self, part, seed)

    with executing(Execution.of(checkpoint=tmp_path, workers=1)):
        monkeypatch.setattr(Network, "fit", killed)
        with pytest.raises(KeyboardInterrupt), keeping("learn", 1):
            work.run()
        with keeping("learn", 1):
            resumed = work.run()
    assert count[0] == 4  # two were kept
    assert all((a["predicted"] == b["predicted"]).all() for a, b in zip(whole, resumed, strict=True))
    assert dataclasses.replace(work, seed=8).run()[0]["predicted"].tolist() != whole[0]["predicted"].tolist()


@pytest.mark.parametrize("last", [3, 9, 13])
def test_a_search_goes_on_after_the_last_network_that_was_trained(tmp_path, monkeypatch, last):
    monkeypatch.setattr("trueness.parallel.checkpoint.PATIENCE", 0.0)
    monkeypatch.setattr("trueness.parallel.checkpoint.SECONDS_BETWEEN_WRITES", 0.0)
    outputs = made(bent, n_inputs=12)
    fits = (Fit("data", "network", 0, 0),)
    searched = Network(**{**SMALL, "depths": (1, 2, 3), "widths": (8, 16), "trials": 8})
    work = HeldOut({"data": outputs}, {"network": searched}, fits, 4, 7)
    trained, stop_at = [], [99]

    def spied(*given, **more):
        if len(trained) == stop_at[0]:
            raise KeyboardInterrupt
        trained.append(train(*given, **more))
        return trained[-1]

    monkeypatch.setattr("trueness.learning.network.train", spied)
    (whole,) = work.run()
    of_whole, losses = [(one.training, one.epochs) for one in trained], [one.validation for one in trained]
    assert len(of_whole) == 14
    trained.clear()
    stop_at[0] = last
    with executing(Execution.of(checkpoint=tmp_path, workers=1)):
        with pytest.raises(KeyboardInterrupt), keeping("learn", 1):
            work.run()
        trained.clear()
        stop_at[0] = 99
        with keeping("learn", 1):
            (resumed,) = work.run()
    of_rest = [(one.training, one.epochs) for one in trained]
    assert of_rest[: 14 - last] == of_whole[last:]
    # a best one that was trained before is trained again
    best = 6 + int(np.argmin(losses[6:]))
    assert len(of_rest) == 14 - last + (best < last)
    assert (whole["predicted"] == resumed["predicted"]).all()
    assert list(tmp_path.iterdir()) == []


def test_draws_that_fall_behind_end_early_and_the_network_found_is_nearly_as_good(monkeypatch):
    outputs = made(bent, n_inputs=30)
    trained = []

    def spied(*given, **more):
        trained.append(train(*given, **more))
        return trained[-1]

    monkeypatch.setattr("trueness.learning.network.train", spied)
    searched = Network(**{**SMALL, "trials": 10})
    searched.fit(outputs, 3)
    early = trained[-10:]
    trained.clear()
    monkeypatch.setattr(_Draw, "_is_behind", lambda *_: False)
    searched.fit(outputs, 3)
    to_the_end = trained[-10:]
    assert sum(one.epochs for one in early) < 0.7 * sum(one.epochs for one in to_the_end)
    assert {one.epochs for one in early} & {8, 16, 32}
    best = min(one.validation for one in to_the_end)
    assert best <= min(one.validation for one in early) < 1.05 * best


def test_units_are_left_out_as_often_as_said():
    rng = np.random.default_rng(0)
    weights = [torch.eye(64), torch.zeros(1, 64)]
    shown = []

    class Spy:
        def bytes(self, count):
            found = rng.bytes(count)
            shown.append(np.frombuffer(found, dtype=np.uint8))
            return found

    found = _forward(torch.ones(500, 64), weights, [torch.zeros(64), torch.zeros(1)], 0.3, Spy())
    assert np.mean(shown[0] < round(0.3 * 256)) == pytest.approx(0.3, abs=0.01)
    assert found.shape == (500, 1)
    whole = _forward(
        torch.ones(20_000, 64),
        [torch.eye(64), torch.ones(1, 64) / 64],
        [torch.zeros(64), torch.zeros(1)],
        0.3,
        rng,
    )
    assert float(whole.mean()) == pytest.approx(1.0, abs=0.01)  # what is kept makes up for what is left out


def test_sums_are_those_of_one_thread_and_others_have_their_threads_back():
    rng = np.random.default_rng(1)
    part = Part(rng.standard_normal((256, 40)), rng.standard_normal((256, 1)))
    before = torch.get_num_threads()
    try:
        found = []
        for threads in (1, 2):
            torch.set_num_threads(threads)
            found.append(train(Design(2, 128, 0.2), part, None, 3, 5))
            assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
    assert all((a == b).all() for a, b in zip(found[0].weights, found[1].weights, strict=True))
