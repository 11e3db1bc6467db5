from rankrees.config.schema import config_keys


def test_every_key_of_the_schema_is_explained():
    assert [key.name for key in config_keys() if not key.meaning.endswith(".")] == []
    names = [key.name for key in config_keys()]
    assert len(names) == len(set(names))
    assert {"extends", "files.path", "protocols.departures"} <= set(names)


def test_defaults_are_told():
    said = {key.name: key.default for key in config_keys()}
    assert said["title"] == "required"
    assert said["folds.first_run"] == "`1`"
    assert said["files.target"] == "none"
