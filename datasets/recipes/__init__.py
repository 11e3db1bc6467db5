"""How each shipped data set is made from a published package."""
