"""Strange JSON: values of other kinds, keys lost, doubled and renamed, parts that stand elsewhere."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 10**30, 1.5, -0.0, 5e-324, 1e308),
    *(float("nan"), float("inf"), float("-inf")),
    *(
        "",
        " ",
        "a",
        "nan",
        "1_0",
        "\u0661\u0662",
        "\0",
        "\ud800",
        "\r=1+1",
        "x" * 5000,
        "../../etc/passwd",
        "a@b",
        "a#statistics",
    ),
    *([], {}, [[]], [[1]], [None], {"": None}, [{}], {"a": [1]}, [1, "1"], [True, None]),
)
"""Values of which a reader may think only when it meets them."""

_WORDS = (
    "system",
    "input",
    "output",
    "name",
    "role",
    "human",
    "metric",
    "references",
    "ratings",
    "fingerprint",
    "columns",
)


def strange_json(rng: random.Random, content: bytes) -> bytes:
    """Return JSON with one to four parts changed; what is no JSON is returned as it is."""
    try:
        value = json.loads(content)
    except ValueError:
        return content
    return _spelt(rng, _changed(rng, value))


def strange_lines(rng: random.Random, content: bytes) -> bytes:
    """Return JSON lines, of which one or two are changed, lost or doubled."""
    lines = content.splitlines()
    for _ in range(rng.choice((1, 1, 2))):
        if not lines:
            break
        k = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                del lines[k]
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[k])
            case 2:
                lines[k] = json.dumps(rng.choice(STRANGE)).encode()
            case _:
                lines[k] = strange_json(rng, lines[k])
    return b"".join(line + rng.choice((b"\n", b"\n", b"\n", b"\r\n", b"\n\n")) for line in lines)


def _changed(rng: random.Random, value: Any) -> Any:
    root = [value]
    for _ in range(rng.choice((1, 1, 2, 4))):
        places = _places(root)
        if not places:
            break
        holder, key = rng.choice(places)
        rng.choice(_CHANGES)(rng, holder, key, places)
    return root[0] if root else None


def _places(root: Any) -> list[tuple[Any, Any]]:
    """Return every place, as what holds it and the key or number in that."""
    found, waiting = [], [root]
    while waiting:
        holder = waiting.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _replace(rng: random.Random, holder: Any, key: Any, _: Any) -> None:
    # what is in it may be changed later, and must neither change in the list nor hold itself
    holder[key] = copy.deepcopy(rng.choice(STRANGE))


def _remove(_: random.Random, holder: Any, key: Any, places: Any) -> None:
    if len(places) > 1:
        del holder[key]


def _rename(rng: random.Random, holder: Any, key: Any, _: Any) -> None:
    if isinstance(holder, dict):
        holder[rng.choice((*_WORDS, "", f"{key}2", str(key).upper()))] = holder.pop(key)
    elif len(holder) > 1:
        holder.append(holder[key])


def _move(rng: random.Random, holder: Any, key: Any, places: list[tuple[Any, Any]]) -> None:
    other, place = rng.choice(places)
    try:
        holder[key] = json.loads(json.dumps(other[place]))
    except (LookupError, ValueError, RecursionError):  # of what is wrapped deeply there is no copy
        return


def _wrap(rng: random.Random, holder: Any, key: Any, _: Any) -> None:
    deep = holder[key]
    for _k in range(rng.choice((1, 1, 2, 600))):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    holder[key] = deep


def _retype(rng: random.Random, holder: Any, key: Any, _: Any) -> None:
    """Spell a value as another kind: a number as text, a text as list."""
    value = holder[key]
    kinds: tuple[Callable[[Any], Any], ...] = (
        str,
        lambda one: [one],
        lambda one: {str(one)[:20]: one},
        bool,
        repr,
    )
    if not isinstance(value, dict | list):
        holder[key] = rng.choice(kinds)(value)


_CHANGES = (_replace, _replace, _replace, _remove, _rename, _move, _wrap, _retype)


def _spelt(rng: random.Random, value: Any) -> bytes:
    try:
        text = json.dumps(value, ensure_ascii=rng.random() < 0.8)
    except RecursionError:
        return b"[" * 600
    if rng.random() < 0.1 and text.startswith("{") and len(text) > 2:  # a key that stands twice
        text = text[:-1] + ", " + text[1:]
    return text.encode("utf-8", "surrogatepass")
