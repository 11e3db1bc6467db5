"""Reading and writing ARFF files."""
