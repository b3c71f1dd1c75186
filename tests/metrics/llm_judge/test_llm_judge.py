"""A judge as a metric: scores from replies, what is asked once and never again, what is said of the rest."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, BudgetError, DataError, EndpointError, UnsupportedMethodError
from trueness.metrics.llm_judge.asked import FIRST_READ
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint
from trueness.metrics.llm_judge.llm_judge import LlmJudge
from trueness.metrics.llm_judge.reply_cache import ReplyCache
from trueness.metrics.llm_judge.reply_file import write_replies
from trueness.metrics.llm_judge.spending import Budget
from trueness.metrics.scoring.registry import get_metric, get_metrics
from trueness.metrics.scoring.score import score

GEVAL = 'read = "probabilities"\nwithout = "samples"\nfallback_samples = 3'


@pytest.fixture
def judge(stub, declare):
    """Return a judge that asks the stub."""

    def made(declared=None, *, retries=0, at_once=4, **given):
        endpoint = JudgeEndpoint(stub.url, retries=retries, at_once=at_once, timeout=5)
        return LlmJudge(declared or declare(), endpoint, **given)

    return made


def scores(judge, *outputs):
    return judge.score(outputs, [()] * len(outputs), [None] * len(outputs)).tolist()


def last_word(body, count=0):
    return body["messages"][-1]["content"].split()[-1]


def test_scores_are_those_of_the_replies(stub, said, judge):
    stub.answer = lambda body, count: said.completion(last_word(body))
    assert scores(judge(), "a 4", "b 1", "c 5") == [4, 1, 5]
    assert {body["messages"][0]["content"] for body in stub.asked} == {"Rate: a 4", "Rate: b 1", "Rate: c 5"}
    assert stub.asked[0]["model"] == "m"
    assert stub.asked[0]["temperature"] == 0
    assert stub.asked[0]["max_tokens"] == 512


def test_equal_prompts_are_asked_once(stub, judge):
    assert scores(judge(), *["a"] * 9, "b") == [4] * 10
    assert len(stub.asked) == 2


def test_an_output_without_words_is_not_shown(stub, judge, declare, said):
    given = scores(judge(), "", " \n", "a")
    assert np.isnan(given[:2]).all()
    worst = declare(said.direct.replace("lower = 1", "lower = 1\nempty = 1"))
    assert scores(judge(worst), "", "a") == [1, 4]
    assert len(stub.asked) == 1
    assert scores(judge(), "") != []


def test_what_is_known_is_not_asked_again(stub, judge, declare, said):
    stub.answer = lambda body, count: said.completion(last_word(body))
    scores(judge(), "a 4", "b 1")
    again = judge()
    assert scores(again, "b 1", "c 5", "a 4") == [1, 5, 4]
    assert len(stub.asked) == 3
    assert (again.spending.calls, again.spending.known) == (1, 2)
    # read in another way, it is the same reply
    other = judge(declare(reply="read = 'pattern'\npattern = '(?P<score>[0-9])'"))
    assert scores(other, "a 4") == [4]
    assert len(stub.asked) == 3


def test_samples_are_averaged_and_have_seeds_of_their_own(stub, judge, declare, said):
    replies = iter(["4", "5", "nothing", "3"])
    stub.answer = lambda body, count: said.completion(next(replies))
    one = judge(declare(end="[sampling]\nsamples = 4\nseed = 7\ntemperature = 1"))
    assert scores(one, "a") == [4]
    assert sorted(body["seed"] for body in stub.asked) == [7, 8, 9, 10]
    (note,) = one.take_notes()
    assert note.endswith("count as missing; the first: 'nothing' is no number (nothing)")


def test_probabilities_are_asked_for(stub, judge, declare, said):
    stub.answer = lambda body, count: said.completion("4", tokens=[said.token({"4": 0.6, "5": 0.2})])
    assert scores(judge(declare(reply=GEVAL)), "a") == [pytest.approx(4.25)]  # (.6 * 4 + .2 * 5) / .8
    assert (stub.asked[0]["logprobs"], stub.asked[0]["top_logprobs"]) == (True, 20)


def test_samples_stand_in_for_probabilities_where_declared_and_that_is_said(stub, judge, declare, said):
    replies = iter(["1", "3", "4", "4"])
    stub.answer = lambda body, count: said.completion(next(replies))
    one = judge(declare(reply=GEVAL), at_once=1)
    assert scores(one, "a") == [pytest.approx(11 / 3)]
    assert ["logprobs" in body for body in stub.asked] == [True, False, False, False]
    (note,) = one.take_notes()
    assert note.startswith(
        "the endpoint gives no probabilities for 1 prompts; as declared, their scores are means of 3"
    )
    again = judge(declare(reply=GEVAL))
    assert scores(again, "a") == [pytest.approx(11 / 3)]
    assert len(stub.asked) == 4


def test_without_probabilities_and_without_a_way_out_there_is_an_error(stub, judge, declare):
    with pytest.raises(EndpointError, match=r"'m' lacks probabilities of tokens.*without = \"samples\""):
        scores(judge(declare(reply='read = "probabilities"')), "a")


def test_a_schema_is_sent_where_declared(stub, judge, declare, said):
    stub.answer = lambda body, count: said.completion('{"why": "so", "score": 2}')
    one = judge(declare(reply='read = "json"\nreason = "why"\nschema = true', end="[request]\ntop_k = 5"))
    assert scores(one, "a") == [2]
    (body,) = stub.asked
    assert body["top_k"] == 5
    assert body["response_format"]["json_schema"]["schema"] == {
        "type": "object",
        "properties": {"why": {"type": "string"}, "score": {"type": "integer", "enum": [1, 2, 3, 4, 5]}},
        "required": ["why", "score"],
        "additionalProperties": False,
    }


def test_what_came_of_replies_is_counted_by_kind(stub, judge, said):
    answers = {
        "a": said.completion("4"),
        "b": said.completion("four"),
        "c": said.completion("9"),
        "d": said.completion("4", finish="length"),
        "e": said.completion(None, refusal="I will not."),
        "f": said.completion("4", finish="content_filter"),
        "g": said.completion(""),
        "h": said.raw({"error": {"message": "maximum context length"}}, status=400),
        "i": said.raw({"error": {"message": "oops"}}, status=500),
    }
    stub.answer = lambda body, count: answers[last_word(body)]
    one = judge()
    found = scores(one, *answers)
    assert found[0] == 4
    assert np.isnan(found[1:]).all()
    kinds = [note.partition(", and count as missing; the first: ")[::2] for note in one.take_notes()]
    assert kinds == [
        ("1 of 9 replies have no score where one is declared", "'four' is no number (four)"),
        ("1 of 9 replies have a score that is not on the scale", "9 is not from 1 to 5 (9)"),
        ("2 of 9 replies are refusals", "I will not."),
        (
            "1 of 9 replies are cut at the limit of their tokens",
            "the reply ends at the limit of its tokens (4)",
        ),
        ("1 of 9 replies are empty", "the reply has no text"),
        (
            "1 of 9 replies did not come, as the prompt is longer than the model takes",
            "HTTP status 400: maximum context length",
        ),
        (
            "1 of 9 replies did not come, as the endpoint failed; the same command asks for them again",
            "HTTP status 500: oops",
        ),
    ]
    assert one.take_notes() == []
    # what was paid for is not asked for again, what did not come is
    scores(judge(), *answers)
    assert sorted(last_word(body) for body in stub.asked[9:]) == ["h", "i"]


def test_what_was_asked_and_what_it_cost(stub, judge, declare, said):
    stub.answer = lambda body, count: said.completion("4", usage=(1000, 10))
    one = judge(declare(end="[price]\ninput = 2\noutput = 50\ncurrency = 'EUR'"))
    scores(one, "a", "b")
    spent = one.spending
    assert (spent.calls, spent.tokens_in, spent.tokens_out, spent.currency) == (2, 2000, 20, "EUR")
    assert spent.cost == pytest.approx(0.004 + 0.001)


def test_a_forecast_asks_nothing(stub, judge, declare, said):
    declared = declare(end="[price]\ninput = 1\noutput = 10\n[sampling]\nsamples = 2\nmost_tokens = 100")
    one = judge(declared)
    prompts = [
        one.messages({"output": "x" * 94, "references": (), "source": None})
    ]  # 100 letters with "Rate: "
    found = one.forecast(prompts)
    assert stub.asked == []
    assert (found.calls, found.known, found.tokens_in, found.most_in, found.most_out) == (2, 0, 50, 264, 200)
    assert found.cost == pytest.approx((50 + 10 * 200) / 1e6)
    assert found.most_cost == pytest.approx((264 + 10 * 200) / 1e6)
    scores(one, "x" * 94)
    assert (one.forecast(prompts).calls, one.forecast(prompts).known) == (0, 2)
    assert (found + found).calls == 4


def test_a_budget_ends_a_run_and_more_goes_on_there(stub, judge, said):
    stub.answer = lambda body, count: said.completion(last_word(body), usage=(30, 5))
    outputs = [f"{k} {k % 5 + 1}" for k in range(30)]
    with pytest.raises(BudgetError, match=r"does not allow for the next request"):
        scores(judge(budget=Budget(tokens=1200)), *outputs)
    done = len(stub.asked)
    assert 10 < done < 30
    assert scores(judge(), *outputs) == [k % 5 + 1 for k in range(30)]
    assert len(stub.asked) == 30


def test_a_limit_on_the_cost_needs_a_price(judge, declare):
    with pytest.raises(ArgumentError, match=r"add the table \[price\]"):
        judge(budget=Budget(cost=1.0)).check()
    judge(declare(end="[price]\ninput = 1\noutput = 1"), budget=Budget(cost=1.0)).check()


def test_texts_of_replies_are_kept_or_not(stub, judge, said, tmp_path):
    stub.answer = lambda body, count: said.completion(" 4 ")
    with ReplyCache(tmp_path) as cache:
        assert scores(judge(cache=cache, keep_texts=False), "an output") == [4]
        assert scores(judge(cache=cache, keep_texts=False), "an output") == [4]
        assert len(stub.asked) == 1
        assert scores(judge(cache=cache), "an output") == [4]
        assert len(stub.asked) == 2
    assert scores(judge(cache=None), "an output") == [4]
    assert len(stub.asked) == 3


def test_replies_are_written_for_people(stub, judge, declare, said, tmp_path):
    stub.answer = lambda body, count: said.completion(
        '{"why": "é", "score": 2}' if "good" in last_word(body) else "no"
    )
    one = judge(declare(reply='read = "json"\nreason = "why"'))
    one.replies = {}
    rows = [
        TextRow("s", "1", "good"),
        TextRow("s", "2", "bad"),
        TextRow("s", "3", ""),
        TextRow("t", "1", "good"),
    ]
    scores(one, *(row.output for row in rows))
    lines = write_replies(rows, [one], tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    first, second, third = map(json.loads, lines)
    assert first == {
        "judge": "quality",
        "system": "s",
        "input": "1",
        "sample": 0,
        "outcome": "read",
        "score": 2.0,
        "reason": "é",
        "problem": None,
        "reply": '{"why": "é", "score": 2}',
        "tokens_in": 30,
        "tokens_out": 5,
    }
    assert (second["outcome"], second["score"], second["reply"]) == ("unreadable", None, "no")
    assert (third["system"], third["input"]) == ("t", "1")


def test_it_is_a_metric_like_others(stub, judge, said):
    stub.answer = lambda body, count: said.completion(last_word(body))
    texts = Texts((TextRow("s", "1", "a 4", source="x"), TextRow("t", "1", "b x")))
    one = judge()
    table = score(texts, [one, "length"])
    assert table.matrix("quality")[:, 0].tolist()[0] == 4
    assert math.isnan(table.matrix("quality")[1, 0])
    notes = " ".join(table.notes)
    assert (
        f"quality: LLM judge m at {stub.url}, declaration {one.declared.digest}, read by pattern, 1 sample"
        in notes
    )
    assert "quality: 1 of 2 replies have no score" in notes


def test_where_no_reply_can_be_read_that_is_an_error(stub, judge, said, tmp_path):
    stub.answer = lambda body, count: said.completion("I like it")
    texts = Texts((TextRow("s", "1", "a 4", source="x"), TextRow("t", "1", "b x"), TextRow("u", "1", " ")))
    with pytest.raises(DataError, match=r"'quality': no output has a score. 2 of 2 replies .*\[reply\]"):
        score(texts, [judge(), "length"])
    stub.answer = lambda body, count: said.completion(last_word(body))
    assert score(texts, [judge(cache=ReplyCache(tmp_path / "new"))]).matrix("quality")[0, 0] == 4


def test_a_run_that_reads_nothing_ends_after_the_first_replies(stub, judge, said):
    stub.answer = lambda body, count: said.completion("I like it")
    outputs = [f"text {k}" for k in range(300)]
    one = judge()
    with pytest.raises(
        DataError, match=r"none of the first 10 replies has a score\. 10 of 10 replies .*\[reply\]"
    ):
        scores(one, *outputs)
    asked = len(stub.asked)
    assert FIRST_READ <= asked <= FIRST_READ + one.endpoint.at_once
    shown = [int(last_word(body)) for body in stub.asked]
    assert min(shown) == 0
    assert max(shown) == 299  # texts from beginning to end
    with pytest.raises(DataError, match="none of the first 10"):
        scores(judge(), *outputs)  # they are known, and nobody is asked
    assert len(stub.asked) == asked


def test_one_reply_with_a_score_among_the_first_lets_a_run_go_on(stub, judge, said):
    stub.answer = lambda body, count: said.completion("4" if count == FIRST_READ - 4 else "no")
    found = np.array(scores(judge(), *[f"text {k}" for k in range(40)]))
    assert np.isfinite(found).sum() == 1
    assert len(stub.asked) == 40


def test_refusals_do_not_end_a_run(stub, judge, said):
    stub.answer = lambda body, count: said.completion("", refusal="No.")
    assert np.isnan(scores(judge(), *[f"text {k}" for k in range(30)])).all()
    assert len(stub.asked) == 30


def test_no_probabilities_where_that_is_an_error_end_a_run_at_once(stub, judge, declare, said):
    one = judge(declare(reply='read = "probabilities"'))
    with pytest.raises(EndpointError, match="lacks probabilities"):
        scores(one, *[f"text {k}" for k in range(300)])
    assert len(stub.asked) <= 1 + one.endpoint.at_once


def test_facts_are_those_of_the_declaration(judge, declare, said):
    text = said.direct.replace("{{ output }}", "{{ output }} {{ source }}{{ references[0] }}")
    one = judge(declare(text.replace("whole = true", "whole = true\nhigher_is_better = false")))
    assert one.needs == {"source", "references"}
    assert (one.lower, one.upper, one.higher_is_better) == (1, 5, False)
    assert not one.deterministic
    assert one.remote
    assert one.description() == "Quality, 1 to 5."


@pytest.fixture
def file(tmp_path, said, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "quality.toml"
    path.write_text(said.direct, encoding="utf-8")
    return path


def test_names_name_a_file(stub, file, monkeypatch):
    monkeypatch.setenv("TRUENESS_JUDGE_URL", stub.url)
    found = get_metric("llm_judge:quality.toml,samples=2,model=llama3:8b")
    assert found.name == "quality:model=llama3:8b,samples=2"
    assert found.endpoint.url == stub.url
    assert scores(found, "a") == [4]
    assert {body["model"] for body in stub.asked} == {"llama3:8b"}
    assert [one.name for one in get_metrics(["llm_judge:geval_coherence", "length"])] == [
        "geval_coherence",
        "length",
    ]
    assert [one.name for one in get_metrics("l*")] == ["length"]  # a pattern never asks a model


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("llm_judge", "name the file that declares the judge"),
        ("llm_judge:", "name the file that declares the judge"),
        ("llm_judge:quality.toml,sample=2", "no option is called 'sample'. Did you mean 'samples'"),
        ("llm_judge:quality.toml,samples", "no option is called 'samples'"),
        ("llm_judge:quality.toml,samples=x", "`samples` must be a whole number"),
    ],
)
def test_a_name_with_a_mistake(file, name, message):
    with pytest.raises(ArgumentError, match=message):
        get_metric(name)


def test_two_judges_of_one_name_are_told_apart(file, said):
    Path("other.toml").write_text(said.direct.replace("Rate", "Grade"), encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"two different metrics are called 'quality'"):
        get_metrics(["llm_judge:quality.toml", "llm_judge:other.toml"])
    assert len(get_metrics(["llm_judge:quality.toml", "llm_judge:quality.toml"])) == 1
    Path("other.toml").write_text(said.direct.replace('"quality"', '"rouge1_f"'), encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"'rouge1_f' is the name of another metric"):
        get_metric("llm_judge:other.toml")


def test_what_is_missing_is_said_before_anything_is_asked(stub, declare, said):
    without = declare(said.direct.replace('model = "m"', ""))
    with pytest.raises(
        ArgumentError, match=r"an endpoint that judges is missing.*`judge_url`.*TRUENESS_JUDGE_URL"
    ):
        scores(LlmJudge(without), "a")
    with pytest.raises(ArgumentError, match=r"lacks a model. Add `model` to it, or give `judge_model`"):
        scores(LlmJudge(without, JudgeEndpoint(stub.url)), "a")
    assert scores(LlmJudge(without, JudgeEndpoint(stub.url), "m"), "a") == [4]


@pytest.mark.parametrize(
    "url",
    ["localhost:8000", "ftp://x/v1", "http://", "http://x:99999/v1", "http://x/v1 ", "http://x\n/v1", ""],
)
def test_an_address_that_is_none(url):
    with pytest.raises(ArgumentError, match=r"`judge_url` must be an address"):
        JudgeEndpoint(url)


@pytest.mark.parametrize("url", ["http://u:sk-key@x/v1", "http://x/v1?key=sk-key", "http://x/v1#sk-key"])
def test_no_key_in_an_address(url):
    with pytest.raises(ArgumentError, match=r"belongs into the variable TRUENESS_JUDGE_KEY") as caught:
        JudgeEndpoint(url)
    assert "sk-key" not in str(caught.value)


@pytest.mark.parametrize("wrong", [{"at_once": 0}, {"retries": -1}, {"timeout": 0}, {"timeout": math.inf}])
def test_numbers_of_an_endpoint(wrong):
    with pytest.raises(ArgumentError, match=f"`{next(iter(wrong))}` must be"):
        JudgeEndpoint("http://x/v1", **wrong)


def test_a_judge_of_pairs_scores_no_output_alone(judge):
    with pytest.raises(UnsupportedMethodError, match=r"compares pairs of outputs"):
        scores(get_metric("llm_judge:pairs_overall"), "a")


def test_no_study_asks_a_model(file):
    from trueness.sources.read_sources import read_sources
    from trueness.sources.source import Source

    with pytest.raises(
        UnsupportedMethodError, match=r"'quality' asks a service.*Score the texts first|score the texts"
    ):
        read_sources([Source("dataset", "pocket")], {}, metrics=["llm_judge:quality.toml"])


@pytest.mark.slow
def test_a_killed_run_pays_for_nothing_twice(stub, said, file, tmp_path):
    """Of what was under way when the process died, and nothing else, the endpoint hears again."""
    rows = [{"system": "s", "input": str(k), "output": f"{k} {k % 5 + 1}"} for k in range(60)]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    stub.answer = lambda body, count: said.raw(said.completion(last_word(body)), seconds=0.02)
    source = str(Path(trueness.__file__).parents[1])
    command = [
        *(sys.executable, "-m", "trueness", "score", "texts.jsonl", "--metrics", "llm_judge:quality.toml"),
        *("--judge-url", stub.url, "--judge-at-once", "3", "--cache", "kept", "--out", "s.csv"),
    ]
    environment = {**os.environ, "PYTHONPATH": source}
    running = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    while len(stub.asked) < 20 and running.poll() is None:
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = len(stub.asked)
    assert 20 <= before < 60
    assert not (tmp_path / "s.csv").exists()
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert 60 <= len(stub.asked) <= 60 + 2 * 3  # under way, or answered and not yet saved
    column = [line.rsplit(",", 1)[1] for line in (tmp_path / "s.csv").read_text().splitlines()[1:]]
    assert list(map(float, column)) == [k % 5 + 1 for k in range(60)]
