"""Scores of one prediction matrix, by name."""
