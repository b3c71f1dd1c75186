from __future__ import annotations

import os
import stat

import pytest

from trueness.parallel.own_folder import own_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


def test_a_folder_is_made_for_the_user_alone(tmp_path):
    folder = own_folder(tmp_path / "a" / "b")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert own_folder(folder) == folder


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_one_that_everybody_may_write_to_is_refused(tmp_path, mode):
    tmp_path.chmod(mode)
    with pytest.raises(PermissionError, match="everybody may write to the folder"):
        own_folder(tmp_path)


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o770, 0o2775])
def test_a_group_may_share_one(tmp_path, mode):
    tmp_path.chmod(mode)
    assert own_folder(tmp_path) == tmp_path


def test_another_users_is_refused(tmp_path, monkeypatch):
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(PermissionError, match="another user's"):
        own_folder(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)  # who owns all
    assert own_folder(tmp_path) == tmp_path


def test_a_link_that_leads_nowhere_is_no_folder(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(FileExistsError):
        own_folder(tmp_path / "link")
