"""Configs: their keys, how they are read, and what is made of them."""
