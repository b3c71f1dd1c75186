"""What messages say of a dataframe: arguments of Python in place of options of the command line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from trueness.errors import FormatError, TruenessError

_VALUED = "columns|labels|missing-values|join|without|only|part|header-row|keep|format"
_OPTION = re.compile(
    rf"--(?:(?P<valued>{_VALUED}) (?P<value>'[^']*'|[^\s'();]+[^\s'();.,])|(?P<flag>drop-repeated)\b)"
)
_ASIDE = re.compile(r" \(in Python: [^()]*\)")
"""Said where the command line is spoken of."""


@contextlib.contextmanager
def said_in_python() -> Iterator[None]:
    """Say of errors in the block what is typed in Python: a dataframe has no command line.

    Raises
    ------
    TruenessError
        As it was raised, in these words.
    """
    try:
        yield
    except TruenessError as error:
        error.args = (in_python(str(error)), *error.args[1:])
        if isinstance(error, FormatError):
            error.problem = in_python(error.problem)
            error.remedy = error.remedy and in_python(error.remedy)
        raise


def in_python(text: str) -> str:
    """Return a message with arguments of functions in place of the options that become them."""
    return _OPTION.sub(_argument, _ASIDE.sub("", text))


def _argument(found: re.Match[str]) -> str:
    if found["flag"]:
        return f"{found['flag'].replace('-', '_')}=True"
    value = found["value"].strip("'")
    return f"{found['valued'].replace('-', '_')}={value!r}"
