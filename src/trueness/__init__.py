"""Meta-evaluation of text-generation metrics: how far can you trust an automatic metric.

Functions of vectors, correlations and p-values are in `trueness.stats`, simulations with a known truth in
`trueness.simulation`. All names are loaded on first use; `help` of one explains it. By what they are for:

"""

from trueness import simulation as simulation
from trueness import stats as stats
from trueness.public_names import contents as _contents
from trueness.public_names import homes as _homes
from trueness.public_names import lazily as _lazily

__version__ = "0.1.0"

__doc__ = f"{__doc__}{_contents(__name__)}\n"
__all__ = sorted(_homes(__name__))  # noqa: PLE0605 - a list of str
__getattr__, __dir__ = _lazily(globals(), "__version__", "simulation", "stats")
