"""What the processes beside a server do, in the process of a test."""

from typing import Any

from mtassay.store.work import jobs
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Work


def do_jobs(site: Any) -> None:
    """Do all jobs that wait."""
    while True:
        with site.database.writing() as connection:
            job = jobs.claim_job(connection, "a test")
        if job is None:
            return
        result = kind(job.kind)(Work(site.database, job.owner, job.arguments))
        with site.database.writing() as connection:
            jobs.finish_job(connection, job.uid, "a test", {"notes": [], **result})
