"""Forms whose text boxes hold whole texts; Starlette stops at 1 MB a field, as sent, which is little in Hindi."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import Response

from mtassay.web.serving.failures import Refusal

MOST_FIELD_BYTES = 8 * 1024**2
"""As sent; a byte of text beyond ASCII takes three."""


class LargeFieldsRoute(APIRoute):
    """A route that reads such forms."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The usual one, with requests that take more."""
        handle = super().get_route_handler()

        async def handle_large(request: Request) -> Response:
            return await handle(_LargeFieldsRequest(request.scope, request.receive))

        return handle_large


class _LargeFieldsRequest(Request):
    async def _get_form(
        self,
        *,
        max_files: int | float = 1000,
        max_fields: int | float = 1000,
        max_part_size: int = MOST_FIELD_BYTES,
    ) -> FormData:
        try:
            return await super()._get_form(
                max_files=max_files, max_fields=max_fields, max_part_size=max(max_part_size, MOST_FIELD_BYTES)
            )
        except HTTPException as error:
            if "exceeded maximum size" not in str(error.detail):
                raise
            raise Refusal(
                413,
                "Too large",
                "Nothing was done: a text box holds more than this server takes. Send the text as a file, or use the "
                "command line, which takes more.",
            ) from None
