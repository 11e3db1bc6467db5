"""What the papers call the data sets, where that is not the name of the file."""

from __future__ import annotations

SU_ZHANG = {
    "Abalone": "abalone",
    "Adult": "adult",
    "Anneal": "anneal",
    "Bscale": "balance-scale",
    "Wisbreast": "breast-w",
    "Car": "car",
    "Horse-colic": "colic",
    "Crd-rating": "credit-a",
    "Gcredit": "credit-g",
    "Pima": "diabetes",
    "Hypothy.": "hypothyroid",
    "Ionosphere": "ionosphere",
    "Iris": "iris",
    "Kr-vs-kp": "kr-vs-kp",
    "Letter": "letter",
    "Mushroom": "mushroom",
    "Nursery": "nursery",
    "Pendigits": "pendigits",
    "Satellite": "satimage",
    "Segment": "segment",
    "Sick": "sick",
    "Soybean": "soybean",
    "Splice": "splice",
    "Tic-tac-toe": "tic-tac-toe",
    "Vehicle": "vehicle",
    "Vote": "vote",
    "Vowel": "vowel",
    "Waveform": "waveform-5000",
    "Yeast": "yeast",
}
"""Su & Zhang (2004), table 1."""

HUANG_LING = {
    "breast": "breast-w",
    "credit": "credit-a",
    "german": "credit-g",
    "heart": "heart-statlog",  # the one that is called so alone; the others come near
    "liver": "liver-disorders",
    "pima": "diabetes",
    "voting": "vote",
}
"""Huang & Ling (2005), tables 2 and 3. Not here: cars, echocardio, eco, import and
thyroid, which are made from others (`rankrees.data.derived`)."""

ALIASES = {**SU_ZHANG, **HUANG_LING}
"""The papers' spellings of names."""
