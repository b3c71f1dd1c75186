"""How far can you trust an automatic evaluation metric?"""

__version__ = "0.1.0"
