"""Whatever is sent to the API is answered, and never by a fault of ours."""

from contextlib import nullcontext, suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_is_a_fault_whether_it_fits_the_description_or_not(local, mode):
    program = local.program()
    schema = schemathesis.openapi.from_dict(program.get("/api/v1/openapi.json").json())
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 10

    for operation in operations:
        # keys are the one thing that must stay as it is
        if operation.path.endswith("/revoke"):
            continue

        @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def send(case):
            request = case.as_transport_kwargs(base_url="http://localhost:8000")
            request.pop("cookies", None)
            if isinstance(request.get("data"), str | bytes):
                request["content"] = request.pop("data")
            headers = {**(request.pop("headers", None) or {}), "Authorization": program.headers["Authorization"]}
            answer = program.request(**request, headers={**headers, "Host": "localhost:8000"})
            assert answer.status_code < 500 or answer.status_code == 501, (case.method, case.path, answer.text)
            if answer.status_code >= 400:
                assert answer.json()["error"]["message"]

        # what takes nothing can be sent nothing wrong
        with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
            send()
