"""What programs can ask for: the page for people, and the description in OpenAPI's own form."""

from dataclasses import dataclass
from typing import Any

from fastapi import Request
from starlette.responses import JSONResponse

from mtassay.store.people.accounts import Role
from mtassay.web.serving.routes import Context, Routes

ROUTES = Routes("About the API")


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked for."""

    method: str
    path: str
    title: str
    description: str
    arguments: list[str]


@dataclass(frozen=True)
class OperationGroup:
    """Operations that belong together."""

    name: str
    operations: list[Operation]


@dataclass(frozen=True)
class ApiReference:
    """All operations, and where the server answers."""

    address: str
    groups: list[OperationGroup]


@ROUTES.page("/api", may=Role.JUDGE, template="api_reference.html", twin=False)
def api_reference(context: Context) -> ApiReference:
    """The operations of the API, read off its description."""
    described = context.request.app.openapi()
    groups: dict[str, list[Operation]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for tag in operation.get("tags", ["Others"]):
                groups.setdefault(tag, []).append(
                    Operation(
                        method.upper(),
                        path,
                        operation.get("summary", ""),
                        operation.get("description", ""),
                        _arguments(operation, described),
                    )
                )
    return ApiReference(
        context.configuration.origin, [OperationGroup(name, operations) for name, operations in groups.items()]
    )


def _arguments(operation: dict[str, Any], described: dict[str, Any]) -> list[str]:
    """Names of what an operation takes; those that may be left out end in a question mark."""
    arguments = [
        parameter["name"] + ("" if parameter.get("required") else "?") for parameter in operation.get("parameters", [])
    ]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content.get("schema", {})
        name = schema.get("$ref", "").rpartition("/")[2]
        schema = described.get("components", {}).get("schemas", {}).get(name, schema)
        required = schema.get("required", ())
        arguments += [field + ("" if field in required else "?") for field in schema.get("properties", {})]
    return arguments


@ROUTES.api.get("/openapi.json", include_in_schema=False, dependencies=[ROUTES.allow(Role.JUDGE)])
def openapi(request: Request) -> JSONResponse:
    """The description of the API, as OpenAPI has it."""
    return JSONResponse(request.app.openapi())
