"""What is read of long texts: kept, said and shown part by part, and the same however it is read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from trueness.metrics.encoder import parts as module
from trueness.metrics.encoder.parts import LONG, TOGETHER, Kept, parts_of, read_parts
from trueness.parallel import Execution, executing, listening, watched


class Store:
    """Where results are kept, which counts what was kept of them when."""

    def __init__(self) -> None:
        self.held: dict[bytes, int] = {}
        self.saved: list[int] = []
        self.opened = 0

    @contextlib.contextmanager
    def __call__(self) -> Iterator[Kept[int] | None]:
        self.opened += 1
        yield Kept(lambda keys: {key: self.held[key] for key in keys if key in self.held}, self._save)

    def _save(self, made) -> None:
        self.saved.append(len(made))
        self.held.update(made)


class Reader:
    """A model that gives for each item the sum of its numbers, and notes what it was given together."""

    def __init__(self) -> None:
        self.read: list[list[tuple[int, ...]]] = []

    def __call__(self, items):
        self.read.append(list(items))
        return [sum(item) for item in items]


@pytest.fixture(autouse=True)
def _one_sequence_a_part(monkeypatch):
    monkeypatch.setattr("trueness.metrics.encoder.packed.TOKENS", 1)


def text(n: int, start: int = 0):
    numbers = tuple(range(start, start + n))
    return parts_of(numbers.__getitem__, [10] * n, ("a model", 5))


def test_parts_have_keys_of_what_their_results_depend_on():
    short, long = text(LONG - 1), text(LONG)
    assert {part.key for part in short} == {None}
    keys = {part.key for part in long}
    assert len(keys) == LONG
    assert keys == {part.key for part in text(LONG)}
    numbers = tuple(range(LONG))
    assert not keys & {part.key for part in parts_of(numbers.__getitem__, [10] * LONG, ("a model", 6))}
    assert (long[3].item, long[3].sequences, long[3].tokens) == ((3,), 1, 10)


def test_short_texts_are_read_at_once_and_nothing_is_opened():
    store, read = Store(), Reader()
    found = read_parts([text(2), [], text(3, 5)], read, store(), "m")
    assert found == [[0, 1], [], [5, 6, 7]]
    assert (len(read.read), store.opened) == (1, 0)


def test_long_texts_are_kept_part_by_part_and_an_interrupted_run_goes_on():
    store, read = Store(), Reader()
    texts = [text(5), text(4 * TOGETHER, 100)]

    def breaking(items):
        if len(read.read) == 4:
            raise KeyboardInterrupt
        return read(items)

    with executing(Execution(workers=2)), pytest.raises(KeyboardInterrupt):
        read_parts(texts, breaking, store(), "m")
    done = {item for some in read.read for item in some}
    assert store.saved == [0, 0, TOGETHER - 1, TOGETHER]  # the short text of 5 parts comes first
    again = Reader()
    with executing(Execution(workers=2)):
        found = read_parts(texts, again, store(), "m")
    assert found == [list(range(5)), list(range(100, 100 + 4 * TOGETHER))]
    anew = {item for some in again.read for item in some}
    assert done & anew == {(k,) for k in range(5)}
    assert len(done | anew) == 5 + 4 * TOGETHER
    last = Reader()
    assert read_parts([texts[1]], last, store(), "m") == found[1:]
    assert last.read == []


def test_without_a_place_to_keep_them_results_are_the_same():
    found = read_parts([text(40)], Reader(), contextlib.nullcontext(), "m")
    assert found == [list(range(40))]


@pytest.mark.parametrize(
    ("is_kept", "said"), [(True, "is kept, so that an interrupted run goes on"), (False, "nothing is kept")]
)
def test_what_takes_long_is_said_once_and_shown(monkeypatch, is_kept, said):
    clock = iter(range(0, 10_000, 4))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    heard: list[str] = []
    seen: dict[str, list[tuple[int, int]]] = {}

    def watch(name):
        return lambda done, total: seen.setdefault(name, []).append((done, total))

    keeping = Store()() if is_kept else contextlib.nullcontext()
    with executing(Execution(workers=2)), listening(heard.append), watched(watch):
        read_parts([text(40)], Reader(), keeping, "my-model")
    # two parts of 10 tokens in 4 seconds: the other 36 of 40 take 72
    assert len(heard) == 1
    assert (
        "the model 'my-model' has to read 360 tokens in 36 pieces of long texts, which takes about 70 seconds"
        in heard[0]
    )
    assert said in heard[0]
    assert seen == {"tokens that the model reads": [(20, 400), (40, 400), (200, 400), (360, 400), (400, 400)]}


def test_what_takes_little_is_not_said(monkeypatch):
    clock = iter(x / 10 for x in range(10_000))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    heard: list[str] = []
    with executing(Execution(workers=2)), listening(heard.append):
        read_parts([text(40)], Reader(), Store()(), "my-model")
    assert heard == []
