"""What came of the replies of a judge, counted for those who read its scores."""

from __future__ import annotations

from collections import Counter

from trueness.metrics.llm_judge.ask import NoReply
from trueness.metrics.llm_judge.read_reply import Reading
from trueness.metrics.llm_judge.reply import Reply

_SHOWN = 80  # letters of a reply in a note

_WORDS = {
    "unreadable": "have no score where one is declared",
    "off the scale": "have a score that is not on the scale",
    "refused": "are refusals",
    "cut": "are cut at the limit of their tokens",
    "empty": "are empty",
    "too long": "did not come, as the prompt is longer than the model takes",
    "failed": "did not come, as the endpoint failed; the same command asks for them again",
}


class Tally:
    """Counts outcomes of replies, and shows the first of each.

    Attributes
    ----------
    counts : Counter of str
        By outcome; ``read`` are those with a score.
    fallen_back : int
        Prompts whose scores are means of samples, since the endpoint gives no probabilities.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.fallen_back = 0
        self._samples = 0
        self._shown: dict[str, str] = {}

    def add(self, answer: Reply | NoReply | None, reading: Reading | NoReply) -> None:
        """Count a reply; None for one whose text was not kept."""
        self.counts[reading.outcome] += 1
        if reading.outcome != "read" and reading.outcome not in self._shown:
            text = " ".join(answer.text.split()) if isinstance(answer, Reply) else ""
            shown = f" ({text[:_SHOWN]}{'…' if len(text) > _SHOWN else ''})" if text else ""
            self._shown[reading.outcome] = f"{reading.problem or 'its text was not kept'}{shown}"

    def fall_back(self, samples: int) -> None:
        """Count a prompt for which samples stand in."""
        self.fallen_back += 1
        self._samples = samples

    def notes(self) -> list[str]:
        """Return what a reader of the scores has to know."""
        total = sum(self.counts.values())
        found = [
            f"{self.counts[outcome]} of {total} replies {words}, and count as missing; the first: "
            f"{self._shown[outcome]}"
            for outcome, words in _WORDS.items()
            if self.counts[outcome]
        ]
        if self.fallen_back:
            found.insert(
                0,
                f"the endpoint gives no probabilities for {self.fallen_back} prompts; as declared, their scores are "
                f"means of {self._samples} samples in place of expectations",
            )
        return found
