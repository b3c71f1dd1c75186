"""Which outputs and sentences of sources BLANC cannot give a model whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trueness.metrics.encoder.model_facts import kept_facts
from trueness.metrics.metric import Metric, Survey

if TYPE_CHECKING:
    from trueness.metrics.blanc.blanc import Blanc

_ENDS = 2  # special tokens


class CutTexts(Survey):
    """Counts pairs of output and source, each distinct one once, of which something is left out (see `fitted`).

    Parameters
    ----------
    metric : Blanc
    """

    def __init__(self, metric: Blanc) -> None:
        self._metric = metric
        self._seen: set[bytes] = set()
        self._cut = 0

    def add(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG002 - BLANC has none
        sources: Sequence[str | None],
    ) -> None:
        """Look at some rows (see `Survey.add`)."""
        metric, long = self._metric, []
        for output, source in dict.fromkeys(zip(outputs, sources, strict=True)):
            asked = (output if metric.part == "help" else "", source or "")
            digest = hashlib.blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=8).digest()
            if digest not in self._seen:
                self._seen.add(digest)
                if self._longest(asked, len) > metric.limit:  # a token has a letter at least
                    long.append(asked)
        if not long:
            return

        def found(places: Sequence[int]) -> list[str]:
            return [str(self._longest(long[k], metric.n_tokens)) for k in places]

        if metric.encoder.given is not None:
            lengths = found(range(len(long)))
        else:
            about = ("longest sentence with output", metric.encoder.tokens_of, metric.sentences)
            lengths = kept_facts([(*about, *one) for one in long], found)
        self._cut += sum(int(length) > metric.limit for length in lengths)

    def _longest(self, asked: tuple[str, str], length: Callable[[str], int]) -> int:
        output, source = (self._metric.sentences_of(text) for text in asked)
        return _ENDS + sum(map(length, output)) + max(map(length, source), default=0)

    def result(self) -> tuple[Metric, Sequence[str]]:
        """Return the metric, and how many texts are cut (see `Survey.result`)."""
        if not self._cut:
            return self._metric, ()
        limit = f"the {self._metric.limit} tokens that the model is given"
        if self._metric.part == "help":
            what = "output does" if self._cut == 1 else "different outputs do"
            note = f"{self._cut} {what} not fit into {limit} beside the longest sentence of the source"
        else:
            what = "source has" if self._cut == 1 else "different sources have"
            note = f"{self._cut} {what} a sentence that is longer than {limit}"
        return self._metric, (f"{note}: ends are left out",)
