"""What all tests share: nothing is left in the user's own cache folder."""

import pytest

from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.growers.c45 import C44, C45
from rankrees.methods.method import Method
from rankrees.preprocess.pipeline import STEPS


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RANKREES_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def experiment():
    """C45 and C44 on two data sets, 2 x 3 folds, under both protocols."""
    return Experiment(
        name="test.yaml",
        title="Test",
        paper=None,
        table=None,
        show="auc",
        baseline="C45",
        methods={"C45": Method(C45(), Frequency()), "C44": Method(C44(), Laplace())},
        datasets=("one", "two"),
        steps=(STEPS["replace-missing"](),),
        scheme="weka",
        runs=2,
        n_folds=3,
        protocols={
            "described": Protocol("auc"),
            "published": Protocol("auc_unb", ("weka34-laplace",)),
        },
        smoke=None,
        text="title: Test",
    )
