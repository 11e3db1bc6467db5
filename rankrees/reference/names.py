"""What the papers call the data sets, where that is not the name of the file."""

from __future__ import annotations

OUR_NAMES: dict[str, dict[str, str]] = {
    "su-zhang-2004": {
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
    },
}
"""By paper, printed name -> our name."""
