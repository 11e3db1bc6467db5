"""Growing trees; reading probabilities off them is `rankrees.estimators`."""
