"""What is kept of a learned metric: ``model.safetensors`` with its arrays, ``card.json`` with all there is to know."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from trueness.data.files.fields import Fields
from trueness.data.files.strict_json import parse_strictly
from trueness.data.files.whole_file import replacing
from trueness.errors import FormatError, import_extra
from trueness.metrics.learned.predictors import FORMS, Predictor

FORMAT = "trueness learned metric 2"
CARD, ARRAYS = "card.json", "model.safetensors"
REMEDY = "Learn it again (trueness learn)."
SEAL = "seal"
SEALED = ("form", "features", "vectors", "vectors_signature")
"""What of a card makes the scores; the rest says what the metric is for, and its user may write it anew."""


@dataclasses.dataclass(frozen=True)
class Feature:
    """A metric whose scores go in.

    Attributes
    ----------
    name : str
    higher_is_better : bool
        As it was declared when it was learned from; where it is false the score goes in negated.
    signature : str
        The metric's settings then.
    probes : tuple of (float or None), or None
        Its scores of the probe texts then; None where the scorer is no metric of this package.
    """

    name: str
    higher_is_better: bool
    signature: str
    probes: tuple[float | None, ...] | None


@dataclasses.dataclass(frozen=True)
class Card:
    """What a learned metric is, and what it is for.

    Attributes
    ----------
    human : str
        What it predicts.
    learner, form : str
    features : tuple of Feature
    vectors : str
        The metric of centroids whose difference vectors go in after the features; empty for none.
    vectors_signature : str
    facts : mapping of str to object
        Data with their fingerprint, splits, seed, scores with intervals, intended use, version.
    """

    human: str
    learner: str
    form: str
    features: tuple[Feature, ...]
    vectors: str
    vectors_signature: str
    facts: Mapping[str, Any]


class Learnt(NamedTuple):
    """What `read_learned` returns.

    Attributes
    ----------
    card : Card
    predictor : Predictor
    digest : str
        The sha256 of both files, in hexadecimal.
    """

    card: Card
    predictor: Predictor
    digest: str


def write_learned(folder: str | Path, card: Card, predictor: Predictor) -> Path:
    """Write a learned metric into a folder, which is made if there is none; return it.

    Raises
    ------
    MissingExtraError
        If safetensors is not installed.
    """
    tensors = import_extra("safetensors.numpy", extra="learn", feature="keeping a learned metric")
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    arrays = {name: np.asarray(values, order="C") for name, values in predictor.arrays().items()}
    content: bytes = tensors.save(arrays)
    said = {"format": FORMAT, **dataclasses.asdict(card)}
    said[SEAL] = seal(said, content)
    # the card last: without it, or with another one, the arrays are not read
    for name, raw in (
        (ARRAYS, content),
        (CARD, (json.dumps(said, indent=1, ensure_ascii=False) + "\n").encode()),
    ):
        with replacing(place / name) as file:
            file.write(raw)
    return place


def seal(said: Mapping[str, Any], arrays: bytes) -> str:
    """Return the sha256, in hexadecimal, of all that makes the scores.

    Parameters
    ----------
    said : mapping of str to object
        A card as JSON has it.
    arrays : bytes
        The content of the file beside it.
    """
    parts = json.dumps([said.get(name) for name in SEALED], sort_keys=True)
    return hashlib.sha256(parts.encode() + b"\0" + arrays).hexdigest()


def read_learned(folder: str | Path) -> Learnt:
    """Read a learned metric; nothing in its files is run.

    Raises
    ------
    FormatError
        If a file is missing or damaged, the two do not belong together, or what they hold is no predictor on these
        features.
    MissingExtraError
        If safetensors is not installed.
    """
    place = Path(folder).expanduser()
    raw = {}
    for name in (CARD, ARRAYS):
        try:
            raw[name] = (place / name).read_bytes()
        except OSError as error:
            raise FormatError(
                f"{name} is missing ({error.strerror}), which a learned metric has.",
                path=str(place),
                remedy=REMEDY,
            ) from None
    source = str(place / CARD)
    said = parse_strictly(raw[CARD], source, what="the card of a learned metric", remedy=REMEDY)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise FormatError(f"this must be of the form '{FORMAT}'.", path=source, remedy=REMEDY)
    if said.get(SEAL) != seal(said, raw[ARRAYS]):
        raise FormatError(
            f"its features, or {ARRAYS} beside it, have changed since they were written together.",
            path=source,
            remedy=REMEDY,
        )
    card = _card(Fields(said, source, remedy=REMEDY))
    tensors = import_extra("safetensors.numpy", extra="learn", feature="a learned metric")
    try:
        predictor = FORMS[card.form].from_arrays(tensors.load(raw[ARRAYS]))
    except Exception as error:  # a file of numbers may be wrong in many ways
        raise FormatError(
            f"{ARRAYS} must hold a predictor ({error}).", path=str(place), remedy=REMEDY
        ) from error
    width = len(predictor.means)
    if width < len(card.features) or (width > len(card.features) and not card.vectors):
        raise FormatError(
            f"the predictor takes {width} features, the card names {len(card.features)}.",
            path=source,
            remedy=REMEDY,
        )
    digest = hashlib.sha256(raw[CARD] + raw[ARRAYS]).hexdigest()
    return Learnt(card, predictor, digest)


def _card(said: Fields) -> Card:
    form = said.choice("form", tuple(FORMS))
    return Card(
        human=said.text("human"),
        learner=said.text("learner"),
        form=form,
        features=tuple(
            Feature(
                one.text("name", empty=True),
                one.flag("higher_is_better"),
                one.text("signature", empty=True),
                None if one.take("probes", Any) is None else one.numbers("probes"),
            )
            for one in said.each("features")
        ),
        vectors=said.text("vectors", empty=True),
        vectors_signature=said.text("vectors_signature", empty=True),
        facts=said.fields("facts").plain(),
    )
