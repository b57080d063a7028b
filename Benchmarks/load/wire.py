"""A minimal HTTP client on bytes: sends requests and parses any response."""

import itertools, json, re, socket

STATUS_LINE = re.compile(rb"HTTP/1\.1 (\d{3}) [\x20-\x7e]*\Z")
FIELD_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\Z")
# Attackers use many addresses: a server may limit connections per address, and one has only 28,000 ports.
ADDRESSES = itertools.cycle([f"127.0.{n}.{m}" for n in range(1, 21) for m in range(1, 11)])


class Broken(Exception):
    """The connection ended before the response was complete."""


class Malformed(Exception):
    """The received bytes are no response."""


def request(method, path, body=None, fields=""):
    """The bytes of a request; a body that is not bytes is sent as JSON."""
    if body is None:
        return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode()
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    fields += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode() + content


class Answer:
    """A complete response at the beginning of some bytes."""

    def __init__(self, status, fields, content, length):
        self.status, self.fields, self.content, self.length = status, fields, content, length

    @property
    def closes(self):
        return self.fields.get(b"connection") == b"close"


def parse(data, is_head=False):
    """The response that `data` begins with, None if it is incomplete."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    first, *lines = bytes(data[:end]).split(b"\r\n")
    line = STATUS_LINE.match(first)
    if not line:
        raise Malformed(f"status line {first[:60]!r}")
    bad = [l for l in lines if not FIELD_LINE.match(l)]
    if bad:
        raise Malformed(f"field line {bad[0][:60]!r}")
    fields = {name.lower(): value.strip() for name, value in (l.split(b":", 1) for l in lines)}
    status, begin = int(line[1]), end + 4
    if is_head or status in (204, 304) or status < 200:
        return Answer(status, fields, b"", begin)
    if fields.get(b"transfer-encoding") == b"chunked":
        return chunked(data, status, fields, begin)
    if b"content-length" not in fields:
        raise Malformed(f"a {status} without a length")
    length = int(fields[b"content-length"])
    if len(data) < begin + length:
        return None
    return Answer(status, fields, bytes(data[begin : begin + length]), begin + length)


def chunked(data, status, fields, position):
    content = bytearray()
    while (end := data.find(b"\r\n", position)) >= 0:
        size = int(data[position:end], 16)
        position = end + 2 + size
        if len(data) < position + 2:
            return None
        if data[position : position + 2] != b"\r\n":
            raise Malformed("the end of a chunk")
        content += data[end + 2 : position]
        position += 2
        if size == 0:
            return Answer(status, fields, bytes(content), position)
    return None


def connect(port, buffer=None, timeout=30):
    """A new connection from one of many addresses; `buffer` limits the kernel's receive buffer."""
    s = socket.socket()
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    s.setsockopt(socket.IPPROTO_IP, getattr(socket, "IP_BIND_ADDRESS_NO_PORT", 24), 1)
    if buffer:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    s.settimeout(timeout)
    try:
        s.bind((next(ADDRESSES), 0))
        s.connect(("127.0.0.1", port))
    except OSError:
        s.close()
        raise
    return s


class Line:
    """A keep-alive connection that sends one request after the other."""

    def __init__(self, port, timeout=30):
        self.socket, self.data = connect(port, timeout=timeout), bytearray()

    def ask(self, method, path, body=None, fields=""):
        self.send(request(method, path, body, fields))
        return self.read(method == "HEAD")

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Broken(f"while sending: {error}") from error

    def read(self, is_head=False):
        while (answer := parse(self.data, is_head)) is None:
            try:
                more = self.socket.recv(262_144)
            except OSError as error:
                raise Broken(f"while reading: {error}") from error
            if not more:
                raise Broken(f"ended after {len(self.data)} bytes of an answer")
            self.data += more
        del self.data[: answer.length]
        return answer

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
