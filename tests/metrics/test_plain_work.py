from trueness.metrics import plain_work
from trueness.metrics.plain_work import counts_plainly


def test_small_chunks_add_up_until_compiled_loops_are_sooner_done(monkeypatch):
    monkeypatch.setattr(plain_work, "_done", {})
    assert [counts_plainly("words", 4, 10) for _ in range(4)] == [True, True, False, False]
    # once too much has been counted even little work goes the other way; another kind has its own count
    assert not counts_plainly("words", 0, 10)
    assert counts_plainly("other words", 4, 10)
