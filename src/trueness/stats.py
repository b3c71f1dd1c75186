"""Statistics of vectors, matrices, correlations and p-values: arrays in, numbers out.

What studies such as `trueness.compare` are made of, to be called on its own: with correlations from a paper, p-values
from another program, a matrix of scores. The page of functions shows them by question. By what they are for:

"""

from trueness.public_names import contents as _contents
from trueness.public_names import homes as _homes
from trueness.public_names import lazily as _lazily

__doc__ = f"{__doc__}{_contents(__name__)}\n"
__all__ = sorted(_homes(__name__))  # noqa: PLE0605 - a list of str
__getattr__, __dir__ = _lazily(globals())
