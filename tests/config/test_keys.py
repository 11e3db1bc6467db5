from rankrees.config.keys import MEANINGS, schema_keys


def test_every_key_of_the_schema_is_explained_and_no_other():
    assert [key for key, _ in schema_keys() if key not in MEANINGS] == []
    assert set(MEANINGS) == {key for key, _ in schema_keys()}


def test_defaults_are_told():
    said = dict(schema_keys())
    assert said["title"] == "required"
    assert said["folds.first_run"] == "`1`"
    assert said["files.target"] == "none"
