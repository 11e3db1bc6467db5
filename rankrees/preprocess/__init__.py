"""Preprocessing steps as Weka does them."""
