-- A store of schema 1, as `rankrees run -c smoke.yaml --smoke -d labor -m C45 -m C44`
-- made it before schema 2; the test of the migration begins with it.
PRAGMA application_id = 0x726B7273;
BEGIN TRANSACTION;
CREATE TABLE computation (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset TEXT NOT NULL,
    dataset_hash TEXT NOT NULL,
    method TEXT NOT NULL,
    description TEXT NOT NULL
);
INSERT INTO "computation" VALUES(1,'efff80a1e13045c7b127cfe18fc6aed9f2b18007ba61ae1f104b85789c31c57b','labor','b6baa7fd72dc37020fac5fc8f4c7406d4b90f699aa86715d84f69b87b3884945','c45[collapse=true,confidence=0.25,min_leaf=2,pruned=true,raising=true]+frequency','{"dataset": "b6baa7fd72dc37020fac5fc8f4c7406d4b90f699aa86715d84f69b87b3884945", "folds": ["weka", 2], "method": "c45[collapse=true,confidence=0.25,min_leaf=2,pruned=true,raising=true]+frequency", "preprocess": [["replace-missing[scope=train]", 1], ["discretize-equal-width[bins=10,scope=train]", 1]], "versions": "1+1"}');
INSERT INTO "computation" VALUES(2,'f36d353c1a21a9a24a874061f051f9f211a0b38554bace007b63a91ee4382070','labor','b6baa7fd72dc37020fac5fc8f4c7406d4b90f699aa86715d84f69b87b3884945','c44[collapse=false,confidence=0.25,min_leaf=2,pruned=false,raising=true]+laplace[variant=textbook]','{"dataset": "b6baa7fd72dc37020fac5fc8f4c7406d4b90f699aa86715d84f69b87b3884945", "folds": ["weka", 2], "method": "c44[collapse=false,confidence=0.25,min_leaf=2,pruned=false,raising=true]+laplace[variant=textbook]", "preprocess": [["replace-missing[scope=train]", 1], ["discretize-equal-width[bins=10,scope=train]", 1]], "versions": "1+1"}');
CREATE TABLE fold_result (
    computation INTEGER NOT NULL REFERENCES computation (id),
    run INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'failed')),
    error TEXT,
    traceback TEXT,
    n_train INTEGER,
    n_test INTEGER,
    n_leaves INTEGER,
    n_nodes INTEGER,
    fit_s REAL,
    score_s REAL,
    invocation INTEGER NOT NULL REFERENCES invocation (id),
    PRIMARY KEY (computation, run, fold)
) WITHOUT ROWID;
INSERT INTO "fold_result" VALUES(1,1,1,'ok',NULL,NULL,28,29,2,3,6.8081999415881e-05,8.21829999040346592664e-05,1);
INSERT INTO "fold_result" VALUES(1,1,2,'ok',NULL,NULL,29,28,4,6,1.33438999910140410065e-04,1.35050999233499169349e-04,1);
INSERT INTO "fold_result" VALUES(1,2,1,'ok',NULL,NULL,28,29,4,6,1.04986000224016606807e-04,1.027840007736813277e-04,1);
INSERT INTO "fold_result" VALUES(1,2,2,'ok',NULL,NULL,29,28,5,7,1.20910000987350940704e-04,1.09182001324370503425e-04,1);
INSERT INTO "fold_result" VALUES(2,1,1,'ok',NULL,NULL,28,29,15,19,3.7755999073851853609e-05,7.01839999237563461065e-05,1);
INSERT INTO "fold_result" VALUES(2,1,2,'ok',NULL,NULL,29,28,13,16,4.1612000131863169372e-05,7.35699995857430621981e-05,1);
INSERT INTO "fold_result" VALUES(2,2,1,'ok',NULL,NULL,28,29,13,16,3.4832000892492942512e-05,8.56280003063147887587e-05,1);
INSERT INTO "fold_result" VALUES(2,2,2,'ok',NULL,NULL,29,28,15,19,3.89380002161487936973e-05,7.03850000718375667929e-05,1);
CREATE TABLE invocation (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    finished TEXT,
    outcome TEXT,
    config TEXT NOT NULL,
    config_text TEXT NOT NULL,
    provenance TEXT NOT NULL
);
INSERT INTO "invocation" VALUES(1,'2026-11-16T13:58:18Z','2026-11-16T14:00:44Z','complete','smoke.yaml','# smoke.yaml
# A minute''s look at whether everything works, and a pattern for configs of your own.
title: "Smoke test: C4.5 and C4.4 on three small data sets"
show: auc
baseline: C45

methods:
  C45: {tree: c45, estimator: frequency}
  # A part with parameters is a map of its name; `rankrees list methods` has them all.
  C45-unpruned: {tree: {c45: {pruned: false}}, estimator: frequency}
  C44: {tree: c44, estimator: laplace}

datasets: [iris, labor, zoo]

# Fitted on the training rows of each fold, so that no test row is looked at.
preprocess:
  - replace-missing: {scope: train}
  - discretize-equal-width: {bins: 10, scope: train}

folds: {scheme: weka, runs: 2, folds: 5}','{"commit": "bd0cbec592ea7a39be61a9029bc1fd7eacb4a005", "cpu": "AMD EPYC", "datasets": {"labor": {"hash": "b6baa7fd72dc37020fac5fc8f4c7406d4b90f699aa86715d84f69b87b3884945", "note": "", "origin": "shipped"}}, "joblib": "1.6.0", "n_cpus": 2, "n_workers": 1, "numba": "0.68.1", "numpy": "2.4.6", "pandas": "3.1.1", "platform": "Linux-6.18.44-fc-v490-x86_64-with-glibc2.36", "python": "3.11.7", "rankrees": "0.1.0", "scipy": "1.17.1"}');
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('schema','1');
CREATE TABLE score (
    computation INTEGER NOT NULL REFERENCES computation (id),
    run INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    metric TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (computation, run, fold, metric)
) WITHOUT ROWID;
INSERT INTO "score" VALUES(1,1,1,'accuracy',6.89655172413793149388e-01);
INSERT INTO "score" VALUES(1,1,1,'auc',6.21052631578947411661e-01);
INSERT INTO "score" VALUES(1,1,1,'auc_unb',6.21052631578947411661e-01);
INSERT INTO "score" VALUES(1,1,1,'brier',5.12482888990287488439e-01);
INSERT INTO "score" VALUES(1,1,1,'log_loss',4.02395263221483112658e+00);
INSERT INTO "score" VALUES(1,1,2,'accuracy',8.57142857142857095276e-01);
INSERT INTO "score" VALUES(1,1,2,'auc',8.41666666666666674068e-01);
INSERT INTO "score" VALUES(1,1,2,'auc_unb',8.41666666666666674068e-01);
INSERT INTO "score" VALUES(1,1,2,'brier',2.03571428571428514331e-01);
INSERT INTO "score" VALUES(1,1,2,'log_loss',3.35429686633040347043e-01);
INSERT INTO "score" VALUES(1,2,1,'accuracy',8.62068965517241325713e-01);
INSERT INTO "score" VALUES(1,2,1,'auc',7.60526315789473716932e-01);
INSERT INTO "score" VALUES(1,2,1,'auc_unb',7.60526315789473716932e-01);
INSERT INTO "score" VALUES(1,2,1,'brier',2.48352278154551547872e-01);
INSERT INTO "score" VALUES(1,2,1,'log_loss',1.49292114561083466561e+00);
INSERT INTO "score" VALUES(1,2,2,'accuracy',7.14285714285714301574e-01);
INSERT INTO "score" VALUES(1,2,2,'auc',5.58333333333333348136e-01);
INSERT INTO "score" VALUES(1,2,2,'auc_unb',5.58333333333333348136e-01);
INSERT INTO "score" VALUES(1,2,2,'brier',5.12256973795435444074e-01);
INSERT INTO "score" VALUES(1,2,2,'log_loss',5.27907204956679354523e+00);
INSERT INTO "score" VALUES(2,1,1,'accuracy',7.58620689655172375509e-01);
INSERT INTO "score" VALUES(2,1,1,'auc',8.07894736842105221086e-01);
INSERT INTO "score" VALUES(2,1,1,'auc_unb',8.07894736842105221086e-01);
INSERT INTO "score" VALUES(2,1,1,'brier',3.57199644225506318662e-01);
INSERT INTO "score" VALUES(2,1,1,'log_loss',5.46829672562374802247e-01);
INSERT INTO "score" VALUES(2,1,2,'accuracy',0.75);
INSERT INTO "score" VALUES(2,1,2,'auc',8.77777777777777767909e-01);
INSERT INTO "score" VALUES(2,1,2,'auc_unb',8.77777777777777767909e-01);
INSERT INTO "score" VALUES(2,1,2,'brier',2.92080093942338858692e-01);
INSERT INTO "score" VALUES(2,1,2,'log_loss',4.46900089233607467065e-01);
INSERT INTO "score" VALUES(2,2,1,'accuracy',7.93103448275862099592e-01);
INSERT INTO "score" VALUES(2,2,1,'auc',0.9);
INSERT INTO "score" VALUES(2,2,1,'auc_unb',0.9);
INSERT INTO "score" VALUES(2,2,1,'brier',2.80062162796152924748e-01);
INSERT INTO "score" VALUES(2,2,1,'log_loss',4.34700981949327436293e-01);
INSERT INTO "score" VALUES(2,2,2,'accuracy',7.85714285714285698425e-01);
INSERT INTO "score" VALUES(2,2,2,'auc',7.94444444444444397568e-01);
INSERT INTO "score" VALUES(2,2,2,'auc_unb',7.94444444444444397568e-01);
INSERT INTO "score" VALUES(2,2,2,'brier',3.26334325396825442044e-01);
INSERT INTO "score" VALUES(2,2,2,'log_loss',5.00066781615085331758e-01);
COMMIT;
