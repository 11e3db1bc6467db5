"""Naive Bayes: the compiled kernels that estimators and growers share."""
