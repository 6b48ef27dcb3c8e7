"""The application: routes, the gate before them, and files that browsers load."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from mtassay import __version__
from mtassay.reports.page.bundle import SCRIPT
from mtassay.store.database import Database
from mtassay.store.migration import require_current
from mtassay.web.figures import Figures
from mtassay.web.jobs.processes import JobProcesses
from mtassay.web.project_rows import RowsAhead
from mtassay.web.rendering import STATIC, environment
from mtassay.web.safety.gate import Gate
from mtassay.web.safety.secret import read_secret
from mtassay.web.serving import failures, notes
from mtassay.web.serving.all_pages import PAGES
from mtassay.web.serving.configuration import Configuration, secret_path
from mtassay.web.serving.state import ServerState

# With the usual 40, a thread that holds the turn of all writers waits for 39 others before it can go on: under load,
# 300 judges waited for 2 s instead of 20 ms, until fewer came.
_THREADS = 8
# 9 makes pages 2 % smaller and takes twice the time
_COMPRESSION = 5
_COMPRESSED_ALREADY = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,
    "application/octet-stream",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)


def create_app(configuration: Configuration) -> FastAPI:
    """The workbench, on a database that is there and up to date."""
    notes.listen()
    database = Database(configuration.location, pool_size=_THREADS)
    require_current(database)
    figures = Figures(database)
    state = ServerState(configuration, database, figures, read_secret(secret_path(configuration)), environment())
    processes, ahead = JobProcesses(configuration), RowsAhead(figures)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        processes.start()
        ahead.start()
        current_default_thread_limiter().total_tokens = _THREADS
        yield
        ahead.stop()
        figures.close()
        processes.stop()
        database.close()

    app = FastAPI(
        title="mtassay",
        version=__version__,
        description="All that the pages do, for programs. Send a key as `Authorization: Bearer KEY`.",
        openapi_url=None,  # ours asks who wants to know
        docs_url=None,  # they would fetch scripts from elsewhere; ours is the page /api
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.server = state
    failures.install(app, state)
    for routes in PAGES:
        # not `include_router`, which builds each of them a second time when the first request comes
        app.router.routes += [*routes.pages.routes, *routes.api.routes]
    app.mount("/static/report", _Static(directory=SCRIPT))
    app.mount("/static", _Static(directory=STATIC, packages=[("mtassay.reports.page", "static")]))
    app.add_middleware(Gate, state=state)
    app.add_middleware(
        GZipMiddleware, minimum_size=1000, compresslevel=_COMPRESSION, exclude_content_types=_COMPRESSED_ALREADY
    )
    return app


class _Static(StaticFiles):
    """Files that browsers may keep, if they ask whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = "no-cache"
        return response
