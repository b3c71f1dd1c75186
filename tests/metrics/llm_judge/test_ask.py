"""An endpoint that misbehaves: each misbehaviour has one outcome."""

from __future__ import annotations

import email.utils
import gzip
import json
import time

import pytest

from trueness.errors import ArgumentError, BudgetError, EndpointError
from trueness.metrics.llm_judge.ask import MOST_FAILURES, Call, NoReply, ask
from trueness.metrics.llm_judge.declaration import Price
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint
from trueness.metrics.llm_judge.reply import Reply
from trueness.metrics.llm_judge.spending import Budget, Spending

KEY = "sk-planted-1234567890abcdef"


def call(place, text="hello", most_in=100, most_out=50):
    body = {"model": "m", "messages": [{"role": "user", "content": text}], "max_tokens": 50}
    return Call(place, body, most_in, most_out)


def asked(stub, n=1, *, budget=None, price=None, at_once=4, **given):
    found = {}
    endpoint = JudgeEndpoint(stub.url, at_once=at_once, **{"retries": 0, "timeout": 5.0, **given})
    ask(
        [call(k, f"text {k}") for k in range(n)],
        endpoint,
        price,
        budget,
        lambda c, a: found.update({c.place: a}),
    )
    return [found[k] for k in sorted(found)]


def test_replies_come_with_what_they_cost(stub, said):
    stub.answer = lambda body, count: said.completion(body["messages"][0]["content"].upper(), usage=(7, 3))
    found = asked(stub, 9)
    assert [(one.text, one.tokens_in, one.tokens_out) for one in found] == [
        (f"TEXT {k}", 7, 3) for k in range(9)
    ]


def test_no_more_requests_at_a_time_than_asked_for(stub, said):
    stub.answer = lambda body, count: said.raw(said.completion("4"), seconds=0.02)
    asked(stub, 12, at_once=3)
    assert 2 <= stub.most_at_once <= 3


def test_nothing_is_asked_for_nothing(stub):
    assert asked(stub, 0) == []
    assert stub.asked == []


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_the_client_tries_again_where_the_endpoint_is_busy(stub, said, quick, status):
    stub.answer = lambda body, count: said.raw({}, status=status) if count < 3 else said.completion("4")
    (reply,) = asked(stub, retries=2)
    assert reply.text == "4"
    assert len(stub.asked) == 3


def test_it_waits_as_long_as_it_is_told(stub, said, quick):
    stub.answer = lambda body, count: (
        said.raw({}, status=429, headers={"retry-after": "0.3"}) if count == 1 else said.completion("4")
    )
    start = time.monotonic()
    assert asked(stub, retries=1)[0].text == "4"
    assert time.monotonic() - start >= 0.3


def test_it_waits_until_a_date(stub, said, quick):
    until = time.time() + 1.2  # dates are whole seconds
    date = email.utils.formatdate(until, usegmt=True)
    stub.answer = lambda body, count: (
        said.raw({}, status=429, headers={"retry-after": date}) if count == 1 else said.completion("4")
    )
    assert asked(stub, retries=1)[0].text == "4"
    assert time.time() >= int(until)


def test_it_does_not_wait_for_hours(stub, said):
    stub.answer = lambda body, count: said.raw({}, status=429, headers={"retry-after": "7200"})
    with pytest.raises(EndpointError, match="HTTP status 429"):
        asked(stub, retries=3)
    assert len(stub.asked) == 1


FAILURES = {
    "silent": ({"seconds": 0.5}, "no whole answer within 0.2 s"),
    "dripping": ({"how": "drip", "seconds": 0.02}, "no whole answer within 0.2 s"),
    "cut off": ({"how": "cut"}, "the connection failed"),
    "reset": ({"how": "reset"}, "the connection failed"),
    "HTML": (
        {"content": b"<html>Login</html>", "kind": "text/html"},
        "it sent no JSON: '<html>Login</html>'",
    ),
    "HTML called JSON": ({"content": b"<html>Login</html>"}, "it sent no JSON"),
    "half of JSON": ({"content": b'{"choices": ['}, "it sent no JSON"),
    "NaN in JSON": ({"content": b'{"choices": [], "x": NaN}'}, "NaN is a number that JSON lacks"),
    "a key twice": ({"content": b'{"choices": [], "choices": []}'}, "the key 'choices' occurs twice"),
    "nothing": ({"content": b""}, "it sent no JSON"),
    "a list": ({"content": b"[]"}, "than a chat completion"),
    "no choice": ({"content": {"choices": []}}, "it sent an empty list of choices"),
    "no message": ({"content": {"choices": [{}]}}, "a choice that lacks a message"),
    "no text": ({"content": {"choices": [{"message": {"content": 4}}]}}, "a message other than text"),
    "no UTF-8": ({"content": b'{"choices": "\xff"}'}, "is not UTF-8"),
    "too deep": ({"content": b"[" * 100_000}, "is nested too deeply"),
    "an endless reply": (
        {"content": {"choices": [{"message": {"content": "x" * 1_000_001}}]}},
        "a reply of 1,000,001 letters",
    ),
    "an endless answer": ({"content": b" " * 16_000_001}, "more than 16,000,000 bytes"),
    "unavailable": (
        {"status": 503, "content": {"error": {"message": "overloaded"}}},
        "status 503: overloaded",
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_request_that_fails_is_told(stub, said, name):
    how, expected = FAILURES[name]
    sent = said.raw(**{"content": said.completion("4"), **how})
    stub.answer = lambda body, count: sent if count == 1 else said.completion("4")
    limit = 0.2 if "0.2 s" in expected else 5.0
    first, second = asked(stub, 2, at_once=1, timeout=limit)
    assert isinstance(first, NoReply)
    assert first.outcome == "failed"
    assert expected in first.problem
    assert second.text == "4"


def test_an_endpoint_that_always_fails_ends_the_run(stub, said):
    stub.answer = lambda body, count: said.raw({}, status=500)
    with pytest.raises(EndpointError, match=f"no reply to {MOST_FAILURES} requests in a row, tried once"):
        asked(stub, 50, at_once=1)
    assert len(stub.asked) == MOST_FAILURES


def test_an_endpoint_that_is_not_there_ends_the_run(stub):
    stub.close()
    endpoint = JudgeEndpoint(stub.url, retries=0)
    with pytest.raises(
        EndpointError, match="no reply to a request, tried once; the last time the connection"
    ):
        ask([call(0)], endpoint, None, None, lambda *_: None)
    stub.close = lambda: None


REFUSALS = {
    401: ({"error": {"message": f"Incorrect API key provided: {KEY}."}}, "Is the key right"),
    403: ({"error": {"message": f"{KEY} may not"}}, "The key does not allow it"),
    404: ({"error": {"message": "The model 'm' does not exist"}}, "'m' does not exist. Are the address"),
    400: ({"error": {"message": "Unknown parameter: 'response_format'"}}, "Unknown parameter.*what the decl"),
    429: ({"error": {"message": "Pay.", "code": "insufficient_quota"}}, "Pay. The account has nothing left"),
    307: ({}, "It sends requests elsewhere"),
}


@pytest.mark.parametrize("status", REFUSALS)
def test_what_would_be_refused_again_ends_the_run_at_once(stub, said, monkeypatch, status):
    monkeypatch.setenv("TRUENESS_JUDGE_KEY", KEY)
    content, expected = REFUSALS[status]
    stub.answer = lambda body, count: said.raw(content, status=status, headers={"location": "http://other/"})
    with pytest.raises(EndpointError, match=expected) as caught:
        asked(stub, 20, at_once=1)
    assert len(stub.asked) == 1
    assert KEY not in f"{caught.value} {caught.value.__cause__!r} {caught.value.__context__!r}"


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, {"code": "context_length_exceeded", "message": "Too much."}),
        (400, {"message": "This model's maximum context length is 4096 tokens."}),
        (413, {"message": "Too large."}),
    ],
)
def test_a_prompt_that_is_too_long_concerns_itself_only(stub, said, status, error):
    stub.answer = lambda body, count: (
        said.raw({"error": error}, status=status) if count == 1 else said.completion("4")
    )
    first, second = asked(stub, 2, at_once=1)
    assert first.outcome == "too long"
    assert second.text == "4"


def test_many_prompts_that_are_too_long_are_no_failure(stub, said):
    stub.answer = lambda body, count: said.raw({"error": {"message": "Too large."}}, status=413)
    assert {one.outcome for one in asked(stub, 8)} == {"too long"}


def test_a_filter_in_place_of_a_reply_is_a_refusal(stub, said):
    error = {"code": "content_filter", "message": "The prompt was filtered."}
    stub.answer = lambda body, count: said.raw({"error": error}, status=400)
    (reply,) = asked(stub)
    assert isinstance(reply, Reply)
    assert reply.refusal == "The prompt was filtered."


def test_the_key_goes_to_the_endpoint_and_into_no_reply(stub, said, monkeypatch):
    monkeypatch.setenv("TRUENESS_JUDGE_KEY", KEY)
    stub.answer = lambda body, count: said.completion(
        f"4 {KEY}",
        refusal=f"no {KEY}",
        finish=KEY,
        tokens=[said.token({f"a{KEY}": 0.5, "b": 0.5}, said="b"), said.token({"c": 0.9})],
    )
    (reply,) = asked(stub)
    assert stub.keys == [f"Bearer {KEY}"]
    assert KEY not in reply.to_json()
    assert reply.text == "4 [key]"
    half = len(KEY) // 2
    pieces = [said.token({KEY[:half]: 0.9}), said.token({KEY[half:]: 0.9})]
    stub.answer = lambda body, count: said.completion("4", tokens=pieces)
    assert asked(stub)[0].tokens is None


def test_openais_key_goes_to_no_other_address(stub, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    asked(stub)
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url + "/")
    asked(stub)
    assert stub.keys == ["Bearer none", f"Bearer {KEY}"]


def test_a_key_that_is_none_is_not_shown(stub, monkeypatch):
    monkeypatch.setenv("TRUENESS_JUDGE_KEY", "sk-one\nsk-two")
    with pytest.raises(ArgumentError, match="TRUENESS_JUDGE_KEY holds letters") as caught:
        asked(stub)
    assert "sk-" not in str(caught.value)


def test_a_budget_is_not_exceeded_and_what_came_before_is_handed_over(stub, said):
    # a request is 150 at most and 10 in fact: of 400, one can be set aside while spent + 150 <= 400
    stub.answer = lambda body, count: said.completion("4", usage=(7, 3))
    budget, found = Budget(tokens=400), []
    endpoint = JudgeEndpoint(stub.url, at_once=4)
    with pytest.raises(BudgetError, match=r"budget of 400 tokens does not allow .* at most 150 tokens"):
        ask([call(k) for k in range(100)], endpoint, None, budget, lambda c, a: found.append(a))
    assert len(found) == len(stub.asked) == 26  # 25 * 10 + 150 = 400
    assert sum(reply.tokens_in + reply.tokens_out for reply in found) <= 400


def test_where_the_endpoint_does_not_count_the_most_is_taken(stub, said):
    stub.answer = lambda body, count: said.completion("4", usage=None)
    budget, found = Budget(tokens=400), []
    with pytest.raises(BudgetError):
        ask([call(k) for k in range(9)], JudgeEndpoint(stub.url), None, budget, lambda c, a: found.append(a))
    assert len(found) == 2


def test_an_interrupted_run_hands_over_what_has_come(stub, said):
    found = {}

    def take(one, answer):
        new = one.place not in found
        found[one.place] = answer
        if new and len(found) == 3:
            raise KeyboardInterrupt

    stub.answer = lambda body, count: said.raw(said.completion("4"), seconds=0.005 * count)
    with pytest.raises(KeyboardInterrupt):
        ask([call(k) for k in range(200)], JudgeEndpoint(stub.url, at_once=2), None, None, take)
    assert 3 <= len(found) <= len(stub.asked) <= len(found) + 2


def test_no_more_is_paid_for_than_is_taken_where_the_taker_is_slower_than_the_model(stub):
    ahead = []

    def take(one, answer):
        time.sleep(0.01)  # a disk that is slow to save
        ahead.append(len(stub.asked) - len(ahead))

    ask([call(k) for k in range(40)], JudgeEndpoint(stub.url, at_once=2), None, None, take)
    assert len(ahead) == 40
    assert max(ahead) <= 2


def test_it_runs_where_a_loop_runs_already(stub):
    import asyncio

    async def notebook():
        return asked(stub)

    assert asyncio.run(notebook())[0].text == "4"


def test_what_is_sent_is_what_was_asked(stub):
    asked(stub)
    assert json.dumps(stub.asked[0], sort_keys=True) == json.dumps(
        {"max_tokens": 50, "messages": [{"content": "text 0", "role": "user"}], "model": "m"}, sort_keys=True
    )


def spent_on(stub, n=1, *, tokens=None, retries=0, at_once=1, timeout=5.0):
    """Return what asking is counted as, and what ended it."""
    spending, ended = Spending(cost=0.0), None
    endpoint = JudgeEndpoint(stub.url, at_once=at_once, retries=retries, timeout=timeout)
    try:
        ask(
            [call(k) for k in range(n)],
            endpoint,
            Price(1e6, 1e6),
            Budget(tokens),
            lambda *_: None,
            spending,
        )
    except EndpointError as error:
        ended = error
    return spending, ended


MOST = (100, 50)
COUNTED = {
    "a reply that is counted": ({}, (30, 5), 0),
    "a reply that is not": ({"content": "no usage"}, MOST, 1),
    "no choice, but usage": (
        {"content": {"choices": [], "usage": {"prompt_tokens": 60, "completion_tokens": 9}}},
        (60, 9),
        0,
    ),
    "half of the usage": ({"content": {"choices": [], "usage": {"prompt_tokens": 60}}}, (60, 50), 1),
    "usage that is none": (
        {"content": {"choices": [], "usage": {"prompt_tokens": -1, "completion_tokens": True}}},
        MOST,
        1,
    ),
    "HTML": ({"content": b"<html>", "kind": "text/html"}, MOST, 1),
    "silence": ({"seconds": 0.5}, MOST, 1),
    "cut off": ({"how": "cut"}, MOST, 1),
    "a failure": ({"status": 500, "content": {}}, MOST, 1),
    "a failure that says what it took": (
        {"status": 502, "content": {"usage": {"prompt_tokens": 60, "completion_tokens": 0}}},
        (60, 0),
        0,
    ),
    "too many at a time": ({"status": 429, "content": {}}, (0, 0), 0),
    "not ready": ({"status": 503, "content": {}}, (0, 0), 0),
    "another key": ({"status": 401, "content": {}}, (0, 0), 0),
}


@pytest.mark.parametrize("name", COUNTED)
def test_what_an_attempt_is_counted_as(stub, said, name):
    how, tokens, unknown = COUNTED[name]
    content = said.completion("4")
    if how.get("content") == "no usage":
        how, content = {}, said.completion("4", usage=None)
    stub.answer = lambda body, count: said.raw(**{"content": content, **how})
    spending, _ = spent_on(stub, timeout=0.2 if "seconds" in how else 5.0)
    assert (spending.tokens_in, spending.tokens_out) == tokens
    assert (spending.attempts, spending.unknown) == (1, unknown)
    assert spending.cost == pytest.approx(sum(tokens))


def test_an_endpoint_that_is_not_there_costs_nothing(stub):
    stub.close()
    spending, ended = spent_on(stub, retries=0)
    stub.close = lambda: None
    assert ended is not None
    assert (spending.tokens_in, spending.tokens_out, spending.unknown) == (0, 0, 0)


def test_every_attempt_counts(stub, said, quick):
    stub.answer = lambda body, count: said.raw({}, status=500) if count % 3 else said.completion("4")
    spending, ended = spent_on(stub, 2, retries=2)
    assert ended is None
    assert (spending.attempts, spending.unknown) == (6, 4)
    assert (spending.tokens_in, spending.tokens_out) == (4 * 100 + 60, 4 * 50 + 10)


@pytest.mark.parametrize("kind", ["silence", "a failure", "no choice, but usage"])
def test_attempts_in_vain_do_not_exceed_a_budget(stub, said, quick, kind):
    how, tokens, _ = COUNTED[kind]
    # every other request has a reply, so that failures in a row do not end the run
    stub.answer = lambda body, count: (
        said.raw(**{"content": said.completion("4"), **how}) if count % 2 else said.completion("4")
    )
    spending, ended = spent_on(
        stub, 500, tokens=3000, retries=2, at_once=3, timeout=0.1 if kind == "silence" else 5.0
    )
    assert isinstance(ended, BudgetError)
    billed = sum(sum(tokens) if count % 2 else 35 for count in range(1, len(stub.asked) + 1))
    assert billed <= 3000
    assert spending.tokens_in + spending.tokens_out <= 3000
    assert spending.tokens_in + spending.tokens_out > 3000 - 150 - 3 * 150
    assert spending.attempts == len(stub.asked)


def test_attempts_under_way_count_when_a_run_is_stopped(stub, said):
    def take(*_):
        raise KeyboardInterrupt

    stub.answer = lambda body, count: said.raw(said.completion("4"), seconds=0.3 * (count > 1))
    spending = Spending()
    with pytest.raises(KeyboardInterrupt):
        ask([call(k) for k in range(9)], JudgeEndpoint(stub.url, at_once=3), None, None, take, spending)
    until = time.monotonic() + 5
    while len(stub.asked) < spending.attempts and time.monotonic() < until:
        time.sleep(0.01)  # what was sent may be on its way
    assert spending.attempts == len(stub.asked)
    assert spending.tokens_in >= 30 + 100 * spending.unknown


@pytest.mark.parametrize("packing", ["gzip", "deflate", "gzip, gzip", "br"])
def test_a_packed_answer_is_not_unpacked(stub, said, packing):
    packed = gzip.compress(b'{"choices": "' + bytes(3_000_000) + b'"}')
    stub.answer = lambda body, count: (
        said.raw(packed, headers={"content-encoding": packing}) if count == 1 else said.completion("4")
    )
    first, second = asked(stub, 2, at_once=1, retries=3)
    assert first.problem == f"it sent a packed answer ({packing}), which was not asked for"
    assert second.text == "4"
