"""Ask an endpoint, several requests at a time; each request ends in a reply or in why there is none."""

from __future__ import annotations

import queue
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from trueness.data.files.strict_json import parse_strictly
from trueness.errors import BudgetError, EndpointError, FormatError, TruenessError, import_extra
from trueness.metrics.llm_judge.declaration import Price
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint, without_key
from trueness.metrics.llm_judge.reply import Reply, Token, UnusableError, reply_of
from trueness.metrics.llm_judge.spending import Budget

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

    Raises
    ------
    EndpointError
        If the endpoint refuses the key, the model or the form of a request, or fails again and again.
    BudgetError
        If the next request could cost more than is left.
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
    answer: _Answer | None = None
    try:
        # the loop has a thread of its own: a notebook has one that runs in this
        with start_blocking_portal(backend="asyncio") as portal:
            work = portal.start_task_soon(_Asking(calls, endpoint, price, budget or Budget(), answers).run)
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


class _Asking:
    def __init__(
        self,
        calls: Sequence[Call],
        endpoint: JudgeEndpoint,
        price: Price | None,
        budget: Budget,
        answers: queue.Queue[_Answer | None],
    ) -> None:
        self._calls, self._endpoint, self._price = calls, endpoint, price
        self._budget, self._answers = budget, answers
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
            await self._set_aside(call)
            answer: Reply | NoReply | None = None
            try:
                answer = await self._one(client, call)
            finally:
                self._settle(call, answer)
                async with self._settled:
                    self._settled.notify_all()
            taken = asyncio.Event()
            self._answers.put(_Answer(call, answer, taken))
            self._watch(answer)
            await taken.wait()

    async def _set_aside(self, call: Call) -> None:
        while not self._budget.set_aside(call.most_in, call.most_out, self._price):
            if not self._budget.waiting:
                raise BudgetError(
                    f"the budget of {self._budget.said()} does not allow for the next request, of at most "
                    f"{call.most_in + call.most_out:,} tokens."
                )
            async with self._settled:
                await self._settled.wait()

    def _settle(self, call: Call, answer: Reply | NoReply | None) -> None:
        spent = (0, 0)
        if isinstance(answer, Reply):
            spent = spent_on(call, answer)
        self._budget.settle((call.most_in, call.most_out), spent, self._price)

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

    async def _one(self, client: openai.AsyncOpenAI, call: Call) -> Reply | NoReply:
        import openai

        try:
            answer = await client.chat.completions.with_raw_response.create(**call.body)
        except openai.APITimeoutError:
            return NoReply("failed", f"there was no whole answer within {self._endpoint.timeout:g} s")
        except openai.APIConnectionError as error:
            return NoReply("failed", f"the connection failed ({self._said(str(error.__cause__ or error))})")
        except openai.APIStatusError as error:
            return self._refused(error)
        except openai.OpenAIError as error:
            return NoReply("failed", self._said(str(error)))
        return self._answered(answer.http_response.content)

    def _answered(self, content: bytes) -> Reply | NoReply:
        try:
            return self._clean(reply_of(parse_strictly(content, "", what="it", remedy="")))
        except FormatError as error:
            start = self._said(content[:10_000].decode(errors="replace"))
            return NoReply("failed", f"it sent no JSON: {start!r} ({error.problem.rstrip('.')})")
        except UnusableError as error:
            return NoReply("failed", str(error))

    def _refused(self, error: openai.APIStatusError) -> Reply | NoReply:
        """Return what a status says of one request.

        Raises
        ------
        EndpointError
            If it says something of all.
        """
        status = error.status_code
        body = error.body if isinstance(error.body, dict) else {}
        code = str(body.get("code") or body.get("type") or "")
        said = self._said(str(body.get("message") or error.response.text))
        shown = f"HTTP status {status}" + (f": {said}" if said else "")
        if status in (400, 403, 422) and _FILTERED.search(f"{code} {said}"):
            return Reply("", finish="content_filter", refusal=said)
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(f"{code} {said}")):
            return NoReply("too long", shown)
        if (status in (408, 409, 429) or status >= 500) and code != "insufficient_quota":
            return NoReply("failed", shown)
        remedy = "The request is not as the endpoint wants it: see what the declaration sends."
        if 300 <= status < 400:
            remedy = "It sends requests elsewhere, which are not followed: give the address where they end."
        raise EndpointError(f"{self._endpoint.url}: {shown.rstrip('.')}. {_REMEDIES.get(status, remedy)}")

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


def spent_on(call: Call, reply: Reply) -> tuple[int, int]:
    """Return the tokens in and out that a reply cost: the most that it can have, where the endpoint does not say."""
    return (
        call.most_in if reply.tokens_in is None else reply.tokens_in,
        call.most_out if reply.tokens_out is None else reply.tokens_out,
    )


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error of a group; of those on purpose, where there is one."""
    flat: list[BaseException] = []
    for error in group.exceptions:
        flat += [_first(error)] if isinstance(error, BaseExceptionGroup) else [error]
    return next((error for error in flat if isinstance(error, TruenessError)), flat[0])
