"""Small experiments with made-up scores, to build pages of."""

import dataclasses

import numpy as np
import pandas as pd

from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.wpe import WPE
from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.experiment.plan import Cell
from rankrees.growers.c45 import C45
from rankrees.methods.method import Method
from rankrees.reports.html.build import Material, make_page
from rankrees.statistics.comparison import of_experiment

METHODS = {
    "C45": Method(C45(), Frequency()),
    "C45-W": Method(C45(), WPE()),
    "C45-M": Method(C45(), Laplace()),
}
DATASETS = ("iris", "labor", "zoo", "vote")
# printed: iris 98.99 99.41, labor 78.25 93.50, zoo 79.57 88.00, vote 96.57 98.60;
# here labor's C45 and vote's C45-W are other numbers, and zoo has no results
PUBLISHED = {
    ("iris", "C45"): 98.99,
    ("iris", "C45-W"): 99.41,
    ("iris", "C45-M"): 98.67,
    ("labor", "C45"): 78.00,
    ("labor", "C45-W"): 93.50,
    ("labor", "C45-M"): 82.75,
    ("vote", "C45"): 96.57,
    ("vote", "C45-W"): 97.60,
    ("vote", "C45-M"): 97.53,
}
DESCRIBED = {key: round(mean - 7.5, 2) for key, mean in PUBLISHED.items()}
RUNS, FOLDS = 2, 5

HOSTILE_SETS = (
    "<script>window.hacked=1</script>",
    "</script><script>window.hacked=2</script>",
    '"><img src=x onerror=window.hacked=3>',
    "{{ 7*7 }}{% raise %}",
)
HOSTILE_METHODS = (
    "<b onmouseover='window.hacked=4'>&amp;",
    "__proto__",
    r"$\frac$ ]]> --> \u003c",
)


def make_experiment(**changes):
    experiment = Experiment(
        name="small.yaml",
        title="Small & plain",
        paper="wang-zhang-2006",
        table="3",
        show="auc",
        baseline="C45",
        methods=METHODS,
        datasets=DATASETS,
        steps=(),
        scheme="weka",
        runs=RUNS,
        n_folds=FOLDS,
        protocols={
            "described": Protocol("auc"),
            "published": Protocol("auc_unb", ("label-leak", "stale-parents")),
        },
        smoke=None,
        text="# small.yaml\ntitle: Small & plain",
    )
    return dataclasses.replace(experiment, **changes)


def make_scored(experiment, protocol, metric, means, seed=0):
    """Return scores whose means over folds are the given ones."""
    random = np.random.default_rng(seed)
    rows = []
    for (dataset, method), mean in means.items():
        noise = random.uniform(-0.01, 0.01, RUNS * FOLDS)
        values = mean / 100 + noise - noise.mean()
        for i, value in enumerate(values):
            rows.append((dataset, method, 1 + i // FOLDS, 1 + i % FOLDS, value))
    frame = pd.DataFrame(rows, columns=["dataset", "method", "run", "fold", "value"])
    return of_experiment(experiment, protocol, metric, frame)


def make_material(experiment=None, published=PUBLISHED, described=DESCRIBED, **more):
    experiment = experiment or make_experiment()
    # in the store's order, which is the config's
    scored = {
        "described": make_scored(experiment, "described", "auc", described, 1),
        "published": make_scored(experiment, "published", "auc_unb", published, 2),
    }
    departed = {key: mean - 1.0 for key, mean in published.items()}
    return Material(
        scored, make_scored(experiment, "published", "auc", departed, 3), **more
    )


def make_small_page():
    return make_page([make_material()], "Small", "rankrees report -c small.yaml")


def make_hostile_page():
    """Return a page whose names would run if they were not escaped."""
    names = dict(zip(DATASETS, HOSTILE_SETS, strict=True))
    labels = dict(zip(METHODS, HOSTILE_METHODS, strict=True))
    experiment = make_experiment(
        name=HOSTILE_SETS[0],
        title=HOSTILE_SETS[1],
        paper=None,
        table=None,
        baseline=HOSTILE_METHODS[0],
        methods={labels[label]: method for label, method in METHODS.items()},
        datasets=HOSTILE_SETS,
        text="\n".join(HOSTILE_SETS),
    )

    def renamed(means):
        return {(names[d], labels[m]): mean for (d, m), mean in means.items()}

    about = {name: {"hash": "0", "origin": name, "note": name} for name in HOSTILE_SETS}
    invocation = {
        "id": 1,
        "config": HOSTILE_SETS[1],
        "started": HOSTILE_SETS[2],
        "finished": None,
        "outcome": None,
        "provenance": {"commit": HOSTILE_SETS[0], "datasets": about},
    }
    material = make_material(
        experiment,
        renamed(PUBLISHED),
        renamed(DESCRIBED),
        incomplete={Cell(HOSTILE_SETS[2], HOSTILE_METHODS[0], "published"): "</p>"},
        hashes=dict.fromkeys(HOSTILE_SETS, "0"),
        invocations=[invocation],
        made={1: 10},
    )
    return make_page([material], HOSTILE_SETS[1], HOSTILE_SETS[0])
