"""BLANC: how much better a model fills the gaps of a document with its summary at hand."""
