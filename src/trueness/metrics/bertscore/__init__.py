"""BERTScore: tokens of two texts matched greedily by the similarity of their hidden states."""
