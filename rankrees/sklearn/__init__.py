"""The methods as scikit-learn classifiers (needs `pip install 'rankrees[sklearn]'`).

They take a pandas frame (categoricals and texts are nominal attributes, numbers numeric
ones, NaN is missing) or an array, and work in pipelines, grid searches and calibration.
"""

from __future__ import annotations

from rankrees.sklearn.classifiers import (
    DERC,
    BaggedPET,
    C44Classifier,
    C45Classifier,
    CITreeClassifier,
    LazyTreeClassifier,
    NBTreeClassifier,
    PETClassifier,
)

__all__ = [
    "DERC",
    "BaggedPET",
    "C44Classifier",
    "C45Classifier",
    "CITreeClassifier",
    "LazyTreeClassifier",
    "NBTreeClassifier",
    "PETClassifier",
]
