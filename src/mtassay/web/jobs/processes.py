"""The processes that do jobs, beside a server: started with it, replaced where one ends, gone when it is."""

import contextlib
import subprocess
import sys
import threading

from mtassay.web.serving.configuration import Configuration

_LOOK_SECONDS = 0.5
_PATIENCE_SECONDS = 7.0


class JobProcesses:
    """Keeps as many processes as were asked for."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._running: list[subprocess.Popen[str]] = []
        self._stopping = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Start them, and go on watching."""
        if not self._configuration.job_processes:
            return
        self._running = [self._begin() for _ in range(self._configuration.job_processes)]
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """Let each mark what it was doing as interrupted, and end it."""
        self._stopping.set()
        if self._watcher is not None:
            self._watcher.join()
        for process in self._running:
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()
        for process in self._running:
            try:
                process.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _begin(self) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "mtassay.web.jobs.runner"], stdin=subprocess.PIPE, text=True, close_fds=True
        )
        assert process.stdin is not None
        # not as an argument: a location may hold a password, and arguments are for all to see
        process.stdin.write(self._configuration.to_json() + "\n")
        process.stdin.flush()
        return process

    def _watch(self) -> None:
        while not self._stopping.wait(_LOOK_SECONDS):
            for number, process in enumerate(self._running):
                if process.poll() is not None:
                    self._running[number] = self._begin()
