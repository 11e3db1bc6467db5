"""What happens in a worker process: a few folds of one data set."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rankrees.data.dataset import Dataset
from rankrees.data.derived import declare_classes
from rankrees.errors import RankreesError
from rankrees.experiment.memory import bound_memory, settle_in
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Computation, Job, Source
from rankrees.methods.prediction import Prediction, predict_fold
from rankrees.methods.task import Task, make_task
from rankrees.metrics.registry import score_all
from rankrees.preprocess.pipeline import prepare_dataset, prepare_fold
from rankrees.preprocess.step import Step
from rankrees.split.schemes import SCHEMES
from rankrees.split.weka_folds import Fold
from rankrees.trees.features import Features, make_features


class DataChangedError(RankreesError):
    """A file that no longer says what it said when the jobs were listed."""


@dataclass(frozen=True)
class _Origin:
    """Where a data set comes from; what it says is what counts."""

    content_hash: str
    load: Callable[[], Dataset] = field(compare=False)


def run_jobs(
    source: Source,
    jobs: Sequence[Job],
    memory: int | None = None,
    dataset: Dataset | None = None,
) -> list[list[FoldOutcome]]:
    """Run jobs of one data set; return the outcomes job by job.

    Parameters
    ----------
    memory
        How many bytes this process may take, all in all.
    dataset
        The data set itself, where the file that `source` names is on another machine.
    """
    settle_in()
    if memory is not None:
        bound_memory(memory)
    origin = _Origin(source.content_hash, lambda: dataset or read_source(source))
    return [_run_job(origin, job) for job in jobs]


def read_source(source: Source) -> Dataset:
    """Read a data set; it must say what it said when the jobs were listed."""
    dataset = source.read()
    if dataset.content_hash != source.content_hash:
        raise DataChangedError(f"{source.path}: the file was changed during the run")
    return dataset


def _run_job(origin: _Origin, job: Job) -> list[FoldOutcome]:
    try:
        return _outcomes(origin, job)
    except DataChangedError:
        raise
    except Exception as error:  # no fold of the others may be lost
        return [_failed(c, job, error) for c in job.computations]


def _outcomes(origin: _Origin, job: Job) -> list[FoldOutcome]:
    first = job.computations[0]
    prepared = _prepared(origin, first.classes, first.steps)
    dataset = prepared.dataset
    folds = _folds(prepared, first.scheme, job.run, first.n_folds)
    fold = folds[job.fold - 1]
    task = prepared.task(fold, first.steps)
    methods = [computation.method for computation in job.computations]
    predictions = predict_fold(task, methods, dataset.labels if job.published else None)
    outcomes = []
    for computation in job.computations:
        prediction = predictions[computation.method.id]
        try:
            if isinstance(prediction, Exception):
                raise prediction
            labels = dataset.labels[fold.test]
            kept_only = not job.every_metric
            scores = score_all(prediction.proba, labels, kept_only=kept_only)
        except Exception as error:
            outcomes.append(_failed(computation, job, error))
        else:
            outcomes.append(_ok(computation, job, fold, prediction, scores))
    return outcomes


def _ok(
    computation: Computation,
    job: Job,
    fold: Fold,
    prediction: Prediction,
    scores: dict[str, float],
) -> FoldOutcome:
    return FoldOutcome(
        computation,
        job.run,
        job.fold,
        scores,
        n_train=len(fold.train),
        n_test=len(fold.test),
        n_leaves=prediction.n_leaves,
        n_nodes=prediction.n_nodes,
        fit_s=prediction.fit_s,
        score_s=prediction.score_s,
    )


def _failed(computation: Computation, job: Job, error: Exception) -> FoldOutcome:
    return FoldOutcome(
        computation,
        job.run,
        job.fold,
        {},
        error=f"{type(error).__name__}: {error}",
        traceback="".join(traceback.format_exception(error)),
    )


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A data set after the steps that look at all of it."""

    dataset: Dataset
    features: Features | None

    def task(self, fold: Fold, steps: Sequence[Step]) -> Task:
        dataset, features = self.dataset, self.features
        if features is None:
            dataset = prepare_fold(dataset, steps, fold.train)
            features = make_features(dataset)
        return make_task(dataset, features, fold.train, fold.test)


@lru_cache(maxsize=2)
def _prepared(
    origin: _Origin, classes: tuple[str, ...], steps: tuple[Step, ...]
) -> _Prepared:
    dataset = origin.load()
    if classes:
        dataset = declare_classes(dataset, classes)
    dataset = prepare_dataset(dataset, steps)
    per_fold = any(step.scope == "train" for step in steps)
    return _Prepared(dataset, None if per_fold else make_features(dataset))


@lru_cache(maxsize=4)
def _folds(prepared: _Prepared, scheme: str, run: int, n_folds: int) -> list[Fold]:
    return SCHEMES[scheme].make(prepared.dataset.labels, run, n_folds)
