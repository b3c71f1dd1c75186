"""Data whose truth is known: how often tests are wrong, intervals miss and differences are found.

`certify` studies tests and intervals on a grid of truths; the others are its parts, and simulations that start from
real data. By what they are for:

"""

from trueness.public_names import contents as _contents
from trueness.public_names import homes as _homes
from trueness.public_names import lazily as _lazily

__doc__ = f"{__doc__}{_contents(__name__)}\n"
__all__ = sorted(_homes(__name__))  # noqa: PLE0605 - a list of str
__getattr__, __dir__ = _lazily(globals())
