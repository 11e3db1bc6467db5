"""Demšar's worked example: AUC of C4.5 with and without parameter tuning, 14 data sets.

J. Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7
(2006), Table 6 (its first two columns are Table 2). The ranks are as printed beside the
scores. On voting the last two are printed as 0.975 with ranks 2 and 3, so the unrounded
scores differed: a digit is added to the one that is ranked higher.
"""

import pandas as pd

METHODS = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]

_TABLE_6 = """
adult           0.763 0.768 0.771  0.798   4   3   2   1
breast-cancer   0.599 0.591 0.590  0.569   1   2   3   4
breast-w        0.954 0.971 0.968  0.967   4   1   2   3
cmc             0.628 0.661 0.654  0.657   4   1   3   2
ionosphere      0.882 0.888 0.886  0.898   4   2   3   1
iris            0.936 0.931 0.916  0.931   1   2.5 4   2.5
liver-disorders 0.661 0.668 0.609  0.685   3   2   4   1
lung-cancer     0.583 0.583 0.563  0.625   2.5 2.5 4   1
lymphography    0.775 0.838 0.866  0.875   4   3   2   1
mushroom        1.000 1.000 1.000  1.000   2.5 2.5 2.5 2.5
primary-tumor   0.940 0.962 0.965  0.962   4   2.5 1   2.5
rheum           0.619 0.666 0.614  0.669   3   2   4   1
voting          0.972 0.981 0.9751 0.975   4   1   2   3
wine            0.957 0.978 0.946  0.970   3   1   4   2
"""

_ROWS = [line.split() for line in _TABLE_6.strip().splitlines()]
SCORES = pd.DataFrame(
    [[float(cell) for cell in row[1:5]] for row in _ROWS],
    index=[row[0] for row in _ROWS],
    columns=METHODS,
)
RANKS = pd.DataFrame(
    [[float(cell) for cell in row[5:]] for row in _ROWS],
    index=SCORES.index,
    columns=METHODS,
)
AVERAGE_RANKS = {
    "C4.5": "3.143",
    "C4.5+m": "2.000",
    "C4.5+cf": "2.893",
    "C4.5+m+cf": "1.964",
}
