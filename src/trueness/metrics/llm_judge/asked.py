"""Answers to prompts: what is kept is found, what is not is asked for, and scores are read off."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.errors import ArgumentError, DataError, EndpointError
from trueness.metrics.llm_judge.ask import Call, NoReply, ask
from trueness.metrics.llm_judge.declaration import JudgeDeclaration
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint
from trueness.metrics.llm_judge.read_reply import Reading, read_reply
from trueness.metrics.llm_judge.reply import Reply
from trueness.metrics.llm_judge.reply_cache import KeptReply, ReplyCache, reply_key
from trueness.metrics.llm_judge.spending import Budget, Spending
from trueness.metrics.llm_judge.tally import Tally

Messages = Sequence[Mapping[str, str]]
Done = Callable[[int, int], None]

_PER_MESSAGE = 16
"""Tokens that mark the beginning and end of a message, at most."""

FIRST_READ = 10
"""So many first replies, of texts from beginning to end, of which none has a score end a run: none would have one."""

_UNREADABLE = ("unreadable", "off the scale", "cut", "empty")

LETTERS_PER_TOKEN = 4
"""Bytes of a usual text, about, for each of its tokens; for forecasts only."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What came of one sample of a prompt.

    Attributes
    ----------
    sample : int
    reading : Reading or NoReply
    reply : Reply or None
        None where there is none, or its text was not kept.
    """

    sample: int
    reading: Reading | NoReply
    reply: Reply | None


@dataclasses.dataclass(frozen=True)
class Forecast:
    """What asking would take; nothing has been asked.

    Attributes
    ----------
    calls, known : int
        Replies that would be asked for, and those that are kept.
    tokens_in : int
        About how many would be sent.
    most_in, most_out : int
        The most that they can be, and those of the replies.
    cost, most_cost : float or None
        At these numbers, the first with the longest replies as well; None where no price is declared.
    fallback_calls : int
        Calls besides, where the endpoint gives no probabilities.
    """

    calls: int
    known: int
    tokens_in: int
    most_in: int
    most_out: int
    cost: float | None
    most_cost: float | None
    fallback_calls: int = 0

    def __add__(self, other: Forecast) -> Forecast:
        """Return what both would take."""

        def total(a: Any, b: Any) -> Any:
            return None if a is None or b is None else a + b

        more = dataclasses.asdict(other)
        return Forecast(**{name: total(own, more[name]) for name, own in dataclasses.asdict(self).items()})


class Asked:
    """Asks one model as one declaration says, and keeps what it says.

    Parameters
    ----------
    declared : JudgeDeclaration
    model : str
    endpoint : JudgeEndpoint
    budget : Budget or None
    keep_texts : bool
        Whether the cache keeps the texts of replies, or scores only.
    """

    def __init__(
        self,
        declared: JudgeDeclaration,
        model: str,
        endpoint: JudgeEndpoint,
        budget: Budget | None = None,
        *,
        keep_texts: bool = True,
    ) -> None:
        if budget is not None and budget.cost is not None and declared.price is None:
            raise ArgumentError(
                f"{declared.where}: a limit on the cost needs the price of tokens: add the table [price], with "
                "`input` and `output` per million."
            )
        self.declared, self.model, self.endpoint = declared, model, endpoint
        self.spending = Spending(
            cost=None if declared.price is None else 0.0,
            currency="" if declared.price is None else declared.price.currency,
        )
        self._budget = budget
        self._unread: list[Answer] | None = []  # the first replies, as long as none has a score
        # what is read otherwise is another score, and the same reply
        self._reading = "" if keep_texts else f"{declared.reply} {declared.scale}"
        self._keep_texts = keep_texts

    def answers(
        self, prompts: Sequence[Messages], cache: ReplyCache | None, tally: Tally, done: Done | None = None
    ) -> list[list[Answer]]:
        """Return what comes of prompts, the samples of each.

        Parameters
        ----------
        prompts : sequence of messages
            Different ones.
        cache : ReplyCache or None
        tally : Tally
        done : callable, optional
            Called with the replies that are there and their number.

        Raises
        ------
        EndpointError, BudgetError
            As `ask`; also if the endpoint gives no probabilities and that is declared to be an error.
        DataError
            If none of the first replies has a score (`FIRST_READ`).
        """
        samples = range(self.declared.sampling.samples)
        found = self._ask(prompts, samples, cache, done, sampled=False)
        lacking = [
            k
            for k, answers in enumerate(found)
            if any(answer.reading.outcome == "without probabilities" for answer in answers)
        ]
        number = self.declared.reply.fallback_samples
        again = self._ask([prompts[k] for k in lacking], range(number), cache, done, sampled=True)
        for k, answers in zip(lacking, again, strict=True):
            found[k] = answers
            tally.fall_back(number)
        for answers in found:
            for answer in answers:
                tally.add(answer.reply, answer.reading)
        return found

    def forecast(self, prompts: Sequence[Messages], cache: ReplyCache | None) -> Forecast:
        """Return what asking would take."""
        samples = range(self.declared.sampling.samples)
        jobs = [(self.body(messages, sample), sample) for messages in prompts for sample in samples]
        keys = [self._key(body, sample, sampled=False) for body, sample in jobs]
        known = cache.load(keys) if cache is not None else {}
        calls = [body for (body, _), key in zip(jobs, keys, strict=True) if key not in known]
        most_in = sum(map(_most_in, calls))
        about_in = sum(_bytes(body) for body in calls) // LETTERS_PER_TOKEN
        most_out = len(calls) * self.declared.sampling.most_tokens
        price, reply = self.declared.price, self.declared.reply
        fallback = (
            reply.fallback_samples if reply.read == "probabilities" and reply.without == "samples" else 0
        )
        return Forecast(
            calls=len(calls),
            known=len(jobs) - len(calls),
            tokens_in=about_in,
            most_in=most_in,
            most_out=most_out,
            cost=price.of(about_in, most_out) if price else None,
            most_cost=price.of(most_in, most_out) if price else None,
            fallback_calls=fallback * len(calls) // len(samples),
        )

    def body(self, messages: Messages, sample: int, *, sampled: bool = False) -> dict[str, Any]:
        """Return what is sent for a sample of a prompt."""
        declared = self.declared
        drawn, reply = declared.sampling, declared.reply
        body: dict[str, Any] = {"model": self.model, "messages": [dict(message) for message in messages]}
        body[drawn.tokens_field] = drawn.most_tokens
        if drawn.temperature is not None:
            body["temperature"] = drawn.temperature
        if drawn.top_p is not None:
            body["top_p"] = drawn.top_p
        if drawn.seed is not None:
            body["seed"] = drawn.seed + sample
        if reply.read == "probabilities" and not sampled:
            body |= {"logprobs": True, "top_logprobs": reply.top}
        if reply.schema:
            body["response_format"] = _schema(declared)
        if declared.request:
            body["extra_body"] = dict(declared.request)
        return body

    def _ask(
        self,
        prompts: Sequence[Messages],
        samples: Sequence[int],
        cache: ReplyCache | None,
        done: Done | None,
        *,
        sampled: bool,
    ) -> list[list[Answer]]:
        jobs = [(k, sample) for k in range(len(prompts)) for sample in samples]
        bodies = [self.body(prompts[k], sample, sampled=sampled) for k, sample in jobs]
        keys = [
            self._key(body, sample, sampled=sampled) for body, (_, sample) in zip(bodies, jobs, strict=True)
        ]
        answers: dict[int, Answer] = {}
        known = cache.load(keys) if cache is not None else {}
        calls = []
        for place, key in enumerate(keys):
            kept = known.get(key)
            if kept is None:
                most_out = self.declared.sampling.most_tokens
                calls.append(Call(place, bodies[place], _most_in(bodies[place]), most_out))
            else:
                reading = kept.reading if kept.reply is None else self._read(kept.reply, sampled=sampled)
                answers[place] = Answer(jobs[place][1], reading or Reading("empty"), kept.reply)
                self._look(answers[place])
        self.spending.known += len(answers)

        def take(call: Call, answer: Reply | NoReply) -> None:
            if call.place in answers:
                return
            if isinstance(answer, NoReply):
                self.spending.failed += 1
            else:
                self.spending.calls += 1
            sample = jobs[call.place][1]
            if isinstance(answer, NoReply):
                answers[call.place] = Answer(sample, answer, None)
            else:
                reading = self._read(answer, sampled=sampled)
                if cache is not None:
                    cache.save({keys[call.place]: KeptReply(answer if self._keep_texts else None, reading)})
                answers[call.place] = Answer(sample, reading, answer)
                self._look(answers[call.place])
            if done is not None:
                done(len(answers), len(jobs))

        ask(_spread(calls, FIRST_READ), self.endpoint, self.declared.price, self._budget, take, self.spending)
        per = len(samples)
        return [[answers[k * per + i] for i in range(per)] for k in range(len(prompts))]

    def _read(self, reply: Reply, *, sampled: bool) -> Reading:
        return read_reply(reply, self.declared.reply, self.declared.scale, sampled=sampled)

    def _key(self, body: Mapping[str, Any], sample: int, *, sampled: bool) -> bytes:
        reading = f"{self._reading} {sampled}" if self._reading else ""
        return reply_key(self.endpoint.url, body, sample, reading)

    def _look(self, answer: Answer) -> None:
        """Look at one of the first replies, and end the run where it shows that no reply will have a score.

        Raises
        ------
        EndpointError
            If there are no probabilities, and that is declared to be an error.
        DataError
            If so many as `FIRST_READ` have been read in vain.
        """
        outcome = answer.reading.outcome
        if outcome == "without probabilities" and self.declared.reply.without == "error":
            raise EndpointError(
                f"{self.endpoint.url}: '{self.model}' lacks probabilities of tokens, which the score of "
                f'{self.declared.where} is made of. Declare what then: without = "samples" in [reply], '
                "or another way to read a reply."
            )
        if self._unread is None:
            return
        if outcome not in _UNREADABLE:
            self._unread = None
            return
        self._unread.append(answer)
        if len(self._unread) == FIRST_READ:
            tally = Tally()
            for one in self._unread:
                tally.add(one.reply, one.reading)
            raise unscored(self.declared, f"none of the first {FIRST_READ} replies has a score", tally)


def unscored(declared: JudgeDeclaration, what: str, tally: Tally) -> DataError:
    """Build the error for replies none of which has a score."""
    return DataError(
        f"'{declared.name}': {what}. {'; '.join(tally.notes()) or 'No reply could be read'}. Mend the prompt, or how "
        f"replies are read ([reply]), in {declared.where}. Replies are kept: what was answered is not paid for again, "
        "unless the prompt changes."
    )


def _spread(calls: Sequence[Call], first: int) -> list[Call]:
    """Return calls so that the first of them are of all places alike; the others stay in order."""
    if len(calls) <= first:
        return list(calls)
    chosen = {k * (len(calls) - 1) // (first - 1) for k in range(first)}
    return [*(calls[k] for k in sorted(chosen)), *(one for k, one in enumerate(calls) if k not in chosen)]


def mean_score(answers: Sequence[Answer]) -> float:
    """Return the mean of the scores that were read, NaN where there is none."""
    scores = [answer.reading.score for answer in answers if isinstance(answer.reading, Reading)]
    read = [score for score in scores if not np.isnan(score)]
    return float(np.mean(read)) if read else float("nan")


def _schema(declared: JudgeDeclaration) -> dict[str, Any]:
    """Return the schema of a reply; the reason comes first, so that the score can follow from it."""
    reply, scale = declared.reply, declared.scale
    score: dict[str, Any]
    if scale.words:
        score = {"type": "string", "enum": list(scale.words)}
    elif scale.labels:
        score = {"type": "integer", "enum": [int(value) for value in scale.labels.values()]}
    else:
        score = {"type": "number"}
    fields = {reply.reason: {"type": "string"}} if reply.reason else {}
    fields[reply.score] = score
    return {
        "type": "json_schema",
        "json_schema": {
            "name": "judgement",
            "strict": True,
            "schema": {
                "type": "object",
                "properties": fields,
                "required": list(fields),
                "additionalProperties": False,
            },
        },
    }


def _bytes(body: Mapping[str, Any]) -> int:
    sent = [message["content"] for message in body["messages"]]
    if "response_format" in body:
        sent.append(json.dumps(body["response_format"]))
    return sum(len(text.encode(errors="replace")) for text in sent)


def _most_in(body: Mapping[str, Any]) -> int:
    """Return the most tokens that a request can have: a token is a byte or more."""
    return _bytes(body) + _PER_MESSAGE * (len(body["messages"]) + 1)
