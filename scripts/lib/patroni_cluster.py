"""Three nodes of PostgreSQL under Patroni with etcd, for scripts/failover."""

import http.client, json, shutil, subprocess, urllib.request

from cluster import (
    PATIENCE,
    Process,
    free_port,
    kill_family,
    postgres_programs,
    postgres_user,
    query,
    until,
)


class Node:
    """PostgreSQL under Patroni."""

    def __init__(self, name, cluster):
        self.name, self.cluster = name, cluster
        self.port, self.rest = free_port(), free_port()
        self.folder = cluster.folder / name
        self.folder.mkdir()
        if cluster.user:
            shutil.chown(self.folder, cluster.user.pw_uid, cluster.user.pw_gid)
        everyone = {"username": "postgres", "password": "only-here"}
        self.file = self.folder / "patroni.json"  # JSON is YAML.
        self.file.write_text(
            json.dumps(
                {
                    "scope": "toodoo",
                    "name": name,
                    "restapi": {"listen": f"127.0.0.1:{self.rest}"},
                    "etcd3": {"hosts": [f"127.0.0.1:{cluster.etcd_port}"]},
                    "bootstrap": {
                        "dcs": {
                            "ttl": 20,
                            "loop_wait": 1,
                            "retry_timeout": 5,
                            "maximum_lag_on_failover": 1 << 20,
                            "synchronous_mode": True,
                            "postgresql": {
                                "use_pg_rewind": True,
                                "parameters": {
                                    "wal_log_hints": "on",
                                    "max_connections": 100,
                                    "log_min_messages": "fatal",
                                },
                            },
                        },
                        "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}],
                    },
                    "postgresql": {
                        "listen": f"127.0.0.1:{self.port}",
                        "connect_address": f"127.0.0.1:{self.port}",
                        "data_dir": str(self.folder / "data"),
                        "bin_dir": str(cluster.programs),
                        "pgpass": str(self.folder / "pgpass"),
                        "authentication": {"superuser": everyone, "replication": everyone},
                        "pg_hba": [
                            "host all all 127.0.0.1/32 trust",
                            "local all all trust",
                            "host replication all 127.0.0.1/32 trust",
                        ],
                        "parameters": {"unix_socket_directories": str(self.folder)},
                    },
                }
            )
        )
        self.start()

    def start(self):
        self.patroni = Process(
            self.folder / "log", ["/usr/bin/patroni", self.file], self.cluster.user
        )

    def ask(self, path, body=None):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}{path}", body, 5) as answer:
                return json.loads(answer.read() or "null") if body is None else True
        except (OSError, ValueError, http.client.HTTPException):
            return None

    def postgres(self):
        """The process id of its server; None if there is none."""
        try:
            return int((self.folder / "data/postmaster.pid").read_text().split()[0])
        except (OSError, IndexError):
            return None

    def kill_postgres(self):
        pid = self.postgres()
        if pid:
            kill_family(pid)


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.user, self.programs = postgres_user(), postgres_programs()
        self.etcd_port, peers = free_port(), free_port()
        etcd = folder / "etcd"
        etcd.mkdir(mode=0o700)
        if self.user:
            shutil.chown(etcd, self.user.pw_uid, self.user.pw_gid)
        here, peer = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{peers}"
        self.etcd = Process(
            etcd / "log",
            [
                "etcd",
                "--data-dir",
                etcd / "data",
                "--unsafe-no-fsync",
                "--listen-client-urls",
                here,
                "--advertise-client-urls",
                here,
                "--listen-peer-urls",
                peer,
                "--initial-advertise-peer-urls",
                peer,
                "--initial-cluster",
                f"default={peer}",
            ],
            self.user,
        )
        self.nodes = []

    def start(self):
        for n in range(3):
            self.nodes.append(Node(f"node{n + 1}", self))
        self.wait()
        self.query("CREATE DATABASE toodoo", "postgres")
        # If a host does not have the database yet, libpq does not try the next one.
        for node in self.nodes:
            until(
                "the database on each node",
                lambda: (
                    not subprocess.run(
                        [
                            "psql",
                            "-qX",
                            "-c",
                            "",
                            f"postgres://postgres@127.0.0.1:{node.port}/toodoo",
                        ],
                        capture_output=True,
                    ).returncode
                ),
            )

    def members(self):
        """The members' roles by name, from the first node that answers."""
        for node in self.nodes:
            told = node.ask("/cluster")
            if told:
                return {m["name"]: (m["role"], m["state"]) for m in told["members"]}
        return {}

    def wait(self):
        """Waits until there are a primary, a synchronous standby, and another standby."""

        def is_whole():
            roles = sorted(role for role, state in self.members().values() if state == "running")
            return roles == ["leader", "replica", "sync_standby"]

        until(f"three nodes ({self.folder}/node*/log)", is_whole)

    def named(self, role):
        return until(
            f"a {role}",
            lambda: next(
                (n for n in self.nodes if self.members().get(n.name, ("",))[0] == role), None
            ),
        )

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgres://postgres@{hosts}/toodoo?target_session_attrs=read-write"

    def query(self, sql, database="toodoo"):
        return query(self.url.replace("/toodoo?", f"/{database}?") + "&connect_timeout=5", sql)

    def switch_over(self):
        leader, standby = self.named("leader"), self.named("sync_standby")
        body = json.dumps({"leader": leader.name, "candidate": standby.name}).encode()
        if not leader.ask("/switchover", body):
            raise SystemExit("Patroni refuses the switchover")
        self.named("leader")

    def kill_postgres(self):
        self.named("leader").kill_postgres()
        self.named("leader")

    def kill_node(self):
        """Returns a function that starts the node again after another one has become primary."""
        node = self.named("leader")
        node.patroni.process.kill()
        node.patroni.process.wait()
        node.kill_postgres()
        until("another primary", lambda: self.named("leader") is not node)
        return node.start

    def stop(self):
        for node in self.nodes:
            node.patroni.stop()
        self.etcd.stop()
