"""The key of an installation."""

import os
import stat
import threading

import pytest

from mtassay.errors import OutputError, StorageError
from mtassay.web.safety.secret import csrf_token, read_secret, token_matches


def test_the_file_is_readable_by_its_owner_only_from_the_first_byte(tmp_path):
    path = tmp_path / "folder" / "secret"
    seen = []
    opened = os.open

    def watch(name, flags, mode=0o777, **rest):
        descriptor = opened(name, flags, mode, **rest)
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return descriptor

    before = os.umask(0)
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(os, "open", watch)
            secret = read_secret(path)
    finally:
        os.umask(before)
    assert seen[0] == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(secret) == 32
    assert read_secret(path) == secret
    assert [one.name for one in path.parent.iterdir()] == ["secret"]


def test_two_servers_that_start_at_once_have_one_key(tmp_path):
    found = []
    threads = [threading.Thread(target=lambda: found.append(read_secret(tmp_path / "secret"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1


def test_a_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "secret"
    read_secret(path)
    path.chmod(0o644)
    with pytest.raises(StorageError, match="chmod 600"):
        read_secret(path)


def test_what_is_no_key_is_refused(tmp_path):
    path = tmp_path / "secret"
    path.write_bytes(b"short")
    path.chmod(0o600)
    with pytest.raises(StorageError, match="no key"):
        read_secret(path)
    with pytest.raises(OutputError, match="name another file"):
        read_secret(path / "inside of a file")


def test_tokens_belong_to_one_session_of_one_installation():
    token = csrf_token(b"k" * 32, "session")
    assert token_matches(b"k" * 32, "session", token)
    assert not token_matches(b"k" * 32, "other", token)
    assert not token_matches(b"x" * 32, "session", token)
    assert not token_matches(b"k" * 32, "", csrf_token(b"k" * 32, ""))
    assert not token_matches(b"k" * 32, "session", "\udc80")


def test_no_two_pages_have_the_same_token():
    tokens = {csrf_token(b"k" * 32, "session") for _ in range(20)}
    assert len(tokens) == 20
    assert all(token_matches(b"k" * 32, "session", token) for token in tokens)
    first, second, *_ = tokens
    assert not token_matches(b"k" * 32, "session", first[:16] + second[16:])
    assert not token_matches(b"k" * 32, "session", first[:16])
    assert not token_matches(b"k" * 32, "session", "")
