"""Growers: each way of growing a tree, one file."""
