"""Three nodes of PostgreSQL under Patroni with etcd, for scripts/patroni."""
import http.client, json, os, pwd, shutil, signal, socket, subprocess, time, urllib.request
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
        if found: return found
        time.sleep(.1)
    raise SystemExit(f"waited {seconds} seconds: {what}")


class Process:
    """A process that leads a session of its own; what it says goes to a file."""
    def __init__(self, log, command, user=None):
        self.log, extra = log, {}
        if user: extra = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with open(log, "a") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=log.parent,
                start_new_session=True, **extra)

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None: self.process.send_signal(how)
        try: self.process.wait(30)
        except subprocess.TimeoutExpired: self.process.kill(); self.process.wait()


class Node:
    """PostgreSQL under Patroni."""
    def __init__(self, name, cluster):
        self.name, self.cluster = name, cluster
        self.port, self.rest = free_port(), free_port()
        self.folder = cluster.folder / name
        self.folder.mkdir()
        if cluster.user: shutil.chown(self.folder, cluster.user.pw_uid, cluster.user.pw_gid)
        everyone = {"username": "postgres", "password": "only-here"}
        self.file = self.folder / "patroni.json"  # JSON is YAML.
        self.file.write_text(json.dumps({
            "scope": "toodoo", "name": name,
            "restapi": {"listen": f"127.0.0.1:{self.rest}"},
            "etcd3": {"hosts": [f"127.0.0.1:{cluster.etcd_port}"]},
            "bootstrap": {
                "dcs": {
                    "ttl": 20, "loop_wait": 1, "retry_timeout": 5,
                    "maximum_lag_on_failover": 1 << 20, "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {
                        "wal_log_hints": "on", "max_connections": 100, "log_min_messages": "fatal",
                    }},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.folder / "data"), "bin_dir": str(cluster.programs),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": {"superuser": everyone, "replication": everyone},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "local all all trust",
                           "host replication all 127.0.0.1/32 trust"],
                "parameters": {"unix_socket_directories": str(self.folder)},
            },
        }))
        self.start()

    def start(self):
        self.patroni = Process(
            self.folder / "log", ["/usr/bin/patroni", self.file], self.cluster.user)

    def ask(self, path, body=None):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}{path}", body, 5) as answer:
                return json.loads(answer.read() or "null") if body is None else True
        except (OSError, ValueError, http.client.HTTPException): return None

    def postgres(self):
        """The process id of its server; None if there is none."""
        try: return int((self.folder / "data/postmaster.pid").read_text().split()[0])
        except (OSError, IndexError): return None

    def kill_postgres(self):
        """Also its children, which would otherwise notice only at their next wait."""
        pid = self.postgres()
        if not pid: return
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout
        for each in [pid, *map(int, children.split())]:
            try: os.kill(each, signal.SIGKILL)
            except ProcessLookupError: pass


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.programs = max(
            Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
        self.etcd_port, peers = free_port(), free_port()
        etcd = folder / "etcd"
        etcd.mkdir(mode=0o700)
        if self.user: shutil.chown(etcd, self.user.pw_uid, self.user.pw_gid)
        here, peer = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{peers}"
        self.etcd = Process(etcd / "log", [
            "etcd", "--data-dir", etcd / "data", "--unsafe-no-fsync",
            "--listen-client-urls", here, "--advertise-client-urls", here,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", f"default={peer}"], self.user)
        self.nodes = []

    def start(self):
        for n in range(3): self.nodes.append(Node(f"node{n + 1}", self))
        self.wait()
        self.query("CREATE DATABASE toodoo", "postgres")
        # libpq asks no further host when one does not know the database yet.
        for node in self.nodes:
            until("the database on each node", lambda: not subprocess.run(
                ["psql", "-qX", "-c", "", f"postgres://postgres@127.0.0.1:{node.port}/toodoo"],
                capture_output=True).returncode)

    def members(self):
        """The members' roles by name, as the first node that answers tells."""
        for node in self.nodes:
            told = node.ask("/cluster")
            if told: return {m["name"]: (m["role"], m["state"]) for m in told["members"]}
        return {}

    def wait(self):
        """Until there are a primary, a synchronous standby, and another one."""
        def is_whole():
            roles = sorted(role for role, state in self.members().values() if state == "running")
            return roles == ["leader", "replica", "sync_standby"]
        until(f"three nodes ({self.folder}/node*/log)", is_whole)

    def named(self, role):
        return until(f"a {role}", lambda: next(
            (n for n in self.nodes if self.members().get(n.name, ("",))[0] == role), None))

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgres://postgres@{hosts}/toodoo?target_session_attrs=read-write"

    def query(self, sql, database="toodoo"):
        url = self.url.replace("/toodoo?", f"/{database}?") + "&connect_timeout=5"
        done = subprocess.run(
            ["psql", "-qAtX", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, url],
            capture_output=True, text=True)
        if done.returncode: raise SystemExit(f"{sql}: {done.stderr}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def switch_over(self):
        leader, standby = self.named("leader"), self.named("sync_standby")
        body = json.dumps({"leader": leader.name, "candidate": standby.name}).encode()
        if not leader.ask("/switchover", body): raise SystemExit("Patroni refuses the switchover")

    def kill_postgres(self): self.named("leader").kill_postgres()

    def kill_node(self):
        node = self.named("leader")
        node.patroni.process.kill()
        node.patroni.process.wait()
        node.kill_postgres()
        return node

    def stop(self):
        for node in self.nodes: node.patroni.stop()
        self.etcd.stop()
