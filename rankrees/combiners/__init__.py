"""Combiners: ensembles of trees, one file each."""
