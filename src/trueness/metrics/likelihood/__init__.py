"""Metrics that put pairs of texts to a pretrained model: BARTScore, and units that an output entails."""
