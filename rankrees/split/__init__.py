"""Cross-validation folds as Weka makes them."""
