"""Reading data sets: ARFF text, the catalogue of known sets, downloads."""
