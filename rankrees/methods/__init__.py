"""A method: how a tree is grown, how it is read, how trees are combined."""
