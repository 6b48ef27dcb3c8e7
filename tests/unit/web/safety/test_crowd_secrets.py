import re

from mtassay.web.safety.crowd_secrets import completion_code, worker_digest

SECRET = b"s" * 32


def test_a_code_is_the_same_whenever_it_is_asked_for_and_another_for_everything_else() -> None:
    codes = [
        completion_code(secret, campaign, seat, is_doubted=is_doubted)
        for secret in (SECRET, b"t" * 32)
        for campaign in (1, 11)
        for seat in (1, 11, 111)
        for is_doubted in (False, True)
    ]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch("[A-Z2-7]{10}", code) for code in codes)
    assert completion_code(SECRET, 1, 1, is_doubted=False) == codes[0]
    # fixed for good: codes that were handed out are compared after years
    assert codes[0] == "3BDOSFWU2E"


def test_a_worker_is_known_by_a_digest_of_one_campaign() -> None:
    digests = {worker_digest(SECRET, campaign, worker) for campaign in (1, 2) for worker in ("anna", "ben", "\ud800")}
    assert len(digests) == 6
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)
