"""From a config to stored scores: plan, run, keep."""
