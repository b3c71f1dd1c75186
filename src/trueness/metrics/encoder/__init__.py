"""Texts in, hidden states of a pretrained model out: one service for all metrics that need them."""
