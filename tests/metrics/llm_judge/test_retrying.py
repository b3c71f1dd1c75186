from __future__ import annotations

import email.utils
import time

import pytest

from trueness.metrics.llm_judge.retrying import FIRST, LONGEST, pause_before


def test_pauses_double_up_to_the_longest():
    assert [pause_before(k, {}) for k in range(1, 8)] == [0.5, 1, 2, 4, 8, 8, 8]
    assert pause_before(2000, {}) == LONGEST


def test_requests_that_failed_together_do_not_come_back_together():
    pauses = [pause_before(1, {}, place) for place in range(8)]
    assert len({round(pause, 3) for pause in pauses}) == 8
    assert all(0.75 * FIRST < pause <= FIRST for pause in pauses)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry-after": "3"}, 3),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "40", "retry-after": "3"}, 0.04),
        ({"retry-after": "120"}, 120),
        ({"retry-after": "121"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1e999"}, None),
        ({"retry-after": "nan"}, FIRST),
        ({"retry-after": "-5"}, FIRST),
        ({"retry-after": "soon"}, FIRST),
        ({"retry-after": email.utils.formatdate(0, usegmt=True)}, FIRST),
        ({"x-should-retry": "false"}, None),
        ({"x-should-retry": "true"}, FIRST),
    ],
)
def test_what_an_endpoint_says_of_waiting(headers, expected):
    assert pause_before(1, headers) == expected


def test_a_date_says_how_long():
    date = email.utils.formatdate(time.time() + 60, usegmt=True)
    assert 55 < pause_before(1, {"retry-after": date}) <= 60
