"""Estimators: each way of reading probabilities off a tree, one file."""
