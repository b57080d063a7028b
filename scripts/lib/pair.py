"""A primary of PostgreSQL with a synchronous standby, behind a proxy that can cut connections."""

import shutil, socket, subprocess, threading

from cluster import free_port, kill_family, postgres_programs, postgres_user, query, until


class Proxy:
    """Passes connections on to a port until they are cut. While it is closed it refuses new ones, as
    a machine without a server does: libpq goes on to the next host only then."""

    def __init__(self, target):
        self.target, self.lines, self.lock = target, set(), threading.Lock()
        self.port, self.listener = free_port(), None

    def open(self):
        if self.listener:
            return
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def close(self):
        if self.listener:
            # Also ends `accept`, which closing alone does not.
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
        self.listener = None
        self.cut()

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.lines |= {client, server}
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.pump, args=ends, daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for line in (source, sink):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            with self.lock:
                self.lines.discard(line)

    def cut(self):
        """Cuts all connections, wherever they are in a message."""
        with self.lock:
            lines = list(self.lines)
        for line in lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Node:
    def __init__(self, name, pair):
        self.pair, self.folder, self.port = pair, pair.folder / name, free_port()
        self.data, self.proxy = self.folder / "data", Proxy(self.port)
        self.folder.mkdir()
        if pair.user:
            shutil.chown(self.folder, pair.user.pw_uid, pair.user.pw_gid)

    def run(self, program, *words, check=True):
        extra = {}
        if user := self.pair.user:
            extra = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        log = self.folder / f"{program}.log"
        with open(log, "w") as output:
            done = subprocess.run(
                [self.pair.programs / program, *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                **extra,
            )
        if check and done.returncode:
            raise SystemExit(f"{program}: {log.read_text()}")

    def control(self, *words, check=True):
        self.run("pg_ctl", "-D", self.data, "-s", "-w", *words, check=check)

    def start(self):
        self.control(
            "-l",
            self.folder / "log",
            "-o",
            f"-p {self.port} -c listen_addresses=127.0.0.1 "
            f"-c unix_socket_directories={self.folder} -c max_connections=100 "
            "-c log_min_messages=fatal -c wal_receiver_status_interval=1",
            "start",
        )
        self.proxy.open()

    def stop(self):
        self.proxy.close()
        self.control("-m", "immediate", "stop", check=False)

    def query(self, sql):
        return query(f"postgres://postgres@127.0.0.1:{self.port}/postgres?connect_timeout=5", sql)

    def set(self, name, value):
        self.query(f"ALTER SYSTEM SET {name} = '{value}'")
        self.query("SELECT pg_reload_conf()")

    def kill(self):
        kill_family(int((self.data / "postmaster.pid").read_text().split()[0]))
        self.proxy.close()

    def copy_of(self, primary):
        """Makes this node a synchronous standby of another one."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run(
            "pg_basebackup",
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
            "-D",
            self.data,
            "-d",
            f"host=127.0.0.1 port={primary.port} user=postgres",
        )
        self.start()
        primary.set("synchronous_standby_names", "*")


class Pair:
    def __init__(self, folder):
        self.folder, self.user, self.programs = folder, postgres_user(), postgres_programs()
        self.primary, self.standby = Node("a", self), Node("b", self)

    def start(self):
        self.primary.run(
            "initdb",
            "-D",
            self.primary.data,
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-A",
            "trust",
        )
        self.primary.start()
        self.primary.query("CREATE DATABASE toodoo")
        self.standby.copy_of(self.primary)
        self.wait()

    def wait(self):
        """Waits until the standby is synchronous."""
        until(
            f"a synchronous standby ({self.folder}/*/log)",
            lambda: (
                self.primary.query(
                    "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
                )
                == [["1"]]
            ),
        )

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{n.proxy.port}" for n in (self.primary, self.standby))
        return (
            f"postgres://postgres@{hosts}/toodoo?target_session_attrs=read-write&connect_timeout=2"
        )

    def query(self, sql):
        url = f"postgres://postgres@127.0.0.1:{self.primary.port}/toodoo?connect_timeout=5"
        return query(url, sql)

    def restart(self, is_away):
        """Stops the primary at once, and starts it when `is_away` is true for its servers."""
        self.primary.stop()
        is_away()
        self.primary.start()

    def promote(self):
        """Kills the primary and promotes the standby; returns a function that makes a new standby."""
        old, new = self.primary, self.standby
        old.kill()
        new.set("synchronous_standby_names", "")
        new.control("promote")
        self.primary, self.standby = new, old
        return lambda: old.copy_of(new)

    def cut(self):
        """Cuts all connections a few times, at random moments."""
        for _ in range(20):
            self.primary.proxy.cut()
            threading.Event().wait(0.05)

    def cut_off(self, is_away):
        """Refuses connections until `is_away` is true for the servers."""
        self.primary.proxy.close()
        is_away()
        self.primary.proxy.open()

    def stop(self):
        for node in (self.primary, self.standby):
            node.stop()
