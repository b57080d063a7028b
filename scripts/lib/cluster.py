"""Common parts of PostgreSQL clusters for tests."""

import os, pwd, signal, socket, subprocess, time
from pathlib import Path

PATIENCE = 120


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def until(what, condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"waited {seconds} seconds: {what}")


class Process:
    """A process that leads a session of its own; its output goes to a file."""

    def __init__(self, log, command, user=None):
        self.log, extra = log, {}
        if user:
            extra = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with open(log, "a") as output:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=log.parent,
                start_new_session=True,
                **extra,
            )

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def postgres_user():
    """PostgreSQL does not run as root; None if this user can run it."""
    return pwd.getpwnam("postgres") if os.getuid() == 0 else None


def postgres_programs():
    """Debian keeps the programs of each version in a folder of its own."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))


def kill_family(pid):
    """Kills a process and its children, which would otherwise notice only at their next wait."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout
    for each in [pid, *map(int, children.split())]:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass


def query(url, sql):
    """The rows of a query."""
    done = subprocess.run(
        ["psql", "-qAtX", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, url],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{sql}: {done.stderr}")
    return [line.split("\t") for line in done.stdout.splitlines()]
