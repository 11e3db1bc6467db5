"""What a probability is made of: the nodes behind it, their estimates and weights."""
