import os

from rankrees.data.content_cache import Content, KnownContent

CONTENT = Content("abc", 10, 3)


def remember(path, name="x"):
    known = KnownContent()
    known.add(path, name, CONTENT)
    known.save()


def test_what_was_saved_is_known_next_time(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKREES_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "x.arff"
    file.write_text("a")
    assert KnownContent().get(file, "x") is None
    remember(file)
    assert KnownContent().get(file, "x") == CONTENT


def test_a_changed_file_or_another_name_is_not_known(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKREES_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "letter.arff"
    file.write_text("a")
    remember(file, "letter")
    assert KnownContent().get(file, "letter-2000") is None
    os.utime(file, ns=(1, 1))
    assert KnownContent().get(file, "letter") is None


def test_a_damaged_or_unwritable_list_is_no_obstacle(tmp_path, monkeypatch):
    file = tmp_path / "x.arff"
    file.write_text("a")
    for text in ("", "[1]", '{"a": 1}', "\x00"):
        monkeypatch.setenv("RANKREES_CACHE", str(tmp_path))
        (tmp_path / "content.json").write_text(text)
        assert KnownContent().get(file, "x") is None
    monkeypatch.setenv("RANKREES_CACHE", str(file / "below-a-file"))
    remember(file)
    assert KnownContent().get(file, "x") is None
