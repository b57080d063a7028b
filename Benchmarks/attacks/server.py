"""The server under attack, and the kernel's figures on it."""
import fcntl, os, re, resource, socket, subprocess, time
from pathlib import Path

from attacks.wire import Line

BINARY = Path(__file__).resolve().parent.parent.parent / ".build/release/toodoo"


def listening():
    """A listening socket that one server after the other inherits."""
    s = socket.create_server(("127.0.0.1", 0), backlog=4096)
    return s, s.getsockname()[1]


class Server:
    """A process of the release build with options, started by another program if one is given."""
    def __init__(self, database, *, descriptors=None, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 listener=None, port=None, options=(), below=()):
        if not listener: port = port or self.free_port()
        self.port = port or listener.getsockname()[1]
        ready, told = os.pipe()
        # Not descriptor 3, which the listening socket gets.
        high = fcntl.fcntl(told, fcntl.F_DUPFD, 10)
        words = [*below, str(BINARY), "serve", "--db", str(database), "--ready-fd", str(high), *options]
        words += [] if listener else ["--port", str(self.port)]
        # The shell becomes the server by exec, because it must know its process ID beforehand.
        takes_over = ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh"] if listener else []

        def prepare():
            if listener:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)  # It may have been descriptor 3 before.
            if descriptors: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        os.set_inheritable(high, True)
        # Python's own descriptors are not inherited anyway, but closing all would close descriptor 3 as well.
        self.process = subprocess.Popen(
            takes_over + words, stdout=stdout, stderr=stderr, preexec_fn=prepare, close_fds=False)
        self.proc = Path(f"/proc/{self.process.pid}")
        os.close(told); os.close(high)
        with open(ready, "rb") as pipe: self.is_ready = pipe.read(1) == b"\n"

    @staticmethod
    def free_port():
        with socket.socket() as s: s.bind(("127.0.0.1", 0)); return s.getsockname()[1]

    def ask(self, method, path, body=None):
        with Line(self.port) as line: return line.ask(method, path, body, "Connection: close\r\n")

    def is_alive(self): return self.process.poll() is None

    def end(self, signal=15, patience=20):
        """Returns the exit code after a signal; None if the process does not end."""
        self.process.send_signal(signal)
        try: return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill(); self.process.wait()
            return None

    def cpu(self):
        """Seconds of CPU used."""
        spent = (self.proc / "stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")

    def memory(self, what="VmRSS"):
        """Bytes, as /proc names them."""
        return int(re.search(rf"{what}:\s+(\d+)", (self.proc / "status").read_text())[1]) * 1024

    def forget_peak(self):
        """Resets VmHWM (proc_pid_clear_refs(5))."""
        (self.proc / "clear_refs").write_text("5")

    def descriptors(self):
        """Number of open descriptors, without Dispatch's timerfd, which is opened with the first timer and kept."""
        count = 0
        for link in (self.proc / "fd").iterdir():
            try: count += os.readlink(link) != "anon_inode:[timerfd]"
            except FileNotFoundError: pass  # It has been closed since it was listed.
        return count

    def waits(self):
        """How often each thread has gone to sleep so far, which is also how often it has woken up."""
        texts = {p.parent.name: p.read_text() for p in self.proc.glob("task/*/status")}
        return {t: int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", text)[1]) for t, text in texts.items()}

    def wakeups(self, seconds):
        """Wake-ups per second in a span of time; a thread that wakes to end itself is not counted."""
        before = self.waits(); time.sleep(seconds)
        return sum(count - before.get(thread, 0) for thread, count in self.waits().items()) / seconds
