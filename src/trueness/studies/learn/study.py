"""Whether a metric learned from human scores agrees with people better than any metric that it is made of."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

import trueness
from trueness.data.reading.read import Scores, read_table
from trueness.data.texts.texts import Texts
from trueness.learning.learner import Learner
from trueness.learning.network import Network
from trueness.learning.registry import BEST_SINGLE, find_learner
from trueness.metrics.learned.card import Card, Feature
from trueness.metrics.learned.features import find_centroids
from trueness.metrics.learned.predictors import Predictor
from trueness.result import Signature, jsonable
from trueness.studies.learn.learning_data import (
    Learned,
    chosen_features,
    chosen_humans,
    feature_facts,
    key,
    learning_data,
)
from trueness.studies.learn.learning_rows import (
    Trials,
    calibration_rows,
    family_rows,
    held_out_rows,
    importance_rows,
    labels_rows,
    worth_rows,
)
from trueness.studies.learn.rows import LearnResult
from trueness.studies.learn.said import GENERALISES, decided, learning_cautions, learning_conclusions
from trueness.studies.learn.settings import LearnSelection, LearnSettings
from trueness.study.alike import alike_cautions, alike_pairs
from trueness.study.study import ScoresAndTexts, Study, entry


class Learn(Study[ScoresAndTexts, LearnSelection, LearnSettings, LearnResult]):
    """Metrics learned from human scores, on outputs that nothing was learned from."""

    texts: ClassVar[str] = "File (or data set) of the outputs, to check features against, and for --vectors."

    def answer(self, data: ScoresAndTexts, selection: LearnSelection, settings: LearnSettings) -> LearnResult:
        """Learn on parts, try on the others, and learn from all."""
        humans = chosen_humans(data.table, selection.humans)
        noted, metrics = chosen_features(data.table, selection, humans)
        data = dataclasses.replace(data, table=noted)
        selected = dataclasses.replace(selection, humans=humans, metrics=metrics)
        learned = learning_data(data.table, data.texts, selected, settings)
        features = feature_facts(learned.table, metrics)
        learners = {
            name: sized(find_learner(name), settings)
            for name in dict.fromkeys((*settings.learners, BEST_SINGLE))
        }
        trials = Trials.of(learned, learners, settings)
        scores, tests = held_out_rows(trials)
        brief = settings.brief
        result = LearnResult(
            signature=_signature(data, selected, settings, len(learned.features)),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            texts=data.texts,
            scores=scores,
            tests=tests,
            importance=() if brief else importance_rows(trials),
            families=() if brief else family_rows(trials),
            labels=() if brief else labels_rows(trials),
            calibration=() if brief else calibration_rows(trials),
            worth=() if brief else worth_rows(trials),
            predictors={},
        )
        predictors = {
            human: _described(human, trials.predictor(human), features, result, learned)
            for human in learned.human
        }
        pairs = alike_pairs(data.table, (*humans, *metrics), selected.system_clusters)
        result = dataclasses.replace(
            result, predictors=predictors, decisions=decided(result, data.table, len(pairs))
        )
        of_systems = set(settings.over) != {"inputs"}
        return dataclasses.replace(
            result,
            cautions=(
                *learning_cautions(result, learned),
                *(alike_cautions(pairs, selected.system_clusters) if of_systems else ()),
            ),
            conclusions=learning_conclusions(result),
        )


@entry(Learn)
def learn(
    table: Scores,
    *,
    texts: Texts | None = None,
    **options: Any,
) -> LearnResult:
    """Learn metrics from human scores, and see whether they agree with people better than any single metric.

    Every learner learns on one part of the data, and its predictions of the other are correlated with people, beside
    all single metrics and the one that was best in the part that is learned from. Parts share no input, no system,
    or neither (`over`). Scales, missing features and all choices of a learner come from its own part. Means over
    repeated splits have intervals and tests that account for the training that splits share (Nadeau and Bengio
    2003). The result holds the metric that the first learner makes of all outputs; `LearnResult.save` writes it, and
    ``learned:FOLDER`` is its name where texts are scored.

    Parameters
    ----------
    texts : Texts, optional
        The outputs: for `vectors`, and to check features against.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If there is nothing to learn from, human scores are constant, there are too few inputs or systems, or one of
        them stands there twice; if a loss is no number.
    UnsupportedMethodError
        If `vectors` are weighted by all texts that are scored together.
    MissingExtraError
        If a learner needs a package that is not installed.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, 239–281. Miloulis,
    Malakasiotis, Pavlopoulos and Androutsopoulos, Summarization evaluation with ROUGE combinations. Rankel et al.
    (2013), ACL, 131–136.
    """
    return Learn().run(ScoresAndTexts(read_table(table), texts), **options)


def sized(learner: Learner, settings: LearnSettings) -> Learner:
    """Return a learner; a network's search as large as asked for."""
    if not isinstance(learner, Network):
        return learner
    widths = tuple(units for units in learner.widths if units <= settings.network_units)
    return dataclasses.replace(learner, widths=widths, trials=settings.network_draws)


def _described(
    human: str, predictor: Predictor, features: tuple[Feature, ...], result: LearnResult, data: Learned
) -> tuple[Card, Predictor]:
    """Return a predictor with its card."""
    settings, table = result.settings, result.table
    first, vectors = settings.learners[0], result.selection.vectors or ""
    outputs = data.labelled[key(human, settings.over[0])]
    scores = [
        {"holds_out": row.over, "says": GENERALISES[row.over], **jsonable(dataclasses.asdict(row))}
        for row in result.scores
        if row.human == human and row.scorer in (first, BEST_SINGLE)
    ]
    declared = {scorer.name: scorer.higher_is_better for scorer in table.scorers}
    turned = "" if declared.get(human, True) else ", with the sign turned round, so that more is better"
    facts = {
        "data": {
            "name": table.name,
            "fingerprint": table.fingerprint,
            "texts": None if result.texts is None else result.texts.fingerprint,
            "systems": len(table.systems),
            "inputs": len(table.inputs),
            "outputs": len(outputs.target),
        },
        "features_checked_on_texts": data.checked,
        "split": {"over": list(settings.over), "folds": settings.folds, "repeats": settings.repeats},
        "seed": settings.seed,
        "agreement": {"level": settings.level, "coefficient": settings.coefficient},
        "confidence": settings.confidence,
        "scores": scores,
        "intended_use": (
            f"To score outputs like those of '{table.name}' as '{human}' was scored there{turned}. How well it does is "
            f"known for {'; '.join(GENERALISES[over].removeprefix('for ') for over in settings.over)}, and for no "
            "other kind of text. Once systems are tuned to it, it measures how well they are."
        ),
        "signature": str(result.signature),
        "version": trueness.__version__,
    }
    signature = find_centroids(vectors).signature() if vectors else ""
    return Card(
        human=human,
        learner=first,
        form=predictor.FORM,
        features=features,
        vectors=vectors,
        vectors_signature=signature,
        facts=facts,
    ), predictor


def _signature(
    data: ScoresAndTexts, selection: LearnSelection, settings: LearnSettings, n_features: int
) -> Signature:
    networks = any(isinstance(find_learner(name), Network) for name in settings.learners)
    return Signature.of(
        preset=settings.preset,
        data=data.table.fingerprint[:12],
        texts=None if data.texts is None else data.texts.fingerprint[:12],
        human=selection.humans,
        features=n_features,
        vectors=selection.vectors,
        learners=settings.learners,
        mean="yes" if settings.mean else None,
        shape=f"{len(data.table.systems)}x{len(data.table.inputs)}",
        network_units=settings.network_units if networks else None,
        network_draws=settings.network_draws if networks else None,
        over=settings.over,
        folds=settings.folds,
        repeats=settings.repeats,
        level=settings.level,
        coefficient=settings.coefficient,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
        corr=settings.correction,
        conf=settings.confidence,
        seed=settings.seed,
    )
