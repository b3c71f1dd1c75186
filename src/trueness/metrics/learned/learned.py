"""A metric that was learned from human scores, read from a folder."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import numpy as np

from trueness.errors import ArgumentError, FormatError, TruenessError, UnsupportedMethodError, is_installed
from trueness.metrics.learned.card import CARD, REMEDY, Feature, Learnt, read_learned
from trueness.metrics.learned.features import (
    centroid_differences,
    check_usable,
    find_centroids,
    probe_scores,
    scored_features,
)
from trueness.metrics.metric import Citation, FloatArray, Metric
from trueness.metrics.named_by_file import NamedBy, check_paths, names_of
from trueness.metrics.vectors.centroids import Centroids

PREFIX = "learned"

ALLOWED = "allow=files"
"""At the end of a name: features may read the files that the folder names for them."""

TOLERANCE, MODEL_TOLERANCE = 1e-9, 1e-4
"""How far scores of the probe texts may be from what they were, and where a model computes (see `verify`)."""


class Learned(Metric):
    """A metric that was learned from human scores (`trueness learn`).

    Its features are computed, each turned so that more is better, and its predictor says what people would. The
    features must be what they were: a metric that is gone, has other settings, or gives other scores of the probe
    texts is refused. An output without words, or without any feature, has no score (NaN).

    Parameters
    ----------
    name : str
    learnt : Learnt
        What was read.
    where : str
        The folder, for messages.
    files : bool
        Whether features may read files that the card names, and that lie elsewhere.
    """

    name: str = PREFIX
    scheme: str = f"{PREFIX}:FOLDER"
    options: str = (
        f"{ALLOWED} after a comma: features may read files that the folder names, such as word vectors"
    )
    listed: bool = False
    declared_by_file: bool = True
    note: str = "FOLDER is what `trueness learn` has written: a card, and numbers. Nothing in it is run."
    lower: float = -math.inf
    upper: float = math.inf
    empty_output: float = math.nan
    joins: str = "parts"
    citation: Citation = Citation(
        "rankel-etal-2013-decade",
        "Rankel, Conroy, Dang and Nenkova (2013): A Decade of Automatic Content Evaluation of News Summaries. ACL, "
        "131–136.",
        """@inproceedings{rankel-etal-2013-decade,
  title = {A Decade of Automatic Content Evaluation of News Summaries: Reassessing the State of the Art},
  author = {Rankel, Peter A. and Conroy, John M. and Dang, Hoa Trang and Nenkova, Ani},
  booktitle = {Proceedings of the 51st Annual Meeting of the Association for Computational Linguistics},
  year = {2013},
  pages = {131--136},
  publisher = {Association for Computational Linguistics},
  url = {https://aclanthology.org/P13-2024}
}""",
    )

    def __init__(self, name: str, learnt: Learnt, where: str, *, files: bool = False) -> None:
        self.name, self.learnt, self.where, self.files = name, learnt, where, files
        self.metrics: list[Metric] = []
        self.centroids: Centroids | None = None
        self._verified = False

    def resolve(self, find: Callable[[str], Metric]) -> None:
        """Look up the features, and check that they have the settings they had (see `Metric.resolve`).

        Raises
        ------
        FormatError
            If a feature is no metric here, runs a program, or has other settings.
        ArgumentError
            If a feature reads a file outside the folder, and the name does not allow it.
        """
        card = self.learnt.card
        allow = f": name the metric '{PREFIX}:{self.where},{ALLOWED}'"
        with names_of(NamedBy(self.where, Path(self.where).expanduser(), self.files, allow_files=allow)):
            self.metrics = [self._feature(one, find) for one in card.features]
            self.centroids = find_centroids(card.vectors) if card.vectors else None
        self.signs = np.array([1.0 if one.higher_is_better else -1.0 for one in card.features])
        if self.centroids is not None and self.centroids.signature() != card.vectors_signature:
            raise self._changed(card.vectors, card.vectors_signature, self.centroids.signature())
        parts: list[Metric] = [*self.metrics, *([self.centroids] if self.centroids else [])]
        self.needs = frozenset(need for one in parts for need in one.needs)
        self.slow = any(one.slow for one in parts)
        self.shared_model = any(one.shared_model for one in parts)
        self.deterministic = all(one.deterministic for one in parts)

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs (see `Metric.score`).

        Raises
        ------
        FormatError
            If a feature gives other scores of the probe texts than it gave when it was learned from.
        """
        if not self._verified:
            self._verify()
        features = scored_features(self.metrics, outputs, references, sources) * self.signs
        if self.centroids is not None:
            features = np.hstack([features, centroid_differences(self.centroids, outputs, references)])
        found = self.learnt.predictor.predict(features)
        return np.where([bool(output.split()) for output in outputs], found, np.nan)

    def description(self) -> str:
        """Return what it predicts from what."""
        card = self.learnt.card
        return f"Predicts '{card.human}' from {len(self.learnt.predictor.means)} features, by {card.learner}."

    def signature(self) -> str:
        """Return what it was learned from, and the digest of its files, which say all else."""
        card = self.learnt.card
        return (
            f"learned from '{card.human}' by {card.learner}, {len(self.learnt.predictor.means)} features, "
            f"{CARD} and numbers {self.learnt.digest[:12]}"
        )

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return the folder and what reads it (see `Metric.demands`)."""
        return {"FOLDER": None, "the extra 'learn'": is_installed("safetensors")}

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of ``learned:FOLDER``, or ``learned:FOLDER,allow=files``.

        Raises
        ------
        ArgumentError
            If no folder is named.
        FormatError
            As `read_learned`.
        """
        prefix, colon, folder = name.partition(":")
        if prefix != PREFIX:
            return None
        files = folder.strip().endswith(f",{ALLOWED}")
        place = folder.strip().removesuffix(f",{ALLOWED}")
        if not colon or not place:
            raise ArgumentError(f"'{name}': name the folder of the learned metric, {PREFIX}:FOLDER.")
        place = place.rstrip("/") or "/"
        full = f"{PREFIX}:{place},{ALLOWED}" if files else f"{PREFIX}:{place}"
        return cls(full, read_learned(Path(place)), place, files=files)

    def _feature(self, one: Feature, find: Callable[[str], Metric]) -> Metric:
        if one.probes is None:
            raise FormatError(
                f"the feature '{one.name}' is a column of scores only; texts are scored with metrics of "
                "this package.",
                path=self.where,
                remedy="Learn from metrics that the package has (--features).",
            )
        of_its_own = one.name.partition(":")[0] == PREFIX  # it may name itself
        if not of_its_own:
            check_paths(one.name)
        try:
            if of_its_own:
                raise UnsupportedMethodError(
                    "a learned metric takes other metrics than learned ones as features."
                )
            found = find(one.name)
            check_usable(found)
        except TruenessError as error:
            raise FormatError(
                f"computing the feature '{one.name}' failed here: {error}", path=self.where, remedy=REMEDY
            ) from error
        if found.signature() != one.signature or found.higher_is_better != one.higher_is_better:
            raise self._changed(one.name, one.signature, found.signature())
        return found

    def _changed(self, name: str, before: str, now: str) -> FormatError:
        return FormatError(
            f"the feature '{name}' has other settings than when it was learned from: '{now}', then '{before}'.",
            path=self.where,
            remedy=REMEDY,
        )

    def _verify(self) -> None:
        """Check that features give the scores of the probe texts that they gave (see `trueness metrics verify`)."""
        here = probe_scores(self.metrics)
        for metric, one in zip(self.metrics, self.learnt.card.features, strict=True):
            slack = MODEL_TOLERANCE if metric.shared_model else TOLERANCE
            before, now = (
                np.array([math.nan if value is None else value for value in values])
                for values in (one.probes or (), here[metric.name])
            )
            if before.shape != now.shape or not np.allclose(
                before, now, rtol=slack, atol=slack, equal_nan=True
            ):
                raise FormatError(
                    f"the feature '{one.name}' gives other scores of the probe texts than when it was learned from: "
                    "this version computes it otherwise.",
                    path=self.where,
                    remedy=REMEDY,
                )
        self._verified = True
