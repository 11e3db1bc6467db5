"""What all tests share: nothing is left in the user's own cache folder."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RANKREES_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
