"""Models: other people's methods as a whole, one file each."""
