"""Metrics of pretrained models: how their names are read, and what those of an encoder share."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from trueness.errors import ArgumentError, is_installed, listing, suggest
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Metric, Survey
from trueness.metrics.named_options import Reader, canonical_name, read_options

if TYPE_CHECKING:
    from trueness.metrics.encoder.encoder import Encoder


class PretrainedMetric(FamilyMetric):
    """Base of families of metrics of a pretrained model: ``family_part:key=value,…``.

    A subclass takes the part and the options as arguments of its own.

    Attributes
    ----------
    family : str
        What names begin with.
    parts : tuple of str
        What they go on with, of which each is a metric.
    readers : mapping of str to callable
        The options, and what reads each.
    defaults_of : mapping of str to object
        The options in the order of the canonical name, with what they are where none is given.
    """

    family: ClassVar[str]
    parts: ClassVar[tuple[str, ...]]
    readers: ClassVar[Mapping[str, Reader]]
    defaults_of: ClassVar[Mapping[str, object]]
    slow: bool = True
    shared_model: bool = True
    listed: bool = False

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`).

        Raises
        ------
        ArgumentError
            If it is of this family, but has no such part or option.
        """
        base = name.partition(":")[0]
        if base != cls.family and not base.startswith(f"{cls.family}_"):
            return None
        part = base[len(cls.family) + 1 :]
        cls._check_part(part)
        options = read_options(name, cls.readers)
        make: Any = cls
        try:
            found: Self = make(part, **options)
        except ArgumentError as error:
            raise ArgumentError(f"metric '{base}': {error}") from None
        return found

    @classmethod
    def named_with(cls) -> dict[str, tuple[str, ...]]:
        """Return every part: patterns that say which model choose among them (see `Metric.named_with`)."""
        return dict.fromkeys(cls.unlisted(), ("model",))

    @classmethod
    def unlisted(cls) -> tuple[str, ...]:
        """Return a name for every part (see `Metric.unlisted`)."""
        return tuple(f"{cls.family}_{part}" for part in cls.parts)

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return the packages and a model (see `Metric.demands`)."""
        return {"the extra 'neural'": is_installed("torch", "transformers"), "the files of a model": None}

    def name_of(self, part: str, given: Mapping[str, object]) -> str:
        """Return the canonical name of a part with options; raises ArgumentError if there is no such part."""
        self._check_part(part)
        return canonical_name(f"{self.family}_{part}", given, self.defaults_of)

    @classmethod
    def _check_part(cls, part: str) -> None:
        if part not in cls.parts:
            asked = f"{cls.family}_{part}" if part else cls.family
            ways = listing((f"{cls.family}_{one}" for one in cls.parts), 20)
            raise ArgumentError(f"no metric is called '{asked}': there are {ways}.{suggest(part, cls.parts)}")


class EncoderMetric(PretrainedMetric):
    """Base of metrics that need an encoder.

    Attributes
    ----------
    encoder : Encoder
        Shared with other metrics of the same model (see `shared_encoder`).
    """

    encoder: Encoder

    def wanted_layers(self) -> tuple[int, ...]:
        """Return the layers of the encoder that scores are computed from; none where it is not asked for texts."""
        return ()

    def working(self) -> contextlib.AbstractContextManager[None]:
        """Say, for as long as scores are computed, which layers this metric wants of every text."""
        return self.encoder.expecting(self.wanted_layers())

    def survey(self) -> Survey | None:
        """Count the texts that are longer than the model takes."""
        return EncoderSurvey(self)


@functools.cache
def _thread_pools() -> Any:
    """Return the thread pools of the loaded libraries."""
    import numpy as np  # noqa: F401 - its matrix products have to be there to be found
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def on_one_thread() -> contextlib.AbstractContextManager[Any]:
    """Let NumPy's matrix products in a block run on one thread: sums in one order, and no waiting for small ones."""
    limited: contextlib.AbstractContextManager[Any] = _thread_pools().limit(limits=1, user_api="blas")
    return limited


class EncoderSurvey(Survey):
    """Counts the texts, each distinct one once, that are longer than the model takes.

    Parameters
    ----------
    metric : EncoderMetric
    """

    def __init__(self, metric: EncoderMetric) -> None:
        self.metric = metric
        self._encoder = metric.encoder
        self._seen: set[bytes] = set()
        self._long = 0

    def add(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> None:
        """Look at some rows (see `Survey.add`)."""
        texts = [*outputs]
        if "references" in self.metric.needs:
            texts += [reference for some in references for reference in some]
        if "source" in self.metric.needs:
            texts += [source for source in sources if source is not None]
        new = []
        for text in dict.fromkeys(texts):
            if len(text) >= self._encoder.limit - 2:  # a token has a letter at least
                digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
                if digest not in self._seen:
                    self._seen.add(digest)
                    new.append(text)
        self._long += self._encoder.n_beyond_limit(new)

    def result(self) -> tuple[Metric, Sequence[str]]:
        """Return the metric, and how many texts are too long (see `Survey.result`)."""
        if not self._long:
            return self.metric, ()
        one = self._long == 1
        many = "a text is" if one else f"{self._long} different texts are"
        if self._encoder.long == "windows":
            done = f"{'it is' if one else 'they are'} read in windows"
        else:
            done = "its end is left out" if one else "their ends are left out"
        return self.metric, (f"{many} longer than the {self._encoder.limit} tokens of the model: {done}",)
