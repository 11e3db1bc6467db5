"""Tests and win/tie/loss on a tidy frame of scores."""
