"""Ask an endpoint, several requests at a time; each request ends in a reply or in why there is none."""

from __future__ import annotations

import queue
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from trueness.data.files.strict_json import parse_strictly
from trueness.errors import BudgetError, EndpointError, FormatError, TruenessError, import_extra
from trueness.metrics.llm_judge.declaration import Price
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint, without_key
from trueness.metrics.llm_judge.reply import Reply, Token, UnusableError, reply_of, usage_of
from trueness.metrics.llm_judge.retrying import pause_before
from trueness.metrics.llm_judge.spending import NOTHING, Budget, Meter, Said, Spending

if TYPE_CHECKING:
    import asyncio

    import openai

MOST_FAILURES = 5
"""So many requests without a reply, one after the other, end a run: the endpoint is not there."""

_TOO_LONG = re.compile(
    r"context.?(length|window)|maximum context|too (many tokens|long|large)", re.IGNORECASE
)
_FILTERED = re.compile(r"content.?(filter|policy|management)|safety", re.IGNORECASE)
_REMEDIES = {
    401: "Is the key right? It is taken from the variable TRUENESS_JUDGE_KEY.",
    403: "The key does not allow it.",
    404: "Are the address (it ends in /v1 as a rule) and the name of the model right?",
    429: "The account has nothing left.",
}
_SHOWN = 200  # letters of what an endpoint says


class Call(NamedTuple):
    """A request.

    Attributes
    ----------
    place : int
        What the caller knows it by.
    body : mapping of str to Any
        Parameters of a chat completion.
    most_in, most_out : int
        The most tokens that it can have, and the reply.
    """

    place: int
    body: Mapping[str, Any]
    most_in: int
    most_out: int

    @property
    def most(self) -> tuple[int, int]:
        """Both."""
        return self.most_in, self.most_out


class NoReply(NamedTuple):
    """Why there is no reply.

    Attributes
    ----------
    outcome : {'failed', 'too long'}
        Whether the endpoint has failed, or says that the prompt is longer than the model takes.
    problem : str
    """

    outcome: Literal["failed", "too long"]
    problem: str


def ask(
    calls: Sequence[Call],
    endpoint: JudgeEndpoint,
    price: Price | None,
    budget: Budget | None,
    take: Callable[[Call, Reply | NoReply], None],
    spending: Spending | None = None,
) -> None:
    """Ask, and hand over what comes of requests as it comes.

    A request is made only when one before it is handed over: of replies that are paid for and not yet taken there are
    never more than the endpoint is asked at once.

    Parameters
    ----------
    calls : sequence of Call
    endpoint : JudgeEndpoint
    price : Price or None
    budget : Budget or None
    take : callable
        Called in this thread with each request and what came of it, in the order in which they come; also with
        those that have come when the run is stopped, and perhaps twice with one of them then.
    spending : Spending, optional
        Where attempts are counted, those too that are given up when the run is stopped.

    Raises
    ------
    EndpointError
        If the endpoint refuses the key, the model or the form of a request, or fails again and again.
    BudgetError
        If the next attempt could cost more than is left.
    ArgumentError
        If the key in the environment is none.
    MissingExtraError
        If the client is not installed.
    """
    if not calls:
        return
    import_extra("openai", extra="judge", feature="asking a model for scores")
    from anyio.from_thread import start_blocking_portal

    endpoint.key()  # what is wrong with it is said here
    answers: queue.Queue[_Answer | None] = queue.Queue()
    meter = Meter(price, budget, spending or Spending())
    answer: _Answer | None = None
    try:
        # the loop has a thread of its own: a notebook has one that runs in this
        with start_blocking_portal(backend="asyncio") as portal:
            work = portal.start_task_soon(_Asking(calls, endpoint, meter, answers).run)
            work.add_done_callback(lambda _: answers.put(None))
            while (answer := answers.get()) is not None:
                take(answer.call, answer.outcome)
                portal.start_task_soon(answer.taken.set)
    except BaseException:  # requests under way have been given up
        if answer is not None:
            take(answer.call, answer.outcome)
        while not answers.empty():
            left = answers.get()
            if left is not None:
                take(left.call, left.outcome)
        raise
    error = work.exception()
    if error is not None:
        raise error


class _Answer(NamedTuple):
    call: Call
    outcome: Reply | NoReply
    taken: asyncio.Event


class _Attempt(NamedTuple):
    """What came of one attempt.

    Attributes
    ----------
    outcome : Reply, NoReply or EndpointError
        The last if all requests would end so.
    said : Said
        What it took, as far as the endpoint says.
    passing : bool
        Whether another attempt may end better.
    headers : mapping of str to str
        What the endpoint says of how long to wait.
    """

    outcome: Reply | NoReply | EndpointError
    said: Said
    passing: bool = False
    headers: Mapping[str, str] = MappingProxyType({})


class _Asking:
    def __init__(
        self,
        calls: Sequence[Call],
        endpoint: JudgeEndpoint,
        meter: Meter,
        answers: queue.Queue[_Answer | None],
    ) -> None:
        self._calls, self._endpoint = calls, endpoint
        self._meter, self._answers = meter, answers
        self._key = endpoint.key()
        self._failures: list[str] = []  # one after the other
        self._any_reply = False

    async def run(self) -> None:
        import asyncio

        from trueness.metrics.llm_judge.client import open_client

        left = iter(self._calls)
        self._settled = asyncio.Condition()
        try:
            async with open_client(self._endpoint) as client, asyncio.TaskGroup() as workers:
                for _ in range(min(self._endpoint.at_once, len(self._calls))):
                    workers.create_task(self._work(client, left))
        except BaseExceptionGroup as group:
            found = _first(group)
            # its causes may hold what the endpoint sent, and so the key
            raise found from (None if isinstance(found, TruenessError) else group)
        if not self._any_reply and self._failures:
            raise self._given_up()

    async def _work(self, client: openai.AsyncOpenAI, left: Iterator[Call]) -> None:
        import asyncio

        for call in left:
            answer = await self._answer(client, call)
            taken = asyncio.Event()
            self._answers.put(_Answer(call, answer, taken))
            self._watch(answer)
            await taken.wait()

    async def _answer(self, client: openai.AsyncOpenAI, call: Call) -> Reply | NoReply:
        """Return what comes of a request, which is made again where the endpoint is busy, fails or is silent."""
        import asyncio

        outcome: Reply | NoReply = NoReply("failed", "the run was stopped")
        for again in range(self._endpoint.retries + 1):
            await self._set_aside(call)
            said = Said()
            try:
                attempt = await self._one(client, call)
                said = attempt.said
            finally:
                self._meter.settle(call.most, said)
                async with self._settled:
                    self._settled.notify_all()
            if isinstance(attempt.outcome, EndpointError):
                raise attempt.outcome
            outcome = attempt.outcome
            pause = pause_before(again + 1, attempt.headers, call.place) if attempt.passing else None
            if pause is None or again == self._endpoint.retries:
                break
            await asyncio.sleep(pause)
        return outcome

    async def _set_aside(self, call: Call) -> None:
        budget = self._meter.budget
        while not self._meter.set_aside(call.most):
            if not budget.waiting:
                raise BudgetError(
                    f"the budget of {budget.said()} does not allow for the next request, of at most "
                    f"{call.most_in + call.most_out:,} tokens."
                )
            async with self._settled:
                await self._settled.wait()

    def _watch(self, answer: Reply | NoReply) -> None:
        if isinstance(answer, NoReply) and answer.outcome == "failed":
            self._failures.append(answer.problem)
            if len(self._failures) >= MOST_FAILURES:
                raise self._given_up()
        else:
            self._failures.clear()
            self._any_reply = True

    def _given_up(self) -> EndpointError:
        again = "once" if self._endpoint.retries == 0 else f"up to {self._endpoint.retries + 1} times each"
        count = "a request" if len(self._failures) == 1 else f"{len(self._failures)} requests in a row"
        return EndpointError(
            f"{self._endpoint.url}: no reply to {count}, tried {again}; the last time {self._failures[-1]}."
        )

    async def _one(self, client: openai.AsyncOpenAI, call: Call) -> _Attempt:
        """Make one attempt."""
        import openai

        try:
            answer = await client.chat.completions.with_raw_response.create(**call.body)
        except openai.APITimeoutError as error:
            problem = f"there was no whole answer within {self._endpoint.timeout:g} s"
            return _Attempt(NoReply("failed", problem), _of_a_connection(error), passing=True)
        except openai.APIConnectionError as error:
            problem = f"the connection failed ({self._said(str(error.__cause__ or error))})"
            return _Attempt(NoReply("failed", problem), _of_a_connection(error), passing=True)
        except openai.APIStatusError as error:
            return self._refused(error)
        except openai.OpenAIError as error:
            return _Attempt(NoReply("failed", self._said(str(error))), Said())
        return self._answered(answer.http_response.content)

    def _answered(self, content: bytes) -> _Attempt:
        said = Said()
        try:
            body = parse_strictly(content, "", what="it", remedy="")
            said = Said(*usage_of(body))
            return _Attempt(self._clean(reply_of(body)), said)
        except FormatError as error:
            start = self._said(content[:10_000].decode(errors="replace"))
            problem = f"it sent no JSON: {start!r} ({error.problem.rstrip('.')})"
        except UnusableError as error:
            problem = str(error)
        return _Attempt(NoReply("failed", problem), said)

    def _refused(self, error: openai.APIStatusError) -> _Attempt:
        """Return what a status says of one request; an EndpointError if it says something of all."""
        status = error.status_code
        body = error.body if isinstance(error.body, dict) else {}
        code = str(body.get("code") or body.get("type") or "")
        said = self._said(str(body.get("message") or error.response.text))
        shown = f"HTTP status {status}" + (f": {said}" if said else "")
        took = _of_a_status(status, error.response.content)
        if status in (400, 403, 422) and _FILTERED.search(f"{code} {said}"):
            return _Attempt(Reply("", finish="content_filter", refusal=said), took)
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(f"{code} {said}")):
            return _Attempt(NoReply("too long", shown), took)
        if (status in (408, 409, 429) or status >= 500) and code != "insufficient_quota":
            headers = error.response.headers
            return _Attempt(NoReply("failed", shown), took, passing=True, headers=headers)
        remedy = "The request is not as the endpoint wants it: see what the declaration sends."
        if 300 <= status < 400:
            remedy = "It sends requests elsewhere, which are not followed: give the address where they end."
        said_of_all = f"{self._endpoint.url}: {shown.rstrip('.')}. {_REMEDIES.get(status, remedy)}"
        return _Attempt(EndpointError(said_of_all), took)

    def _said(self, text: str) -> str:
        """Return the beginning of what an endpoint says, without the key, on one line."""
        return " ".join(without_key(text, self._key).split())[:_SHOWN]

    def _clean(self, reply: Reply) -> Reply:
        """Return a reply without the key: whatever it was that repeated it."""
        tokens = reply.tokens
        if tokens is not None:
            if self._key in "".join(token.text for token in tokens):
                tokens = None
            else:
                tokens = tuple(
                    Token(
                        token.text,
                        tuple(
                            (without_key(text, self._key), logprob) for text, logprob in token.alternatives
                        ),
                    )
                    for token in tokens
                )
        return reply._replace(
            text=without_key(reply.text, self._key),
            refusal=without_key(reply.refusal, self._key),
            finish=without_key(reply.finish, self._key),
            tokens=tokens,
        )


def _of_a_connection(error: openai.APIConnectionError) -> Said:
    """Return what a connection that failed has cost: nothing if there was none; else nobody knows what was done."""
    import httpx2

    unsent = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
    return NOTHING if isinstance(error.__cause__, unsent) else Said()


def _of_a_status(status: int, content: bytes) -> Said:
    """Return what a refusal has cost: what it says; nothing if it was refused beforehand; else nobody knows."""
    try:
        said = Said(*usage_of(parse_strictly(content, "", what="it", remedy="")))
    except FormatError:
        said = Said()
    beforehand = status < 500 or status == 503
    return NOTHING if beforehand and said == Said() else said


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error of a group; of those on purpose, where there is one."""
    flat: list[BaseException] = []
    for error in group.exceptions:
        flat += [_first(error)] if isinstance(error, BaseExceptionGroup) else [error]
    return next((error for error in flat if isinstance(error, TruenessError)), flat[0])
