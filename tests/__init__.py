"""The tests; a package, so that none of this name from elsewhere is found first."""
