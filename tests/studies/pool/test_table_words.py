import pytest

from trueness.studies.pool.table_words import counted_tables, table_word


@pytest.mark.parametrize(
    ("names", "word"),
    [
        (["en-de", "zh-en"], "language pair"),
        (["en-de.sys", "he-en.seg", "en-pt_BR"], "language pair"),
        (["en-de", "summeval"], "table"),
        (["run-1", "run-2"], "table"),
        ([], "table"),
    ],
)
def test_language_pairs_are_called_so(names: list[str], word: str) -> None:
    assert table_word(names) == word
    assert counted_tables(names) == f"{len(names)} {word}{'s' if len(names) != 1 else ''}"
