#!/usr/bin/env python3
"""An independent verifier of what Fieldpost's register gives away, written from docs/auditing.md alone, with nothing but Python's standard
library: proofs that a record is in the register, its signed heads, witnesses' signatures, and what two of them say about one another.

    verify_register.py --key KEY... FILE...    check proofs (.tlog-proof), heads and proofs of consistency, each by itself and with the others
    verify_register.py --vectors               print test vectors as JSON
    verify_register.py --check                 read such vectors from standard input and check them
    verify_register.py --each                  standard input holds one JSON object a line, {"keys": […], "text": …}: a verdict a line

KEY is a key to check with as C2SP writes it, NAME+ID+KEY: the register's, which your letters name, and those of witnesses that you trust.
`verify_log.py LOG --proof FILE --key KEY` checks a log and that its records are those of the proofs.
Exit status: 0 all holds, 1 something does not, 2 called wrongly.
"""

import base64
import binascii
import hashlib
import json
import sys

LARGEST = 2**63 - 1
LONGEST = 64 * 1024
FIRST = "c2sp.org/tlog-proof@v1"


class Wrong(Exception):
    """Something that does not hold, or cannot be read."""


class Forked(Wrong):
    """Proof that a register showed two histories."""


# --- Ed25519, RFC 8032 -------------------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def sha512(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def add(a, b):
    """The sum of two points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    c = 2 * a[3] * b[3] * D % P
    d = 2 * a[2] * b[2] % P
    return (f - e) * (d - c) % P, (d + c) * (f + e) % P, (d - c) * (d + c) % P, (f - e) * (f + e) % P


def times(n, point):
    product = (0, 1, 1, 0)
    while n:
        if n & 1:
            product = add(product, point)
        point = add(point, point)
        n >>= 1
    return product


def compress(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decompress(data):
    """A point from its 32 bytes, or None where they are not the one spelling of one."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if x * x % P != square or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def small(point):
    """Whether a point is of small order: signatures by it or with it say nothing."""
    eight = times(8, point)
    return eight[0] % P == 0 and (eight[1] - eight[2]) % P == 0


def signed(key, message, signature):
    """Whether a key of 32 bytes made this signature of 64 bytes. Each signature has one spelling."""
    if len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    a, r = decompress(key), decompress(signature[:32])
    if s >= L or a is None or r is None or small(a) or small(r):
        return False
    h = sha512(signature[:32], key, message) % L
    minus = (P - a[0], a[1], a[2], P - a[3])
    return compress(add(times(s, BASE), times(h, minus))) == signature[:32]


def secret(seed):
    digest = hashlib.sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return a, digest[32:]


def public(seed):
    return compress(times(secret(seed)[0], BASE))


def sign(seed, message):
    a, prefix = secret(seed)
    r = sha512(prefix, message) % L
    point = compress(times(r, BASE))
    h = sha512(point, public(seed), message) % L
    return point + ((r + h * a) % L).to_bytes(32, "little")


# --- The tree, RFC 6962 section 2.1 ------------------------------------------------------------------------------------


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(record):
    return sha256(b"\0", record)


def node(left, right):
    return sha256(b"\1", left, right)


def split(n):
    return 1 << (n - 1).bit_length() - 1


def root(leaves):
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return node(root(leaves[:k]), root(leaves[k:]))


def path(index, leaves):
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return path(index, leaves[:k]) + [root(leaves[k:])]
    return path(index - k, leaves[k:]) + [root(leaves[:k])]


def way(old, leaves, whole=True):
    """The proof that the tree of all these leaves goes on from that of the first `old`."""
    if old in (0, len(leaves)):
        return [] if whole else [root(leaves)]
    k = split(len(leaves))
    if old <= k:
        return way(old, leaves[:k], whole) + [root(leaves[k:])]
    return way(old - k, leaves[k:], False) + [root(leaves[:k])]


def lead(at, index, size, beside):
    """The root that a leaf and the hashes beside its way lead to."""
    beside = list(beside)

    def up(index, size):
        if size == 1:
            return at
        k, hash = split(size), beside.pop() if beside else None
        if hash is None:
            raise Wrong("the proof has too few hashes")
        return node(up(index, k), hash) if index < k else node(hash, up(index - k, size - k))

    if index >= size:
        raise Wrong(f"leaf {index} would lie outside of a tree of {size}")
    reached = up(index, size)
    if beside:
        raise Wrong("the proof has too many hashes")
    return reached


def included(record, index, size, beside, head):
    if lead(leaf(record), index, size, beside) != head:
        raise Wrong("the hashes lead to another root than the head has")


def goes_on(old, old_root, new, new_root, beside):
    """Checks a proof of consistency. Forked: the hashes lead to the newer root through another older one."""
    beside = list(beside)
    if old > new:
        raise Wrong(f"a tree of {new} cannot go on from one of {old}")
    if old in (0, new):
        if beside:
            raise Wrong("the proof has too many hashes")
        if old_root != (new_root if old == new else root([])):
            raise Forked("two roots over the same leaves") if old else Wrong("the older root is not the hash of nothing")
        return

    def both(old, size, whole):
        """Old and new root of the part that the proof speaks of."""
        if old == size:
            hash = old_root if whole else (beside.pop(0) if beside else None)
            return hash, hash
        k = split(size)
        if old <= k:
            older, newer = both(old, k, whole)
            right = beside.pop(0) if beside else None
            return older, node(newer, right) if newer and right else None
        older, newer = both(old - k, size - k, False)
        left = beside.pop(0) if beside else None
        return (node(left, older), node(left, newer)) if older and newer and left else (None, None)

    older, newer = both(old, new, True)
    if older is None or newer is None:
        raise Wrong("the proof has too few hashes")
    if beside:
        raise Wrong("the proof has too many hashes")
    if newer != new_root:
        raise Wrong("the hashes lead to another root than the newer head has")
    if older != old_root:
        raise Forked("the hashes lead to the newer root through another older one than was signed")


# --- Texts of C2SP -----------------------------------------------------------------------------------------------------


def base(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = None
    if data is None or base64.b64encode(data).decode() != text:
        raise Wrong(f"{text[:60]!r} is not base 64")
    return data


def hash_of(text):
    data = base(text)
    if len(data) != 32:
        raise Wrong(f"a hash of {len(data)} bytes")
    return data


def number(text):
    if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0") or len(text) > 19 or int(text) > LARGEST:
        raise Wrong(f"{text[:60]!r} is not a number of leaves")
    return int(text)


def is_name(name):
    return 0 < len(name.encode()) <= 255 and "+" not in name and not any(c.isspace() or ord(c) < 32 or 127 <= ord(c) < 160 for c in name)


def plain(data):
    """Text of bytes, in lines."""
    if len(data) > LONGEST:
        raise Wrong("too long")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Wrong("bytes that are no UTF-8") from None
    if any(ord(c) < 32 and c != "\n" for c in text):
        raise Wrong("a control character")
    if not text.endswith("\n"):
        raise Wrong("no line feed at the end")
    return text


class Key:
    """A key to check with: NAME+ID+KEY."""

    def __init__(self, text):
        parts = text.split("+", 2)
        if len(parts) != 3 or not is_name(parts[0]):
            raise Wrong(f"{text[:60]!r} is not a key")
        self.name, data = parts[0], base(parts[2])
        if len(data) != 33 or data[0] not in (1, 4):
            raise Wrong("a key of another kind than Ed25519")
        self.role, self.key = data[0], data[1:]
        point = decompress(self.key)
        if point is None or small(point):
            raise Wrong("32 bytes that are no key of Ed25519")
        self.id = sha256(self.name.encode(), b"\n", data)[:4]
        if self.id.hex() != parts[1]:
            raise Wrong("the id does not fit name and key")

    @staticmethod
    def write(name, role, key):
        data = bytes([role]) + key
        id = sha256(name.encode(), b"\n", data)[:4]
        return f"{name}+{id.hex()}+{base64.b64encode(data).decode()}"


def cosigned(text, time):
    return f"cosignature/v1\ntime {time}\n{text}".encode()


class Head:
    """A checkpoint: origin, size, root, and the lines of signatures."""

    def __init__(self, text):
        body, empty, below = text.rpartition("\n\n")
        if not empty:
            raise Wrong("no empty line above signatures")
        self.text = body + "\n"
        lines = self.text.split("\n")[:-1]
        if len(lines) != 3 or not lines[0]:
            raise Wrong("a head has three lines: name, number of leaves, root")
        self.origin, self.size, self.root = lines[0], number(lines[1]), hash_of(lines[2])
        if self.size == 0 and self.root != sha256():
            raise Wrong("a root over no leaves that is not the hash of nothing")
        self.signatures = []
        for line in below.split("\n")[:-1]:
            parts = line.split(" ")
            if len(parts) != 3 or parts[0] != "\u2014" or not is_name(parts[1]):
                raise Wrong(f"{line[:60]!r} is no signature")
            data = base(parts[2])
            if len(data) < 5:
                raise Wrong("a signature of no more than four bytes")
            self.signatures.append((parts[1], data[:4], data[4:]))
        if not 1 <= len(self.signatures) <= 64:
            raise Wrong("no signature, or too many")

    def check(self, keys):
        """Who vouches for it: names, with the time for witnesses. One of the register's must."""
        by, register = [], False
        for name, id, signature in self.signatures:
            for key in keys:
                if (key.name, key.id) != (name, id):
                    continue
                message, time = self.text.encode(), None
                if key.role == 4:
                    time = int.from_bytes(signature[:8], "big")
                    message, signature = cosigned(self.text, time), signature[8:]
                if time is not None and time > LARGEST or not signed(key.key, message, signature):
                    raise Wrong(f"the signature of {name} does not fit")
                register |= key.role == 1 and name == self.origin
                by.append((name, time))
        if not register:
            raise Wrong(f"none of the keys at hand is the register's that signed it; it names {self.origin}")
        return by


class Proof:
    """A record's way to a head."""

    def __init__(self, text):
        above, empty, below = text.partition("\n\n")
        lines = above.split("\n")
        if lines[0] != FIRST:
            raise Wrong("this is no proof of a register")
        if not empty or len(lines) < 3 or not lines[1].startswith("extra ") or not lines[2].startswith("index "):
            raise Wrong("a proof has the lines extra and index, hashes, an empty line and a head")
        extra = base(lines[1][6:])
        if len(extra) != 56:
            raise Wrong("the extra line names no record")
        self.game, self.number, self.record = extra[:16], int.from_bytes(extra[16:24], "big"), extra[24:]
        self.index = number(lines[2][6:])
        if len(lines) > 66:
            raise Wrong("too many hashes")
        self.path = [hash_of(line) for line in lines[3:]]
        self.head = Head(below)

    def check(self, keys):
        included(self.record, self.index, self.head.size, self.path, self.head.root)
        return self.head.check(keys)


class Way:
    """A proof of consistency, with the newer head: the body of a request to a witness."""

    def __init__(self, text):
        above, empty, below = text.partition("\n\n")
        lines = above.split("\n")
        if not empty or not lines[0].startswith("old ") or len(lines) > 64:
            raise Wrong("“old ” with a size, at most 63 hashes, an empty line and a head")
        self.old, self.path, self.head = number(lines[0][4:]), [hash_of(line) for line in lines[1:]], Head(below)

    def check(self, keys):
        return self.head.check(keys)


def read(data):
    text = plain(data)
    if text.startswith("c2sp.org/"):
        return Proof(text)
    return Way(text) if text.startswith("old ") else Head(text)


def compare(a, b, ways):
    """What two heads say about one another: a sentence, or Forked."""
    older, newer = (a, b) if a.size <= b.size else (b, a)
    if older.origin != newer.origin:
        return "they are of different registers"
    if older.size == newer.size:
        if older.root != newer.root:
            raise Forked(f"two different roots over the same {older.size} leaves, both signed")
        return "they say the same"
    for one in ways:
        if (one.old, one.head.size, one.head.root) == (older.size, newer.size, newer.root):
            goes_on(older.size, older.root, newer.size, newer.root, one.path)
            return "the later goes on from the earlier"
    return "a proof is missing that the later goes on from the earlier" if older.size else "the later goes on from the earlier"


def contradiction(a, b):
    """Raises Forked where two proofs that hold contradict one another."""
    if a.record == b.record or a.head.origin != b.head.origin:
        return
    if a.index == b.index:
        raise Forked(f"leaf {a.index} is two different records, both under signed heads")
    if (a.game, a.number) == (b.game, b.number):
        raise Forked(f"record {a.number} of one game is two different ones, both under signed heads")


def report(keys, files):
    """Checks files, (name, bytes) each, by themselves and together: lines to print, and whether all holds."""
    lines, good, read_files = [], True, []
    for name, data in files:
        try:
            what = read(data)
            by = ", ".join(n if t is None else f"{n} (witness, at {t})" for n, t in what.check(keys))
            if isinstance(what, Proof):
                lines.append(f"{name}: record {what.number} of game {what.game.hex()} with hash {what.record.hex()} is leaf {what.index}, signed by {by}")
            else:
                head = what if isinstance(what, Head) else what.head
                lines.append(f"{name}: the head over {head.size} leaves is signed by {by}")
            read_files.append((name, what))
        except Wrong as error:
            good = False
            lines.append(f"{name}: {error}")
    ways = [what for _, what in read_files if isinstance(what, Way)]
    for i, (name, one) in enumerate(read_files):
        for other, two in read_files[:i]:
            try:
                if isinstance(one, Proof) and isinstance(two, Proof):
                    contradiction(one, two)
                heads = [what if isinstance(what, Head) else what.head for what in (one, two)]
                said = compare(*heads, ways)
                if said != "they say the same":
                    lines.append(f"{other} and {name}: {said}")
            except Forked as error:
                good = False
                lines.append(f"{other} and {name} are PROOF OF A FORK: {error}")
            except Wrong as error:
                good = False
                lines.append(f"{other} and {name}: {error}")
    return lines, good


# --- Vectors -----------------------------------------------------------------------------------------------------------


def make_head(origin, size, top, seeds):
    text = f"{origin}\n{size}\n{base64.b64encode(top).decode()}\n"
    whole = text + "\n"
    for name, role, seed, time in seeds:
        key = bytes([role]) + public(seed)
        id = sha256(name.encode(), b"\n", key)[:4]
        made = sign(seed, text.encode()) if role == 1 else time.to_bytes(8, "big") + sign(seed, cosigned(text, time))
        whole += f"\u2014 {name} {base64.b64encode(id + made).decode()}\n"
    return whole


def vector(i):
    """A register made up from a number, with everything that it would give away."""
    made = lambda what, n=0: sha256(f"register vector {i} {what} {n}".encode())
    size = (1, 2, 3, 7, 8, 13, 64, 100)[i % 8]
    index, old = made("index")[0] % size, made("old")[0] % (size + 1)
    records = [made("record", n) for n in range(size)]
    leaves = [leaf(record) for record in records]
    origin, seed, witness, time = "fieldpost.example/register", made("seed"), made("witness"), 1_700_000_000 + i
    seeds = [(origin, 1, seed, None), ("witness.example/w1", 4, witness, time)]
    head = make_head(origin, size, root(leaves), seeds)
    extra = made("game")[:16] + (i + 1).to_bytes(8, "big") + records[index]
    hashes = "".join(f"{base64.b64encode(hash).decode()}\n" for hash in path(index, leaves))
    ways = "".join(f"{base64.b64encode(hash).decode()}\n" for hash in way(old, leaves))
    return {
        "seed": seed.hex(), "witness": witness.hex(), "time": time, "index": index, "old": old, "number": i + 1,
        "game": extra[:16].hex(), "records": [record.hex() for record in records],
        "keys": [Key.write(origin, 1, public(seed)), Key.write("witness.example/w1", 4, public(witness))],
        "checkpoint": head,
        "proof": f"{FIRST}\nextra {base64.b64encode(extra).decode()}\nindex {index}\n{hashes}\n{head}",
        "request": f"old {old}\n{ways}\n{head}",
    }


def check_vector(v):
    keys = [Key(key) for key in v["keys"]]
    records = [bytes.fromhex(record) for record in v["records"]]
    leaves = [leaf(record) for record in records]
    proof, asked, head = (read(v[what].encode()) for what in ("proof", "request", "checkpoint"))
    for what in (proof, asked, head):
        assert [time for _, time in what.check(keys)] == [None, v["time"]], v
    assert head.root == root(leaves) and proof.record == records[proof.index]
    assert (proof.game.hex(), proof.number, proof.index, asked.old) == (v["game"], v["number"], v["index"], v["old"])
    assert proof.path == path(proof.index, leaves) and asked.path == way(asked.old, leaves)
    goes_on(asked.old, root(leaves[: asked.old]), head.size, head.root, asked.path)
    assert sign(bytes.fromhex(v["seed"]), head.text.encode()) == head.signatures[0][2]


def verdict(line):
    """What `--each` says of one line: how many vouch for it, or what is wrong."""
    asked = json.loads(line)
    try:
        by = read(asked["text"].encode()).check([Key(key) for key in asked["keys"]])
        return f"holds: {len(by)}"
    except Wrong as error:
        return f"does not hold: {error}"


def main(arguments):
    if arguments == ["--vectors"]:
        print(json.dumps([vector(i) for i in range(16)], indent=1, ensure_ascii=False))
        return 0
    if arguments == ["--check"]:
        for one in json.load(sys.stdin):
            check_vector(one)
        return 0
    if arguments == ["--each"]:
        for line in sys.stdin:
            print(verdict(line))
        return 0
    keys, names = [], []
    while arguments:
        one = arguments.pop(0)
        if one == "--key" and arguments:
            keys.append(arguments.pop(0))
        elif one.startswith("--"):
            print(__doc__, file=sys.stderr)
            return 2
        else:
            names.append(one)
    if not keys or not names:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        keys = [Key(key) for key in keys]
        lines, good = report(keys, [(name, open(name, "rb").read()) for name in names])
    except (Wrong, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
