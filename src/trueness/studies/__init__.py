"""The questions, a folder each, with all that answers, words, draws and asks it."""
