"""What the tests of combiners share."""

from rankrees.methods.method import Method


def answer(combiner, grower, estimator, task):
    """Train on a task's sample and ask about its test set."""
    return Method(grower, estimator, combiner).fit(task.sample).predict(task.rows)
