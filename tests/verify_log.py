#!/usr/bin/env python3
"""An independent verifier of Fieldpost logs, written from docs/auditing.md alone, with nothing but Python's standard library.

    verify_log.py LOG [HEAD]     check an exported log (- for standard input); HEAD is a head that it must have, `5f1c…e0`, or with
                                 the number of its record `118:5f1c…e0`
    verify_log.py LOG --key KEY... --proof FILE...
                                 the same, and that the records of these proofs are in it and in the register (verify_register.py)
    verify_log.py --each         standard input holds one JSON string a line, each of them a whole log, or a list of one and a HEAD:
                                 a verdict a line
    verify_log.py --vectors      print test vectors of the dice as JSON
    verify_log.py --check        read such vectors from standard input and check them

It checks what can be checked without the rules of the game: the chain, the bytes, every die, every sealed value that was
opened, and of the clocks whatever does not hang on whom the game waits for. Whether an order was legal, and followed by the
right facts, only a referee can say (`fieldpost verify`). Sound means: nothing in the log contradicts the rest of it. Who wrote
it is not shown, unless it agrees with a head that you have from elsewhere. A log of the second format has private logs; where
they are not all in the file, or their keys not yet opened, it is sound as far as open. The dice of a log of testimony are what an
umpire says fell: that no face is impossible is checked, and nothing proves them.
Whatever the file holds there is a verdict, after a time that grows with its length alone.
Exit status: 0 sound, 1 not, 2 called wrongly.
"""

import bisect
import hashlib
import hmac
import json
import sys
import unicodedata

LINKS = 4096
ZERO = bytes(32)
SIDES = {"union": 1, "confederate": 2}
TAGS = {
    kind: f"fieldpost/dice/{kind}/1\0".encode()
    for kind in ("server", "player", "handover", "reserve", "private-server", "private-player")
}


# A player's silence is consent to a revision of the rules after 14 days.
SILENCE = 14 * 24 * 60 * 60 * 1000

TIMED = {
    f"{kind}/1"
    for kind in "calendar leave leave-end pause-offer pause-answer pause-end grant excuse claim".split()
}


# Kinds that stand in a log of one format only, or in a log of the other in another shape.
FIRST = {
    "anchor/1", "deposit/1", "genesis/1", "hand-over/1", "house-dice/1", "opening/1", "order/1", "sealed/1", "standing/1", "takeback-offer/1",
}
SECOND = {
    "anchor/2", "choice/1", "choices/1", "closed/1", "genesis/2", "hand-over/2", "opening/2", "order/2", "pieces/1", "restored/1",
    "takeback-offer/2",
}
# Kinds of a log of testimony, and all that may stand in one.
TOLD = {"correction/1", "genesis/3", "order/3"}
MAY_BE_TOLD = TOLD | {
    "draw-answer/1", "draw-offer/1", "resign/1", "result/1", "revision-answer/1", "revision-offer/1", "revision/1",
}


class Bad(Exception):
    """A record that is wrong: its number and why."""

    def __init__(self, seq, why):
        super().__init__(why)
        self.seq = seq


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u32(n):
    return n.to_bytes(4, "big")


def u64(n):
    return n.to_bytes(8, "big")


# --- ChaCha20, RFC 8439 section 2.3 with a 64-bit counter; nonce and counter begin at 0 -------------------------------


def rotate(x, n):
    x &= 0xFFFFFFFF
    return (x << n | x >> (32 - n)) & 0xFFFFFFFF


def quarter(s, a, b, c, d):
    for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        s[z] = rotate(s[z] ^ s[x], n)


def chacha20(key):
    """The key stream of a key, byte by byte."""
    words = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    counter = 0
    while True:
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *words, counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        s = list(start)
        for _ in range(10):
            for column in range(4):
                quarter(s, column, column + 4, column + 8, column + 12)
            for diagonal in range(4):
                quarter(s, diagonal, (diagonal + 1) % 4 + 4, (diagonal + 2) % 4 + 8, (diagonal + 3) % 4 + 12)
        for a, b in zip(s, start):
            yield from ((a + b) & 0xFFFFFFFF).to_bytes(4, "little")
        counter += 1


# --- Dice --------------------------------------------------------------------------------------------------------------


def before(kind, game, chair, index, link):
    """The value before link `index` of a chain."""
    return sha256(TAGS[kind], game, bytes([chair]), u32(index), link)


def seed(genesis, chair, index, server, player, handed, phrases):
    return sha256(b"fieldpost/dice/roll/1\0", genesis, bytes([chair]), u32(index), server, player, handed, phrases)


def private_seed(genesis, chair, index, server, player, phrases):
    return sha256(b"fieldpost/dice/private/1\0", genesis, bytes([chair]), u32(index), server, player, phrases)


def down(kind, game, chair, high, low, link):
    """The value at `low` of a chain that has a link at `high`."""
    for index in range(high, low, -1):
        link = before(kind, game, chair, index, link)
    return link


def die(stream, sides):
    fair = 256 - 256 % sides
    for byte in stream:
        if byte < fair:
            return byte % sides + 1


# --- Bytes -------------------------------------------------------------------------------------------------------------

# What every body must look like: the same text as domain/src/log/grammar.json. A type with a star is a list of it, with a question
# mark it may be null; every field of an object stands there, and no other.
GRAMMAR = json.loads(r"""
{
  "version": 1,
  "limits": {"body": 1048576, "depth": 64, "integer": 9007199254740992},
  "types": {
    "audience": {"is": "audience"},
    "bool": {"is": "bool"},
    "bytes": {"is": "hex"},
    "control": {"is": "either", "of": {"bank": "bank", "days": "number"}},
    "count": {"is": "integer", "from": 0, "to": 9007199254740992},
    "face": {"is": "integer", "from": 1, "to": 255},
    "fact": {"is": "any"},
    "hash": {"is": "hex", "bytes": 32},
    "id": {"is": "hex", "bytes": 16},
    "minutes": {"is": "integer", "from": 0, "to": 65535},
    "number": {"is": "integer", "from": 0, "to": 4294967295},
    "options": {"is": "map", "of": "text"},
    "points": {"is": "integer", "from": -2147483648, "to": 2147483647},
    "piece-number": {"is": "integer", "from": 0, "to": 65535},
    "seat": {"is": "integer", "from": 0, "to": 255},
    "sides": {"is": "integer", "from": 2, "to": 255},
    "span": {"is": "pair", "of": "time"},
    "text": {"is": "text"},
    "time": {"is": "integer", "from": 0, "to": 9007199254740992},
    "weekday": {"is": "integer", "from": 0, "to": 255},
    "anchor-why": {"is": "word", "of": ["lost", "new-hands", "used-up"]},
    "chain": {"is": "word", "of": ["handover", "player", "server"]},
    "claim": {"is": "word", "of": ["adjudication", "forfeit"]},
    "closed-by": {"is": "word", "of": ["age", "host"]},
    "link-source": {"is": "word", "of": ["own", "reserve"]},
    "house-dice-why": {"is": "word", "of": ["lost", "wish"]},
    "mode": {"is": "word", "of": ["house"]},
    "reason": {"is": "word", "of": ["adjudicated", "agreed", "forfeit", "resigned", "rules"]},
    "second-chain": {"is": "word", "of": ["handover", "player", "reserve", "server"]},
    "side": {"is": "word", "of": ["confederate", "union"]},
    "told-dice": {"is": "word", "of": ["testimony"]},
    "why": {"is": "word", "of": ["replacement", "return", "stand-in"]},
    "anchors": {"is": "object", "fields": {"handover": "hash", "player": "hash"}},
    "audience-key": {"is": "object", "fields": {"audience": "audience", "key": "hash"}},
    "bank": {"is": "object", "fields": {"bank": "count", "cap": "count", "increment": "count"}},
    "calendar": {"is": "object", "fields": {"masked": "span*", "rules": "calendar-rules", "until": "time"}},
    "calendar-rules": {"is": "object", "fields": {"holidays": "text*", "nights": "night?", "weekend": "weekday*", "zone": "text"}},
    "choice": {"is": "object", "fields": {"order": "text", "salt": "hash", "seat": "seat"}},
    "clock-terms": {"is": "object", "fields": {"claim": "claim", "control": "control", "leave": "number", "stand_in": "bool"}},
    "command-terms": {"is": "object", "fields": {"command": "text", "name": "text", "side": "side"}},
    "dice": {"is": "object", "fields": {"anchors": "hash*", "links": "number", "mode": "mode", "players": "anchors*"}},
    "file": {"is": "object", "fields": {"name": "text", "sha256": "text"}},
    "given-link": {"is": "object", "fields": {"index": "number", "link": "hash"}},
    "hidden-piece": {"is": "object", "fields": {"number": "piece-number", "salt": "hash", "what": "text"}},
    "links": {"is": "object", "fields": {"index": "number", "player": "hash", "server": "hash"}},
    "night": {"is": "object", "fields": {"from": "minutes", "until": "minutes"}},
    "placed-fact": {"is": "object", "fields": {"after": "number", "fact": "fact"}},
    "private-anchors": {"is": "object", "fields": {"player": "hash", "server": "hash"}},
    "private-links": {"is": "object", "fields": {"index": "number", "player": "hash", "server": "hash"}},
    "private-roll": {"is": "object", "fields": {"faces": "face*", "index": "number", "purpose": "text", "seat": "seat?", "sides": "sides"}},
    "release": {"is": "object", "fields": {"digest": "hash", "revision": "number", "version": "text"}},
    "restored-anchors": {"is": "object", "fields": {"handover": "hash", "player": "hash", "server": "hash"}},
    "roll": {"is": "object", "fields": {"faces": "face*", "purpose": "text", "sides": "sides"}},
    "second-dice": {"is": "object", "fields": {"anchors": "hash*", "links": "number", "mode": "mode", "nobody": "hash", "players": "anchors*", "private": "private-anchors*", "private_links": "number", "reserve": "hash*"}},
    "seat-terms": {"is": "object", "fields": {"name": "text", "side": "side"}},
    "shown": {"is": "object", "fields": {"audience": "audience", "index": "number", "number": "piece-number", "path": "hash*", "salt": "hash", "what": "text"}},
    "standing-use": {"is": "object", "fields": {"key": "text", "reason": "text"}},
    "step-links": {"is": "object", "fields": {"chain": "link-source", "handed": "hash", "index": "number", "player": "hash", "server": "hash", "step": "number"}},
    "terms": {"is": "object", "fields": {"options": "options", "scenario": "text"}},
    "told-seat": {"is": "object", "fields": {"name": "text", "player": "text", "side": "side"}}
  },
  "kinds": {
    "anchor/1": {"anchor": "hash", "at": "time", "chain": "chain", "seat": "seat", "start": "number"},
    "anchor/2": {"anchor": "hash", "at": "time", "chain": "second-chain", "seat": "seat", "start": "number", "why": "anchor-why"},
    "calendar/1": {"at": "time", "calendar": "calendar", "seat": "seat"},
    "choice/1": {"at": "time", "key": "text?", "seal": "hash", "seat": "seat", "seen": "hash"},
    "choices/1": {"at": "time", "choices": "choice*", "dice": "step-links?", "facts": "fact*", "rolls": "roll*", "seat": "seat", "shows": "shown*"},
    "claim/1": {"at": "time", "by": "seat", "seat": "seat"},
    "clock/1": {"at": "time", "terms": "clock-terms"},
    "closed/1": {"at": "time", "by": "closed-by", "reason": "text"},
    "correction/1": {"at": "time", "back_to": "count", "by": "text", "orders": "number", "reason": "text", "state": "hash"},
    "deposit/1": {"at": "time", "handover": "given-link?", "player": "given-link?", "seat": "seat"},
    "draw-answer/1": {"accept": "bool", "at": "time", "seat": "seat"},
    "draw-offer/1": {"at": "time", "seat": "seat"},
    "excuse/1": {"at": "time", "reason": "text", "span": "span"},
    "genesis/1": {"at": "time", "dice": "dice", "files": "file*", "game": "id", "pace": "number", "revision": "number", "ruleset": "text", "seats": "seat-terms*", "study": "bool", "terms": "terms"},
    "genesis/2": {"at": "time", "dice": "second-dice", "files": "file*", "game": "id", "pace": "number", "release": "release", "ruleset": "text", "seats": "command-terms*", "study": "bool", "terms": "terms"},
    "genesis/3": {"at": "time", "dice": "told-dice", "files": "file*", "game": "id", "played": "text", "release": "release", "ruleset": "text", "seats": "told-seat*", "terms": "terms", "umpire": "text"},
    "grant/1": {"at": "time", "by": "seat", "seat": "seat", "time": "count"},
    "hand-over/1": {"at": "time", "from": "seat", "index": "number", "link": "hash", "side": "side", "state": "hash", "to": "seat*"},
    "hand-over/2": {"at": "time", "state": "hash", "to": "seat*"},
    "hands/1": {"agreed": "seat*", "at": "time", "bot": "text?", "name": "text", "seat": "seat", "why": "why"},
    "hands/2": {"agreed": "seat*", "at": "time", "bot": "text?", "from": "text", "name": "text", "own": "bool", "seat": "seat", "why": "why"},
    "house-dice/1": {"at": "time", "seat": "seat", "why": "house-dice-why"},
    "join/1": {"anchors": "anchors", "at": "time", "bot": "text?", "name": "text", "phrase": "text", "seat": "seat"},
    "judgement/1": {"arbiter": "text", "at": "time", "back_to": "count?", "reason": "text", "record": "count"},
    "leave-end/1": {"at": "time", "seat": "seat"},
    "leave/1": {"at": "time", "seat": "seat", "span": "span"},
    "opening/1": {"at": "time", "key": "hash", "seat": "seat"},
    "opening/2": {"at": "time", "keys": "audience-key*", "links": "private-links*"},
    "order/1": {"at": "time", "dice": "links?", "facts": "fact*", "key": "text?", "order": "text", "rolls": "roll*", "seat": "seat", "seen": "hash", "standing": "standing-use?"},
    "order/2": {"advance": "bool", "at": "time", "dice": "step-links?", "facts": "fact*", "key": "text?", "order": "text", "rolls": "roll*", "seat": "seat", "seen": "hash", "shows": "shown*"},
    "order/3": {"at": "time", "by": "text", "facts": "fact*", "forced": "bool", "order": "text", "rolls": "roll*", "seat": "seat", "state": "hash"},
    "pause-answer/1": {"accept": "bool", "at": "time", "seat": "seat"},
    "pause-end/1": {"at": "time", "resumes": "time", "seat": "seat"},
    "pause-offer/1": {"at": "time", "seat": "seat", "until": "time?"},
    "pieces/1": {"at": "time", "audience": "audience", "count": "number", "root": "hash"},
    "resign/1": {"at": "time", "seat": "seat"},
    "restored/1": {"anchors": "restored-anchors*", "at": "time", "head": "hash?", "start": "number"},
    "result/1": {"at": "time", "level": "text", "points": "points", "reason": "reason", "state": "hash", "winner": "side?"},
    "result/2": {"at": "time", "level": "text", "points": "points", "reason": "reason", "state": "hash", "winner": "side?"},
    "revision-answer/1": {"at": "time", "seat": "seat"},
    "revision-offer/1": {"at": "time", "differs": "count*", "files": "file*", "from": "release", "to": "release"},
    "revision/1": {"at": "time", "differs": "count*", "files": "file*", "from": "release", "to": "release"},
    "ruling/1": {"at": "time", "facts": "fact*", "line": "text"},
    "sealed/1": {"anchors": "anchors", "at": "time", "first": "hash", "seat": "seat"},
    "standing/1": {"at": "time", "seal": "hash", "sealed": "bytes", "seat": "seat", "slot": "number"},
    "takeback-answer/1": {"accept": "bool", "at": "time", "seat": "seat"},
    "takeback-offer/1": {"at": "time", "back_to": "count", "dice": "number", "orders": "number", "reason": "text", "seat": "seat"},
    "takeback-offer/2": {"at": "time", "back_to": "count", "dice": "number", "orders": "number", "reason": "text", "seat": "seat"}
  },
  "private": {
    "act/1": {"at": "time", "facts": "fact*", "key": "text?", "order": "text", "rolls": "private-roll*", "seat": "seat", "seen": "hash"},
    "choice/2": {"key": "text?", "order": "text", "salt": "hash"},
    "part/1": {"facts": "placed-fact*", "rolls": "private-roll*"},
    "pieces/2": {"pieces": "hidden-piece*"},
    "plan/1": {"at": "time", "text": "text"},
    "planned/1": {"at": "time", "cursor": "number", "given": "bool", "left": "text", "note": "text", "step": "number"},
    "standing/2": {"at": "time", "rules": "options"},
    "state/1": {"state": "hash"},
    "used/1": {"key": "text", "reason": "text"}
  }
}
""")
KINDS, TYPES, LIMITS = GRAMMAR["kinds"], GRAMMAR["types"], GRAMMAR["limits"]


def refuse(text):
    raise ValueError(f"the number {text[:20]} is not an integer")


def integer(text):
    return int(text) if len(text) <= 20 else refuse(text)


def parse(text):
    """JSON whose numbers are integers of bearable length."""
    return json.loads(text, parse_float=refuse, parse_int=integer, parse_constant=refuse)


def write(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def is_hex(value, size=None):
    digits = type(value) is str and not value.strip("0123456789abcdef")
    return digits and (len(value) % 2 == 0 if size is None else len(value) == 2 * size)


def fits(value, name):
    """Whether a value is of a type of the grammar."""
    if name.endswith("*"):
        return type(value) is list and all(fits(item, name[:-1]) for item in value)
    if name.endswith("?"):
        return value is None or fits(value, name[:-1])
    rule = TYPES[name]
    match rule["is"]:
        case "any":
            return True
        case "audience":
            return (
                type(value) is list and len(value) == 2 and all(type(n) is int for n in value)
                and 0 <= value[1] <= {0: 0, 1: 2, 2: 255, 3: 255}.get(value[0], -1) and value != [1, 0]
            )
        case "bool" | "text":
            return type(value) is {"bool": bool, "text": str}[rule["is"]]
        case "integer":
            return type(value) is int and rule["from"] <= value <= rule["to"]
        case "hex":
            return is_hex(value, rule.get("bytes"))
        case "word":
            return type(value) is str and value in rule["of"]
        case "pair":
            return type(value) is list and len(value) == 2 and all(fits(item, rule["of"]) for item in value)
        case "map":
            return type(value) is dict and all(fits(item, rule["of"]) for item in value.values())
        case "either":
            return type(value) is dict and len(value) == 1 and all(
                key in rule["of"] and fits(item, rule["of"][key]) for key, item in value.items()
            )
        case "object":
            return shaped(value, rule["fields"])
    return False


def shaped(value, fields):
    return type(value) is dict and value.keys() == fields.keys() and all(fits(value[f], t) for f, t in fields.items())


def read(seq, body, kinds=KINDS):
    """A body as kind and what, if its bytes are canonical and the grammar knows them."""
    if len(body.encode()) > LIMITS["body"]:
        raise Bad(seq, "the body is longer than any record")
    value = parse(body)
    walk(seq, value)
    if write(value) != body:
        raise Bad(seq, "the body is not canonical")
    if type(value) is not dict or list(value) != ["kind", "what"]:
        raise Bad(seq, "the body is not a kind and a what")
    kind, what = value["kind"], value["what"]
    if type(kind) is not str or kind not in kinds:
        raise Bad(seq, "the kind of the record is not known")
    if not shaped(what, kinds[kind]):
        raise Bad(seq, f"the record does not have the fields of {kind}")
    return kind, what


def walk(seq, value, depth=0):
    if depth > LIMITS["depth"]:
        raise Bad(seq, "the body is nested too deeply")
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.isascii() or any(c < " " or c in '"\\' for c in key):
                raise Bad(seq, "a key is not plain ASCII")
            walk(seq, item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            walk(seq, item, depth + 1)
    elif isinstance(value, str):
        if not unicodedata.is_normalized("NFC", value):
            raise Bad(seq, "text that is not in normal form C")
    elif isinstance(value, int) and abs(value) > LIMITS["integer"]:
        raise Bad(seq, "an integer above 2^53")


# --- Seals -------------------------------------------------------------------------------------------------------------


def opens(game, chair, key, slot, seal, sealed):
    """The value of a sealed slot, or None when the key does not open it."""
    stream = chacha20(hmac.digest(key, b"cipher" + u32(slot), "sha256"))
    plain = bytes(a ^ b for a, b in zip(sealed, stream))
    salt = hmac.digest(key, u32(slot), "sha256")
    if sha256(b"fieldpost/seal/1\0", game, u32(slot), bytes([chair]), salt, plain) != seal:
        return None
    length, padded = int.from_bytes(plain[:4], "big"), plain[4:]
    filled = 64 if length <= 64 else 256 if length <= 256 else -(-length // 1024) * 1024
    if len(plain) < 4 or len(padded) != filled or any(padded[length:]):
        return None
    return padded[:length]


# --- Clocks ------------------------------------------------------------------------------------------------------------

HOUR = 3_600_000
DAY = 24 * HOUR
YEAR = 365 * DAY
FOREVER = 2**64


def union(spans):
    """Spans in order, joined where they meet."""
    joined = []
    for begin, end in sorted(s for s in map(tuple, spans) if s[0] < s[1]):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return joined


class Masked:
    """Spans in which time does not count, joined where they meet."""

    def __init__(self, spans):
        self.spans = union(spans)
        self.begins = [begin for begin, _ in self.spans]
        self.sums = [0]
        for begin, end in self.spans:
            self.sums.append(self.sums[-1] + end - begin)

    def before(self, at):
        """How much of all time before an instant is in the spans."""
        n = bisect.bisect_right(self.begins, at)
        return self.sums[n] - (max(0, self.spans[n - 1][1] - at) if n else 0)

    def within(self, begin, end):
        """How much of the time from `begin` to `end` is."""
        return self.before(end) - self.before(begin) if begin < end else 0


ZONE = {chr(c) for c in range(33, 127)}


def is_date(text):
    """Whether a text is a day of the Gregorian calendar, written 2026-12-25."""
    parts = text.split("-")
    if [len(p) for p in parts] != [4, 2, 2] or not all(p.isascii() and p.isdigit() for p in parts):
        return False
    year, month, day = map(int, parts)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    months = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= months[month - 1]


def fine_rules(rules):
    """Whether the rules of a calendar are such as may be given."""
    zone, night, weekend, days = rules["zone"], rules["nights"], rules["weekend"], rules["holidays"]
    if night is not None and not (max(night.values()) < 1440 and 1 <= (night["until"] - night["from"]) % 1440 <= 840):
        return False
    rising = all(a < b for several in (weekend, days) for a, b in zip(several, several[1:]))
    return (
        0 < len(zone) <= 64 and set(zone) <= ZONE and rising
        and len(weekend) <= 3 and all(1 <= d <= 7 for d in weekend) and len(days) <= 60 and all(map(is_date, days))
    )


class Clocks:
    """The clocks of a game, as far as they follow from the log without the rules."""

    def __init__(self, terms, at):
        self.terms, self.now, self.begun = terms, at, None
        self.calendars, self.set_at, self.leave, self.proposed = {}, {}, {}, {}
        self.pauses, self.excuses, self.offer, self.claim = [], [], None, None
        # For each seat when it was last asked, and the grants since.
        self.asked, self.granted = {}, {}

    def refuse_unless(self, fine, seq, why):
        if not fine:
            raise Bad(seq, f"the clock does not allow it: {why}")

    def masks(self, seat):
        return self.calendars.get(seat, []) + self.leave.get(seat, []) + self.pauses + self.excuses

    def on_leave(self, seat):
        return any(begin < end and end > self.now for begin, end in self.leave.get(seat, []))

    def paused(self):
        return any(begin <= self.now < end for begin, end in self.pauses)

    def calendar(self, seq, what):
        seat, masked, until = what["seat"], what["calendar"]["masked"], what["calendar"]["until"]
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(fine_rules(what["calendar"]["rules"]), "nobody can live by these rules")
        expect(0 < until - self.now <= 400 * DAY and len(masked) <= 1000, "the calendar is too long")
        expect(all(self.now <= begin < end <= until for begin, end in masked), "a span outside the calendar")
        expect(all(a[1] < b[0] for a, b in zip(masked, masked[1:])), "spans out of order")
        expect(self.now - self.set_at.get(seat, -DAY) >= DAY, "the calendar was set less than a day before")
        kept = Masked([(b, min(e, self.now)) for b, e in self.calendars.get(seat, []) if b < self.now] + masked)
        # Windows that end before now were looked at when the calendars before were set.
        recent = bisect.bisect_left(kept.begins, self.now - 29 * DAY)
        for begin, end in kept.spans[max(0, recent - 1) :]:
            for window in ((max(0, end - 28 * DAY), end), (begin, begin + 28 * DAY)):
                expect(28 * DAY - kept.within(*window) >= 4 * DAY, "less than four days in four weeks would count")
        self.calendars[seat], self.set_at[seat] = kept.spans, self.now

    def take_leave(self, seq, what):
        seat, (begin, end) = what["seat"], what["span"]
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(self.terms["leave"] > 0, "the terms give no leave")
        expect(self.now <= begin <= self.now + 366 * DAY and end - begin >= HOUR, "no such leave")
        expect(not self.on_leave(seat), "leave was taken already")
        taken = self.leave.setdefault(seat, [])
        first = self.now if self.begun is None else self.begun
        expect(end - begin <= 2 * YEAR, "more leave than there is")
        for year in range(max(0, begin - first) // YEAR, max(0, end - 1 - first) // YEAR + 1):
            opens, closes = first + year * YEAR, first + (year + 1) * YEAR
            wanted = max(0, min(end, closes) - max(begin, opens))
            left = self.terms["leave"] * DAY - Masked(taken).within(opens, closes)
            expect(wanted == 0 or wanted <= left, "more leave than there is")
        taken.append((begin, end))

    def end_leave(self, seq, what):
        self.refuse_unless(self.on_leave(what["seat"]), seq, "there is no leave to end")
        self.leave[what["seat"]] = [(b, min(e, max(b, self.now))) for b, e in self.leave[what["seat"]]]

    def offer_pause(self, seq, what):
        seat, until = what["seat"], what["until"]
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(not self.paused() and self.offer is None, "a pause is on, or proposed, already")
        expect(until is None or HOUR <= until - self.now <= 366 * DAY, "no such pause")
        expect(self.now - self.proposed.get(seat, -DAY) >= DAY, "a pause was proposed less than a day before")
        self.offer, self.proposed[seat] = (seat, until), self.now

    def answer_pause(self, seq, what, sides):
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(self.offer is not None, "no pause is proposed")
        (seat, until), self.offer = self.offer, None
        own = sides[seat] == sides[what["seat"]]
        expect(not own or (what["seat"] == seat and not what["accept"]), "the pause is for the other side to accept")
        if what["accept"]:
            expect(until is None or until > self.now, "the pause is over already")
            self.pauses.append((self.now, FOREVER if until is None else until))

    def end_pause(self, seq, what):
        begin, end = self.pauses[-1] if self.pauses else (0, 0)
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(self.paused() and end > self.now + DAY, "there is no pause to end")
        expect(what["resumes"] == self.now + DAY, "the clocks run again a day after")
        self.pauses[-1] = (begin, what["resumes"])

    def grant(self, seq, what, sides):
        self.refuse_unless(sides[what["by"]] != sides[what["seat"]], seq, "time is for the other side to grant")
        self.refuse_unless(HOUR <= what["time"] <= 90 * DAY, seq, "no such grant")
        self.granted.setdefault(what["seat"], []).append((self.now, what["time"]))

    def excuse(self, seq, what):
        begin, end, reason = *what["span"], what["reason"]
        plain = reason == reason.strip() and 0 < len(reason) <= 200 and not any(unicodedata.category(c) == "Cc" for c in reason)
        self.refuse_unless(plain, seq, "an excuse needs a reason")
        self.refuse_unless(begin < end <= self.now and self.now - begin <= 60 * DAY, seq, "no such excuse")
        self.excuses.append((begin, end))

    def on_time(self, seq, what, sides):
        seat, control = what["seat"], self.terms["control"]
        self.refuse_unless(sides[what["by"]] != sides[seat], seq, "a claim is for the other side")
        self.refuse_unless(seat in self.asked, seq, "the seat was never asked")
        # Of a bank, what is left depends on when the game ceased to wait for the seat, which the rules must say.
        if "days" in control:
            begin, left, masked = self.asked[seat], control["days"] * DAY, Masked(self.masks(seat))
            for at, time in [*self.granted.get(seat, []), (self.now, 0)]:
                used = at - begin - masked.within(begin, at)
                begin, left = at, max(0, left - used) + time
            self.refuse_unless(left == 0, seq, f"{left} milliseconds are left")
        self.claim = seat


# --- The log -----------------------------------------------------------------------------------------------------------


class Seat:
    def __init__(self, chair, side, server, anchors):
        self.chair, self.side, self.anchors = chair, side, anchors
        # What the next link of each chain must hash to, and how many links were shown.
        self.last = {"server": server, "player": None, "handover": None}
        self.count = {"server": 0, "player": 0, "handover": 0}
        # The number of the house's link that each of these is: below the count where the player keeps the chains.
        self.at = {"server": 0, "player": 0, "handover": 0}
        # Sealed dice: by chain the last link shown and the last link given, each with its number; and whether the seat ever had them.
        self.own, self.was_sealed = None, False
        self.phrase, self.bot = None, False
        self.sealed = []


class Log:
    """A log of the first format."""

    GENESIS, TAG, FOREIGN = "genesis/1", b"fieldpost/record/1\0", SECOND | TOLD
    # What may stand between the end of a game and the end of its log.
    LAST = ("opening/1", "result/1", "result/2")
    open = True

    def __init__(self):
        self.game = self.genesis = None
        self.head, self.length, self.dice = ZERO, 0, 0
        self.heads = {}
        self.seats, self.handed = [], {}
        self.over = False
        # Once the game ends: why, if it is known, and the seats whose seals were opened.
        self.ending, self.opened = None, []
        # Anchors of further chains that must be recorded next.
        self.due = []
        self.clocks = None
        self.study = False
        # Who must join with the next record, because their dice were sealed; and whose order by hand was the last.
        self.must_join = self.acted = None
        # The release of the rules in force with its data files, the record that brought it, and the offer of another with the seats
        # that agreed to it.
        self.release, self.files, self.since = None, None, 1
        self.offer, self.agreed = None, set()

    def add(self, record):
        seq = self.length + 1
        if record["seq"] != seq:
            raise Bad(seq, f"record {record['seq']} stands here")
        game, prev, found = (bytes.fromhex(record[k]) for k in ("game", "prev", "hash"))
        root = bytes.fromhex(record.get("root", ""))
        if bool(root) != isinstance(self, Second):
            raise Bad(seq, "a root of private logs that the format does not have, or none where it has one")
        body = record["body"].encode()
        if sha256(self.TAG, game, u64(seq), prev, root, u32(len(body)), body) != found:
            raise Bad(seq, "the record has been changed: its hash is not that of its content")
        if prev != self.head or (self.game or game) != game:
            raise Bad(seq, "the record does not follow the one before it")
        kind, what = read(seq, record["body"])
        if self.over:
            raise Bad(seq, "the record stands after the result")
        if kind.startswith("result/") and (kind == "result/2") != (what["reason"] in ("adjudicated", "forfeit")):
            raise Bad(seq, "the reason is none of that version of a result")
        if (kind == self.GENESIS) != (seq == 1):
            raise Bad(seq, "a log begins with one genesis record")
        if kind in self.FOREIGN:
            raise Bad(seq, "the record is of another format than the log")
        if self.ending and kind not in self.LAST:
            raise Bad(seq, "the result should follow")
        if self.must_join is not None and (kind, what.get("seat"), what.get("bot")) != ("join/1", self.must_join, None):
            raise Bad(seq, "whoever has sealed their dice should join here")
        self.must_join = None
        if self.due and not kind.startswith("anchor/"):
            raise Bad(seq, "the anchor of the next dice chain should stand here")
        if self.clocks:
            self.clocks.now = max(self.clocks.now, what["at"])
        elif kind in TIMED:
            raise Bad(seq, "the record is about a clock that the game does not have")
        if seq == 1:
            self.game, self.genesis = game, found
        self.may_speak(seq, kind, what)
        take = getattr(self, "take_" + kind.partition("/")[0].replace("-", "_"), None)
        if take:
            take(seq, what)
        self.taken(seq, root)
        self.head, self.length = found, seq
        self.heads[found] = seq

    def may_speak(self, seq, kind, what):
        """Whether a record may be of whom it names."""

    def taken(self, seq, root):
        """What must hold once a record is taken in."""

    def seat(self, seq, number):
        if number >= len(self.seats):
            raise Bad(seq, "the record names a seat that the game does not have")
        return self.seats[number]

    def link(self, seq, seat, kind, index, link):
        """Checks that a link is the next of its chain."""
        if index != seat.count[kind] + 1:
            raise Bad(seq, f"{kind} link {index} is used; the next one is {seat.count[kind] + 1}")
        if before(kind, self.game, seat.chair, index, link) != seat.last[kind]:
            raise Bad(seq, f"{kind} link {index} does not belong to its chain")
        seat.last[kind] = link
        self.counted(seat, kind, index)

    def counted(self, seat, kind, index):
        seat.count[kind] = index
        if index % LINKS == 0:
            self.due.append((seat, kind, index))

    def players_link(self, seq, number, kind, index, link):
        """Checks that a link is the next of a player's chain: their own while the dice are sealed, else the house's."""
        seat = self.seat(seq, number)
        if index != seat.count[kind] + 1:
            raise Bad(seq, f"{kind} link {index} is used; the next one is {seat.count[kind] + 1}")
        own = seat.own and seat.own[kind]
        if own and index <= own["given"][0]:
            at, last = own["shown"]
            own["shown"] = (index, link)
        elif own and (kind == "player" or self.acted == number):
            raise Bad(seq, f"{kind} link {index} of sealed dice was not given")
        else:
            at, last = seat.at[kind], seat.last[kind]
            seat.at[kind], seat.last[kind] = index, link
        if down(kind, self.game, seat.chair, index, at, link) != last:
            raise Bad(seq, f"{kind} link {index} does not belong to its chain")
        self.counted(seat, kind, index)
        if index >= LINKS:
            seat.own = None

    def take_sealed(self, seq, what):
        seat = self.seat(seq, what["seat"])
        if seat.was_sealed or seat.bot or self.study or self.begun():
            raise Bad(seq, "dice are sealed by persons, before the game begins, and once for a seat")
        anchors = {kind: (0, bytes.fromhex(what["anchors"][kind])) for kind in ("handover", "player")}
        seat.own, seat.was_sealed = {kind: {"shown": a, "given": a} for kind, a in anchors.items()}, True
        self.give(seq, seat, "handover", 1, bytes.fromhex(what["first"]))
        if seat.phrase is None:
            self.must_join = what["seat"]

    def give(self, seq, seat, kind, index, link):
        """Takes a link of sealed dice that a player gives."""
        own = seat.own[kind]
        number, last = own["given"]
        if not number < index <= LINKS:
            raise Bad(seq, f"{kind} links up to {number} were given, and this one is {index}")
        if down(kind, self.game, seat.chair, index, number, link) != last:
            raise Bad(seq, f"the {kind} link {index} that was given does not belong to its chain")
        own["given"] = (index, link)

    def take_deposit(self, seq, what):
        seat = self.seat(seq, what["seat"])
        given = {kind: what[kind] for kind in ("player", "handover") if what[kind]}
        if not seat.own or not given or not self.begun() or self.ending:
            raise Bad(seq, "links are given for sealed dice only, while the game runs")
        for kind, link in given.items():
            self.give(seq, seat, kind, link["index"], bytes.fromhex(link["link"]))

    def take_house_dice(self, seq, what):
        seat = self.seat(seq, what["seat"])
        if not seat.own:
            raise Bad(seq, "somebody without sealed dice goes on with house dice")
        seat.own = None

    def take_takeback_answer(self, seq, what):
        if what["accept"]:
            self.acted = None

    def take_judgement(self, seq, what):
        plain = all(
            text and text == text.strip() and not any(unicodedata.category(c) == "Cc" for c in text)
            for text in (what["arbiter"], what["reason"])
        )
        if not plain or len(what["arbiter"]) > 100 or len(what["reason"]) > 1000:
            raise Bad(seq, "a judgement without a name or a reason in one line of plain text")
        if not self.begun() or self.ending or self.study:
            raise Bad(seq, "a judgement in a game that is not being played")
        if not 0 < what["record"] < seq:
            raise Bad(seq, "a record is judged that is not there")
        back = what["back_to"]
        if back is not None:
            if isinstance(self, Second) or not 0 < back < what["record"]:
                raise Bad(seq, "a judgement goes back to where it cannot")
            self.acted = None

    def take_genesis(self, seq, what):
        if bytes.fromhex(what["game"]) != self.game:
            raise Bad(seq, "the genesis is of another game")
        if what["dice"]["links"] != LINKS:
            raise Bad(seq, f"dice chains of {what['dice']['links']} links, not {LINKS}")
        counted = {"union": 0, "confederate": 0}
        if not len(what["seats"]) == len(what["dice"]["anchors"]) == len(what["dice"]["players"]):
            raise Bad(seq, "there are other anchors than seats")
        for seat, anchor, player in zip(what["seats"], what["dice"]["anchors"], what["dice"]["players"]):
            side = seat["side"]
            if counted[side] == 15:
                raise Bad(seq, "a side has more than fifteen seats")
            self.seats.append(Seat(SIDES[side] + 16 * counted[side], side, bytes.fromhex(anchor), player))
            counted[side] += 1

        self.release, self.files, self.study = self.first_release(what), what["files"], what["study"]

    def first_release(self, genesis):
        """The release that a game begins with."""
        files = "".join(f"{f['name']} {f['sha256']}\n" for f in genesis["files"])
        digest = sha256(f"{genesis['ruleset']} {genesis['revision']}\n{files}".encode()).hex()
        return {"digest": digest, "revision": genesis["revision"], "version": ""}

    def begun(self):
        return bool(self.seats) and all(s.phrase is not None for s in self.seats)

    def revises(self, seq, what):
        """The form of a revision, offered or in force. Which records differ, only the rules can say."""
        if what["from"] != self.release:
            raise Bad(seq, "the revision does not begin with the release in force")
        if what["to"]["revision"] < max(self.release["revision"], self.offer["to"]["revision"] if self.offer else 0):
            raise Bad(seq, "the revision goes back to an earlier one")
        if (what["to"]["revision"], what["files"]) == (self.release["revision"], self.files):
            raise Bad(seq, "nothing is revised")
        differs = what["differs"]
        if any(a >= b for a, b in zip(differs, differs[1:])) or not all(self.since < n < seq for n in differs):
            raise Bad(seq, "the records that differ are not some of those since the last revision, in their order")

    def take_revision_offer(self, seq, what):
        if not self.begun():
            raise Bad(seq, "a revision is offered before the game has begun")
        self.revises(seq, what)
        self.offer, self.agreed = what, set()

    def take_revision_answer(self, seq, what):
        number = what["seat"]
        if self.offer is None or number in self.agreed or number >= len(self.seats) or self.seats[number].bot:
            raise Bad(seq, "somebody agrees to a revision who is not asked")
        self.agreed.add(number)

    def take_revision(self, seq, what):
        self.revises(seq, what)
        offer = self.offer
        if offer and (offer["to"], offer["files"]) == (what["to"], what["files"]):
            if offer["differs"] != what["differs"]:
                raise Bad(seq, "the revision lists other records than were offered")
            asked = {n for n, seat in enumerate(self.seats) if not seat.bot}
            if not asked <= self.agreed and what["at"] < offer["at"] + SILENCE:
                raise Bad(seq, "the players have not agreed to the revision, and the 14 days are not over")
        elif self.begun() and (what["differs"] or isinstance(self, Second)):
            raise Bad(seq, "the players have to be asked before the rules are revised")
        self.release, self.files, self.since = what["to"], what["files"], seq
        self.offer, self.agreed = None, set()

    def take_join(self, seq, what):
        seat = self.seat(seq, what["seat"])
        if seat.phrase is not None:
            raise Bad(seq, "somebody joins at a seat that is taken")
        if what["anchors"] != seat.anchors:
            raise Bad(seq, "the anchors are not those that the server was bound to in the genesis")
        seat.phrase = what["phrase"]
        seat.bot = what["bot"] is not None
        for kind in ("handover", "player"):
            seat.last[kind] = bytes.fromhex(what["anchors"][kind])
        if self.clocks and all(s.phrase is not None for s in self.seats):
            self.clocks.begun = self.clocks.now

    def take_hand_over(self, seq, what):
        link = bytes.fromhex(what["link"])
        self.players_link(seq, what["from"], "handover", what["index"], link)
        self.handed[what["side"]] = link
        self.ask(seq, what["to"])

    def ask(self, seq, numbers):
        """The clocks of these seats run."""
        for number in numbers:
            if not self.seat(seq, number).bot and self.clocks:
                self.clocks.asked[number] = self.clocks.now
                self.clocks.granted.pop(number, None)

    def take_hands(self, seq, what):
        number = what["seat"]
        # The second version says whether the seat's own player agreed, and lets a house player in only where that was agreed on.
        if "own" in what and what["why"] == "stand-in" and not (self.clocks and self.clocks.terms["stand_in"]):
            raise Bad(seq, "the terms of the game let no house player stand in")
        self.seat(seq, number).bot = what["bot"] is not None
        if what["why"] != "return":
            # They have no key to the chains of whoever was there.
            self.seats[number].own = None
        if self.clocks:
            # Whoever takes over is asked anew, if the game waits for the seat.
            self.clocks.asked.pop(number, None)
            self.clocks.granted.pop(number, None)
            if what["bot"] is None:
                self.clocks.asked[number] = self.clocks.now

    def take_anchor(self, seq, what):
        seat = self.seat(seq, what["seat"])
        if not self.due or (seat, what["chain"], what["start"]) != self.due.pop(0):
            raise Bad(seq, "nothing calls for the anchor of another chain")
        seat.last[what["chain"]], seat.at[what["chain"]] = bytes.fromhex(what["anchor"]), what["start"]

    def take_order(self, seq, what):
        if what["standing"] is None:
            self.acted = what["seat"]
        seat, dice, rolls = self.seat(seq, what["seat"]), what["dice"], what["rolls"]
        if not self.seats or any(s.phrase is None for s in self.seats):
            raise Bad(seq, "an order before the game began")
        if bool(rolls) != (dice is not None):
            raise Bad(seq, "rolls without links, or links without rolls")
        if dice is None:
            return
        if seat.side not in self.handed:
            raise Bad(seq, "a roll before the side was handed a link")
        index = dice["index"]
        server, player = bytes.fromhex(dice["server"]), bytes.fromhex(dice["player"])
        self.link(seq, seat, "server", index, server)
        self.players_link(seq, what["seat"], "player", index, player)
        phrases = sha256("\n".join(s.phrase for s in self.seats).encode())
        self.faces(seq, seed(self.genesis, seat.chair, index, server, player, self.handed[seat.side], phrases), rolls)

    def faces(self, seq, made_from, rolls):
        """Whether the faces of some rolls are those that a seed gives."""
        stream = chacha20(made_from)
        for roll in rolls:
            made = [die(stream, roll["sides"]) for _ in roll["faces"]]
            if made != roll["faces"]:
                raise Bad(seq, f"the roll for {roll['purpose']} shows {roll['faces']}, but its links give {made}")
            self.dice += len(made)

    def take_standing(self, seq, what):
        seat = self.seat(seq, what["seat"])
        if what["slot"] != len(seat.sealed) + 1:
            raise Bad(seq, "the number of a sealed value is not the next one")
        seat.sealed.append((what["slot"], bytes.fromhex(what["seal"]), bytes.fromhex(what["sealed"])))

    def take_opening(self, seq, what):
        seat = self.seat(seq, what["seat"])
        sealed = [n for n, seat in enumerate(self.seats) if seat.sealed]
        if what["seat"] not in sealed[len(self.opened) : len(self.opened) + 1]:
            raise Bad(seq, "what was sealed is opened in the order of the seats, each once")
        self.ending = self.ending or "some way or other"
        self.opened.append(what["seat"])
        for slot, seal, sealed in seat.sealed:
            if opens(self.game, seat.chair, bytes.fromhex(what["key"]), slot, seal, sealed) is None:
                raise Bad(seq, f"the key does not open sealed value {slot}")

    def timed(self, seq, *numbers):
        """The clocks, for a record about these seats of a game that has begun."""
        for number in numbers:
            self.seat(seq, number)
        if not self.begun():
            raise Bad(seq, "the game has not begun")
        return self.clocks

    def sides(self):
        return [seat.side for seat in self.seats]

    def take_clock(self, seq, what):
        if seq != 2:
            raise Bad(seq, "the clock of a game is set directly after its genesis")
        terms, control = what["terms"], what["terms"]["control"]
        fine = terms["leave"] <= 180
        if "days" in control:
            fine = fine and 1 <= control["days"] <= 90
        else:
            bank, cap, increment = (control["bank"][k] for k in ("bank", "cap", "increment"))
            fine = fine and HOUR <= bank <= cap <= 365 * DAY and increment <= 30 * DAY
        if not fine:
            raise Bad(seq, "nobody can play by these terms")
        self.clocks = Clocks(terms, what["at"])

    def take_calendar(self, seq, what):
        self.timed(seq, what["seat"]).calendar(seq, what)

    def take_leave(self, seq, what):
        self.timed(seq, what["seat"]).take_leave(seq, what)

    def take_leave_end(self, seq, what):
        self.timed(seq, what["seat"]).end_leave(seq, what)

    def take_pause_offer(self, seq, what):
        self.timed(seq, what["seat"]).offer_pause(seq, what)

    def take_pause_answer(self, seq, what):
        self.timed(seq, what["seat"]).answer_pause(seq, what, self.sides())

    def take_pause_end(self, seq, what):
        self.timed(seq, what["seat"]).end_pause(seq, what)

    def take_grant(self, seq, what):
        self.timed(seq, what["seat"], what["by"]).grant(seq, what, self.sides())

    def take_excuse(self, seq, what):
        self.timed(seq).excuse(seq, what)

    def take_claim(self, seq, what):
        self.timed(seq, what["seat"], what["by"]).on_time(seq, what, self.sides())
        self.ending = "claimed"

    def take_resign(self, seq, what):
        self.seat(seq, what["seat"])
        self.ending = "resigned"

    def take_draw_answer(self, seq, what):
        self.seat(seq, what["seat"])
        if what["accept"]:
            self.ending = "agreed"

    def take_result(self, seq, what):
        if self.opened != [n for n, seat in enumerate(self.seats) if seat.sealed]:
            raise Bad(seq, "the opening of what was sealed should stand here")
        if self.ending in ("resigned", "agreed") and what["reason"] != self.ending:
            raise Bad(seq, "the game ended otherwise")
        claimed = self.clocks is not None and self.clocks.claim is not None
        reasons = {"adjudication": "adjudicated", "forfeit": "forfeit"}
        if claimed and what["reason"] != reasons[self.clocks.terms["claim"]]:
            raise Bad(seq, "the terms give a claim another end")
        if not claimed and what["reason"] in reasons.values():
            raise Bad(seq, "nobody has claimed on time")
        if claimed and what["reason"] == "forfeit" and what["winner"] == self.sides()[self.clocks.claim]:
            raise Bad(seq, "whoever runs out of time does not win by it")
        self.over = True


# --- Testimony ---------------------------------------------------------------------------------------------------------


class Told(Log):
    """A log of a game that was played elsewhere, entered by an umpire: no chains, and dice that nothing proves."""

    GENESIS, FOREIGN = "genesis/3", set(KINDS) - MAY_BE_TOLD
    LAST = ("result/1",)

    def take_genesis(self, seq, what):
        if bytes.fromhex(what["game"]) != self.game:
            raise Bad(seq, "the genesis is of another game")
        counted = {"union": 0, "confederate": 0}
        for seat in what["seats"]:
            if counted[seat["side"]] == 15:
                raise Bad(seq, "a side has more than fifteen seats")
            self.seats.append(Seat(SIDES[seat["side"]] + 16 * counted[seat["side"]], seat["side"], ZERO, None))
            counted[seat["side"]] += 1
            # Nobody here plays: whoever is named has begun, and is asked nothing.
            self.seats[-1].phrase, self.seats[-1].bot = "", True
        self.umpire = what["umpire"]
        self.release, self.files = what["release"], what["files"]
        # The records of the orders in force.
        self.in_force = []

    def take_order(self, seq, what):
        self.seat(seq, what["seat"])
        if what["by"] != self.umpire:
            raise Bad(seq, "the record is not by the umpire of the game")
        if what["forced"] and what["rolls"]:
            raise Bad(seq, "what the referee gives by itself rolls nothing")
        for roll in what["rolls"]:
            if any(face > roll["sides"] for face in roll["faces"]):
                raise Bad(seq, f"the roll for {roll['purpose']} shows {roll['faces']}, and no die of {roll['sides']} does")
            self.dice += len(roll["faces"])
        self.in_force.append(seq)

    def take_correction(self, seq, what):
        back_to = what["back_to"]
        if what["by"] != self.umpire:
            raise Bad(seq, "the record is not by the umpire of the game")
        if back_to != 1 and back_to not in self.in_force:
            raise Bad(seq, "the correction goes back to what is neither the beginning nor an order in force")
        undone = len(self.in_force) - bisect.bisect_right(self.in_force, back_to)
        if undone == 0 or undone != what["orders"]:
            raise Bad(seq, "the correction counts other orders than were in force since")
        del self.in_force[len(self.in_force) - undone :]


# --- The second format -------------------------------------------------------------------------------------------------

NOBODY = (0, 0)
SIDE, SEAT, HOLDER = 1, 2, 3
# What entries may be made with a record, and which may be made after one, by the kind of their audience.
WITH = {
    "choice/1": ("choice/2", "planned/1", "used/1"), "choices/1": ("part/1",), "hand-over/2": ("state/1",),
    "order/2": ("part/1", "planned/1", "used/1"),
    "pieces/1": ("pieces/2",),
}
AFTER = {0: ("part/1",), SIDE: ("act/1",), SEAT: ("act/1",), HOLDER: ("plan/1", "planned/1", "standing/2", "used/1")}
# Only the first seat of a side may speak for its army.
ARMY = {
    f"{kind}/1": "seat" for kind in "draw-offer draw-answer resign takeback-answer pause-offer pause-answer pause-end".split()
} | {"claim/1": "by", "takeback-offer/2": "seat"}
# The most links that a private chain may have.
MOST_PRIVATE = 65536


def choice_seal(game, seat, salt, order):
    order = order.encode()
    return sha256(b"fieldpost/choice/1\0", game, bytes([seat]), salt, u32(len(order)), order)


def piece_seal(game, audience, number, salt, what):
    what = what.encode()
    return sha256(b"fieldpost/piece/1\0", game, bytes(audience), number.to_bytes(2, "big"), salt, u32(len(what)), what)


def split(n):
    """The largest power of two below a number above 1."""
    return 1 << (n - 1).bit_length() - 1


def tree(values):
    """The tree hash of RFC 6962 over some hashes."""
    if len(values) < 2:
        return sha256(b"\0", values[0]) if values else sha256()
    at = split(len(values))
    return sha256(b"\1", tree(values[:at]), tree(values[at:]))


def tree_of(value, index, count, path):
    """The tree hash that a value at `index` of `count` and the hashes beside its way lead to, the lowest first; None where they do not fit."""
    if index >= count or count == 1:
        return sha256(b"\0", value) if index < count and not path else None
    if not path:
        return None
    at, beside, rest = split(count), path[-1], path[:-1]
    inner = tree_of(value, index, at, rest) if index < at else tree_of(value, index - at, count - at, rest)
    if inner is None:
        return None
    return sha256(b"\1", inner, beside) if index < at else sha256(b"\1", beside, inner)


class Steps:
    """A hand-over chain, whose links are shown by step: that of a step has the number `start` + step."""

    def __init__(self, start, anchor):
        # Anchors with the numbers of links before them, and the highest link shown.
        self.start, self.anchors, self.shown = start, [(start, anchor)], (start, anchor)

    def last(self):
        return self.anchors[-1][0]

    def holds(self, game, chair, step, link):
        """Whether a link is that of its step, by the highest one shown on the same anchor or by that anchor."""
        number, (high, known) = self.start + step, self.shown
        start, anchor = max(((s, a) for s, a in self.anchors if s < number), default=(number, ZERO))
        if not start < number <= start + LINKS:
            return False
        if not start < high <= start + LINKS:
            high, known = start, anchor
        if number <= high:
            return down("handover", game, chair, high, number, known) == link
        return down("handover", game, chair, number, high, link) == known

    def show(self, step, link):
        self.shown = max(self.shown, (self.start + step, link), key=lambda pair: pair[0])


class Second(Log):
    """A log of the second format. `opening` is what its end opens, if it does; `complete` says that nobody's log is in the file too."""

    GENESIS, TAG, FOREIGN = "genesis/2", b"fieldpost/record/2\0", FIRST | TOLD
    LAST = ("closed/1", "opening/2", "result/1", "result/2")

    def __init__(self, opening, complete):
        super().__init__()
        self.opening, self.open = opening, opening is not None and complete
        self.keys = {tuple(k["audience"]): bytes.fromhex(k["key"]) for k in reversed(opening["keys"])} if self.open else {}
        # Where each private log ends, and what was entered with the next record.
        self.logs, self.pending = {NOBODY: (0, ZERO)}, []
        self.holders = []
        self.given, self.opened_choices, self.sets = {}, [], {}
        self.steps, self.step = [], 0
        # What comes behind the number of a record in the salts of its leaves: nothing before a restore.
        self.salted = b""
        # Who was told a private roll, with the record that it was made with or after.
        self.told = []
        # Of private rolls: anchors and links by chain (nobody's, then each seat's), the highest index used, all faces.
        self.private, self.links, self.used, self.rolled = [], {}, [], {}
        self.opened_at = None

    def first_release(self, genesis):
        return genesis["release"]

    # Private logs

    def enter(self, entry):
        """Takes in the next entry of a private log."""
        n, audience, made_with = entry["after"], tuple(entry["audience"]), entry["with"]
        kind, what = read(n, entry["body"], GRAMMAR["private"])
        if audience not in self.logs:
            raise Bad(n, "an entry for an audience that there is not")
        number, last = self.logs[audience]
        game, prev, found = (bytes.fromhex(entry[k]) for k in ("game", "prev", "hash"))
        if (game, entry["number"], prev) != (self.game, number + 1, last):
            raise Bad(n, "an entry does not follow the one before it")
        body = entry["body"].encode()
        parts = (u64(number + 1), prev, u64(n), bytes([made_with]), u32(len(body)), body)
        if sha256(b"fieldpost/entry/1\0", game, bytes(audience), *parts) != found:
            raise Bad(n, "an entry has been changed: its hash is not that of its content")
        if self.over or self.opened_at is not None:
            raise Bad(n, "an entry stands after the opening of all that was private")
        if made_with:
            self.pending.append((audience, kind, what))
        elif kind not in AFTER[audience[0]] or self.has_left(audience):
            raise Bad(n, f"an entry {kind} stands where none may")
        elif kind == "act/1":
            self.act(n, audience, what)
        for roll in what.get("rolls", []):
            if kind == "act/1" and roll["seat"] != what["seat"]:
                raise Bad(n, "a private roll of another seat than the one that owes the step")
            self.private_roll(n, audience, roll)
            self.told.append((n, made_with, audience))
        self.logs[audience] = number + 1, found

    def act(self, n, audience, what):
        seat = self.seat(n, what["seat"])
        own = audience == (SIDE, SIDES[seat.side]) or audience == (SEAT, what["seat"])
        if not own or not self.begun() or bytes.fromhex(what["seen"]) not in self.heads:
            raise Bad(n, "a private act by another, or on a position that never was")

    def private_roll(self, n, audience, roll):
        """Whether a private roll has the faces that its number has ever had and, once the links are opened, those that they give."""
        number, index, sides, faces = roll["seat"], roll["index"], roll["sides"], roll["faces"]
        if (number is None) != (audience == NOBODY) or not self.begun() or not 1 <= index <= self.private_links:
            raise Bad(n, "a private roll that no chain of its game can have made")
        at = 0 if number is None else number + 1
        seat = None if number is None else self.seat(n, number)
        known = self.rolled.get((at, index, sides), [])
        if any(a != b for a, b in zip(known, faces)):
            raise Bad(n, f"the private roll for {roll['purpose']} shows {faces}, and showed {known} before")
        self.rolled[at, index, sides] = max(known, faces, key=len)
        self.used[at] = max(self.used[at], index)
        if self.open:
            chair = 0 if seat is None else seat.chair
            server = self.private_link(at, "server", chair, index)
            player = ZERO if seat is None else self.private_link(at, "player", chair, index)
            if server is None or player is None:
                raise Bad(n, "a private roll beyond the highest link that was opened")
            stream = chacha20(private_seed(self.genesis, chair, index, server, player, self.phrases()))
            made = [die(stream, sides) for _ in faces]
            if made != faces:
                raise Bad(n, f"the private roll for {roll['purpose']} shows {faces}, but its links give {made}")

    def private_link(self, at, whose, chair, index):
        """A link of a private chain by the highest one that the end opens; None above it."""
        if at >= len(self.opening["links"]):
            return None
        high, key = self.opening["links"][at]["index"], (at, whose)
        if not index <= high <= self.private_links:
            return None
        if key not in self.links:
            # Link number i stands at place i, the anchor at place 0.
            link = bytes.fromhex(self.opening["links"][at][whose])
            chain = [link]
            for i in range(high, 0, -1):
                link = before(f"private-{whose}", self.game, chair, i, link)
                chain.append(link)
            self.links[key] = chain[::-1]
        return self.links[key][index]

    def phrases(self):
        return sha256("\n".join(s.phrase for s in self.seats).encode())

    def under(self, audience, kind):
        """What an audience's log has of a kind with this record."""
        return next((what for a, k, what in self.pending if (a, k) == (audience, kind)), None)

    def taken(self, seq, root):
        self.pending = []
        if not self.open:
            return
        leaves = []
        for audience, (number, head) in sorted(self.logs.items()):
            salt = hmac.digest(self.keys.get(audience, ZERO), b"fieldpost/leaf-salt/1\0" + u64(seq) + self.salted, "sha256")
            leaves.append(sha256(b"fieldpost/leaf/1\0", self.game, u64(seq), bytes(audience), salt, u64(number), head))
        if sha256(b"fieldpost/root/1\0", self.game, u64(seq), *leaves) != root:
            raise Bad(seq, "the private logs are not those under this record: an entry was changed, left out or added later")

    def may_speak(self, seq, kind, what):
        if kind in ARMY:
            number = what[ARMY[kind]]
            if number != next(n for n, s in enumerate(self.seats) if s.side == self.seat(seq, number).side):
                raise Bad(seq, "only the head of a side speaks for its army")
        if self.opened_at is not None and kind == "opening/2" or kind == "closed/1" and self.opened_at != seq - 1:
            raise Bad(seq, "the game ends with one opening, and what follows on it")
        placed = [(audience, entry) for audience, entry, _ in self.pending]
        if any(entry == "planned/1" and not noted["given"] for _, entry, noted in self.pending):
            raise Bad(seq, "an entry planned/1 with a record, though it gave no order")
        why = [(audience, "why" if entry in ("planned/1", "used/1") else entry) for audience, entry in placed]
        if len(set(why)) < len(why):
            raise Bad(seq, "two entries of a kind in one log with one record")
        for audience, entry in placed:
            if entry not in WITH.get(kind, ()) or not self.belongs(audience, entry, what):
                raise Bad(seq, f"an entry {entry} with a record that has none")

    def has_left(self, audience):
        """Whether somebody else holds the seat of this holder by now."""
        return audience[0] == HOLDER and self.holders[audience[1]] in self.holders[audience[1] + 1:]

    def belongs(self, audience, entry, what):
        """Whether an entry made with a record is in the log where it belongs."""
        if entry == "choice/2":
            return audience == (SEAT, what["seat"])
        if entry == "pieces/2":
            return audience == tuple(what["audience"])
        if entry == "state/1":
            return audience == NOBODY
        if entry in ("planned/1", "used/1"):
            holder = max((n for n, seat in enumerate(self.holders) if seat == what["seat"]), default=None)
            return what["key"] is None and audience == (HOLDER, holder)
        return True

    # Records

    def take_genesis(self, seq, what):
        super().take_genesis(seq, what)
        dice = what["dice"]
        if not len(self.seats) == len(dice["private"]) == len(dice["reserve"]):
            raise Bad(seq, "there are other anchors than seats")
        if dice["private_links"] > MOST_PRIVATE:
            raise Bad(seq, "private chains of more links than there may be")
        for number, seat in enumerate(self.seats):
            self.logs[SIDE, SIDES[seat.side]] = self.logs[SEAT, number] = 0, ZERO
            self.steps.append(Steps(0, bytes.fromhex(seat.anchors["handover"])))
        self.private_links = dice["private_links"]
        self.private = [(bytes.fromhex(dice["nobody"]), None)]
        self.private += [(bytes.fromhex(p["server"]), bytes.fromhex(p["player"])) for p in dice["private"]]
        self.used = [0] * len(self.private)

    def take_join(self, seq, what):
        super().take_join(seq, what)
        self.hold(what["seat"])

    def take_hands(self, seq, what):
        super().take_hands(seq, what)
        if "own" in what and what["why"] == "replacement":
            self.hold(what["seat"])

    def hold(self, number):
        """Somebody new holds a seat."""
        self.logs[HOLDER, len(self.holders)] = 0, ZERO
        self.holders.append(number)

    def take_hand_over(self, seq, what):
        if self.open and self.under(NOBODY, "state/1") is None:
            raise Bad(seq, "the digest of the whole position is missing")
        self.ask(seq, what["to"])

    def take_order(self, seq, what):
        self.seat(seq, what["seat"])
        if not self.begun() or what["advance"] != (what["key"] is None) or bytes.fromhex(what["seen"]) not in self.heads:
            raise Bad(seq, "an order before the game began, without a key, or on a position that never was")
        self.came(seq, what, [what["seat"]])

    def came(self, seq, what, owing):
        """What a record came to: its dice, and the pieces that it shows. The step was owed by those seats."""
        seat, dice = self.seat(seq, what["seat"]), what["dice"]
        for audience, _, under in self.pending:
            for roll in under.get("rolls", []):
                if roll["seat"] != self.owes(audience, owing):
                    raise Bad(seq, "a private roll of another seat than the one that owes the step")
        if bool(what["rolls"]) != (dice is not None):
            raise Bad(seq, "rolls without links, or links without rolls")
        if dice is not None:
            self.roll(seq, seat, dice, what["rolls"])
        for shown in what["shows"]:
            audience = tuple(shown["audience"])
            if audience not in self.sets:
                raise Bad(seq, "a hidden piece is shown that was never sealed")
            count, root = self.sets[audience]
            found = piece_seal(self.game, audience, shown["number"], bytes.fromhex(shown["salt"]), shown["what"])
            if tree_of(found, shown["index"], count, [bytes.fromhex(h) for h in shown["path"]]) != root:
                raise Bad(seq, f"hidden piece {shown['number']} was not sealed as what it is shown to be")

    def owes(self, audience, owing):
        """The seat whose chains make a private roll for an audience, of those that owe the step; None for nobody."""
        own = [n for n in owing if audience in ((SEAT, n), (SIDE, SIDES[self.seats[n].side]))]
        return None if audience == NOBODY else (own or owing)[0]

    def roll(self, seq, seat, dice, rolls):
        index, step = dice["index"], dice["step"]
        server, player, handed = (bytes.fromhex(dice[k]) for k in ("server", "player", "handed"))
        if dice["chain"] != "own":
            raise Bad(seq, "a link of the reserve, where the server keeps the seat's own")
        self.link(seq, seat, "server", index, server)
        self.link(seq, seat, "player", index, player)
        enemy = next((n for n, s in enumerate(self.seats) if s.side != seat.side), None)
        if step < max(1, self.step):
            raise Bad(seq, "a step that was over already")
        if enemy is None or not self.steps[enemy].holds(self.game, self.seats[enemy].chair, step, handed):
            raise Bad(seq, f"the link of step {step} does not belong to its chain")
        self.step = step
        self.steps[enemy].show(step, handed)
        self.faces(seq, seed(self.genesis, seat.chair, index, server, player, handed, self.phrases()), rolls)

    def take_choice(self, seq, what):
        number = what["seat"]
        self.seat(seq, number)
        if not self.begun() or number in self.given or bytes.fromhex(what["seen"]) not in self.heads:
            raise Bad(seq, "a choice by somebody who has chosen, or on a position that never was")
        seal, under = bytes.fromhex(what["seal"]), self.under((SEAT, number), "choice/2")
        if under is None and self.open:
            raise Bad(seq, "what lies under a choice is missing")
        if under and choice_seal(self.game, number, bytes.fromhex(under["salt"]), under["order"]) != seal:
            raise Bad(seq, "what lies under a choice is not what was sealed")
        self.given[number] = seal

    def take_choices(self, seq, what):
        if not self.given or [c["seat"] for c in what["choices"]] != sorted(self.given) or what["seat"] != min(self.given):
            raise Bad(seq, "choices are opened that were not given, or not all of them")
        for choice in what["choices"]:
            if choice_seal(self.game, choice["seat"], bytes.fromhex(choice["salt"]), choice["order"]) != self.given[choice["seat"]]:
                raise Bad(seq, f"the choice of seat {choice['seat']} is not the one that was sealed")
        self.given = {}
        self.opened_choices.append(seq)
        self.came(seq, what, [c["seat"] for c in what["choices"]])

    def take_pieces(self, seq, what):
        audience = tuple(what["audience"])
        if audience in self.sets or audience not in self.logs or audience[0] not in (SIDE, SEAT):
            raise Bad(seq, "hidden pieces are sealed twice, or for nobody")
        root, under = bytes.fromhex(what["root"]), self.under(audience, "pieces/2")
        if under is None and self.open:
            raise Bad(seq, "what lies under hidden pieces is missing")
        if under:
            seals = sorted(
                piece_seal(self.game, audience, p["number"], bytes.fromhex(p["salt"]), p["what"]) for p in under["pieces"]
            )
            if len(seals) != what["count"] or tree(seals) != root:
                raise Bad(seq, "what lies under hidden pieces is not what was sealed")
        self.sets[audience] = what["count"], root

    def take_takeback_offer(self, seq, what):
        if self.given or any(opened > what["back_to"] for opened in self.opened_choices):
            raise Bad(seq, "nobody can go back over a choice")
        number, to = what["seat"], what["back_to"]
        holder = max((n for n, seat in enumerate(self.holders) if seat == number), default=None)
        own = ((SIDE, SIDES[self.seat(seq, number).side]), (SEAT, number), (HOLDER, holder))
        if any(audience in own and (n > to or n == to and not made_with) for n, made_with, audience in self.told):
            raise Bad(seq, "nobody can go back over a private roll that they were told")

    def take_takeback_answer(self, seq, what):
        if what["accept"]:
            if self.given:
                raise Bad(seq, "nobody can go back over a choice")
            self.step = 0

    def take_anchor(self, seq, what):
        if self.due or what["chain"] != "handover":
            return super().take_anchor(seq, what)
        self.seat(seq, what["seat"])
        steps = self.steps[what["seat"]]
        if what["start"] != steps.last() + LINKS:
            raise Bad(seq, "nothing calls for the anchor of another chain")
        steps.anchors.append((what["start"], bytes.fromhex(what["anchor"])))

    def take_restored(self, seq, what):
        start = what["start"]
        used = max([s.count["server"] for s in self.seats] + [s.shown[0] for s in self.steps], default=0)
        if len(what["anchors"]) != len(self.seats) or start % LINKS or start <= used:
            raise Bad(seq, "the chains after a restore do not go on above what was used")
        for seat, anchors in zip(self.seats, what["anchors"]):
            for kind in ("player", "server"):
                seat.count[kind], seat.last[kind] = start, bytes.fromhex(anchors[kind])
        self.steps = [Steps(start, bytes.fromhex(anchors["handover"])) for anchors in what["anchors"]]
        self.salted = u32(start)

    def take_opening(self, seq, what):
        if [tuple(k["audience"]) for k in what["keys"]] != sorted(self.logs):
            raise Bad(seq, "the opening holds other keys than there are private logs")
        if len(what["links"]) != len(self.private):
            raise Bad(seq, "the opening holds other private chains than the game has")
        for at, (links, anchors) in enumerate(zip(what["links"], self.private)):
            whose, index = "nobody" if at == 0 else f"seat {at - 1}", links["index"]
            chair = 0 if at == 0 else self.seats[at - 1].chair
            server, player = bytes.fromhex(links["server"]), bytes.fromhex(links["player"])
            fits = index <= self.private_links
            if index == 0:
                fits = (server, player) == (ZERO, ZERO)
            elif fits:
                fits = down("private-server", self.game, chair, index, 0, server) == anchors[0]
                if at == 0:
                    fits = fits and player == ZERO
                else:
                    fits = fits and down("private-player", self.game, chair, index, 0, player) == anchors[1]
            if not fits:
                raise Bad(seq, f"the private links of {whose} do not belong to their chains")
            if self.open and index != self.used[at]:
                raise Bad(seq, f"the highest private link of {whose} is another one")
        self.ending, self.opened_at = self.ending or "some way or other", seq

    def take_result(self, seq, what):
        if self.opened_at is None:
            raise Bad(seq, "the game ended, but what was private was not opened")
        super().take_result(seq, what)

    def take_closed(self, seq, what):
        if self.ending != "some way or other":
            raise Bad(seq, "the game ended otherwise")
        self.over = True


# --- Files -------------------------------------------------------------------------------------------------------------


def is_number(value):
    return type(value) is int and 0 <= value < 2**64


def is_record(value):
    fields = {"body", "game", "hash", "prev", "seq"}
    sizes = {"game": 16, "hash": 32, "prev": 32, "root": 32}
    return (
        type(value) is dict and value.keys() - {"root"} == fields and type(value["body"]) is str and is_number(value["seq"])
        and all(is_hex(value[k], n) for k, n in sizes.items() if k in value)
    )


def is_entry(value):
    fields = {"after", "audience", "body", "game", "hash", "number", "prev", "with"}
    sizes = {"game": 16, "hash": 32, "prev": 32}
    return (
        type(value) is dict and value.keys() == fields and type(value["body"]) is str and type(value["with"]) is bool
        and fits(value["audience"], "audience") and is_number(value["after"]) and is_number(value["number"])
        and all(is_hex(value[k], n) for k, n in sizes.items())
    )


class File:
    """The records, entries and closing line of a file as far as it can be read, and what is wrong with the first line that cannot."""

    def __init__(self, data):
        self.records, self.entries, self.end, self.broken = [], [], None, None
        # Only line feeds end lines: other line separators may stand inside texts.
        for raw in data.removesuffix(b"\n").split(b"\n"):
            try:
                self.broken = self.take(raw.decode())
            except UNREADABLE as e:
                self.broken = f"the line cannot be read: {type(e).__name__}"
            if self.broken:
                return

    def take(self, line):
        value = parse(line)
        if write(value) != line:
            return "the line is not written as an export writes it"
        if self.end is not None:
            return "something follows the closing line"
        if type(value) is dict and "end" in value:
            self.end = value["end"]
            if value.keys() != {"end"} or not shaped(self.end, {"game": "id", "head": "hash", "length": "count"}):
                return "this is not a closing line"
        elif type(value) is dict and value.keys() == {"entry"}:
            if not is_entry(value["entry"]):
                return "this is not an entry"
            self.entries.append(value["entry"])
        elif self.entries:
            return "a record stands behind the private entries"
        elif is_record(value):
            self.records.append(value)
        else:
            return "this is not a record"

    def log(self):
        """An empty log of the format that the first record is of."""
        if self.records[0]["body"].startswith('{"kind":"genesis/3"'):
            return Told()
        if not self.records[0]["body"].startswith('{"kind":"genesis/2"'):
            return Log()
        opening = None
        for record in self.records[-3:]:
            try:
                kind, what = read(record["seq"], record["body"])
                opening = what if kind == "opening/2" else opening
            except (Bad, *UNREADABLE):
                pass  # Found where it stands.
        return Second(opening, any(tuple(e["audience"]) == NOBODY for e in self.entries))


UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def guarded(seq, call, *arguments):
    """Calls something that may meet what nobody wrote a check for."""
    try:
        return call(*arguments)
    except UNREADABLE as e:
        raise Bad(seq, f"the record cannot be read: {type(e).__name__}") from None


def verify(text, head=None):
    """Checks a log, text or bytes; raises Bad for the first record that is wrong. `head` is a hash, or its record's number and it."""
    file = File(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if not file.records:
        raise Bad(1, file.broken or "the log is empty")
    log, end, places = file.log(), file.end, {}
    for entry in file.entries:
        places.setdefault((entry["after"], entry["with"]), []).append(entry)
    for record in file.records:
        seq = log.length + 1
        if seq > 1:
            for place in ((seq - 1, False), (seq, True)):
                for entry in places.pop(place, []):
                    guarded(entry["after"], log.enter, entry)
        guarded(seq, log.add, record)
        if seq == 1 and file.entries and not isinstance(log, Second):
            raise Bad(file.entries[0]["after"], "private entries in a log of the first format")
    if file.broken:
        raise Bad(log.length + 1, file.broken)
    for entry in places.pop((log.length, False), []):
        guarded(entry["after"], log.enter, entry)
    if places:
        raise Bad(log.length, "private entries stand in no place of the log")
    if log.due:
        raise Bad(log.length + 1, "the anchor of the next dice chain is missing")
    if log.ending and not log.over:
        raise Bad(log.length + 1, "the end is missing: the result should follow")
    if end is None:
        raise Bad(log.length + 1, "the closing line is missing: the file has been cut short")
    if end["length"] > log.length:
        raise Bad(log.length + 1, "records are missing at the end")
    if (end["game"], end["head"], end["length"]) != (log.game.hex(), log.head.hex(), log.length):
        raise Bad(log.length, "the closing line does not belong to this log")
    if head is not None:
        number, known = head
        found = log.heads.get(known)
        if found is None or number not in (None, found):
            raise Bad(log.length + 1, "the log never had that head: its end is missing or was rewritten")
    return log


def head_of(text):
    """A head as it is given on the command line: its record's number, if it is said, and the hash."""
    number, _, digits = text.rpartition(":")
    if not is_hex(digits, 32) or number and not (number.isascii() and number.isdigit()):
        return None
    return int(number[:20]) if number else None, bytes.fromhex(digits)


def verdict(text, head=None):
    """Whether a log is sound, and a sentence."""
    try:
        log = verify(text, head)
    except Bad as bad:
        return False, f"record {bad.seq}: {bad}"
    state = "over" if log.over else "running"
    sound = "sound" if log.open else "sound as far as open"
    told = f"; its dice are testimony, told by {log.umpire}: not provable" if isinstance(log, Told) else ""
    return True, f"{sound}: {log.length} records, {log.dice} dice, {state}, head {log.head.hex()}{told}"


def with_proofs(name, arguments):
    """Checks a log, proofs of the register, and that the log has the records of the proofs."""
    import verify_register as register

    given = {"--key": [], "--proof": []}
    while arguments:
        if len(arguments) < 2 or arguments[0] not in given:
            print(__doc__, file=sys.stderr)
            return 2
        given[arguments[0]].append(arguments[1])
        arguments = arguments[2:]
    try:
        with open(name, "rb") as file:
            text = file.read()
        keys = [register.Key(key) for key in given["--key"]]
        files = []
        for proof in given["--proof"]:
            with open(proof, "rb") as file:
                files.append((proof, file.read()))
    except (OSError, register.Wrong) as e:
        print(e, file=sys.stderr)
        return 2
    lines, good = register.report(keys, files)
    sound, said = verdict(text)
    print("\n".join([said] + lines))
    for proof, data in files if good and sound else []:
        of = register.read(data)
        if isinstance(of, register.Proof):
            sound, said = verdict(text, (of.number, of.record))
            print(f"{proof}: the log has this record" if sound else f"{proof}: {said}")
            good &= sound
    return 0 if good and sound else 1


# --- Vectors -----------------------------------------------------------------------------------------------------------


def vector(i):
    """Test vector number i: everything follows from the number."""
    name = lambda what: sha256(f"vector {i} {what}".encode())
    game, kind, chair = name("game")[:16], ("handover", "player", "server")[i % 3], (1, 2, 17, 18)[i % 4]
    tip, links = name("tip"), 1 + i * 7
    link = tip
    for index in range(links, 0, -1):
        link = before(kind, game, chair, index, link)
    parts = {k: name(k) for k in ("genesis", "server", "player", "handed")}
    phrases = [f"phrase {i}", "à la guerre"]
    made = seed(parts["genesis"], chair, i + 1, parts["server"], parts["player"], parts["handed"],
                sha256("\n".join(phrases).encode()))
    stream = chacha20(made)
    sides = [(6, 10, 4, 100, 6, 2, 255, 1)[(i + j) % 8] for j in range(120)]
    return {
        "anchor": link.hex(), "chair": chair, "faces": [die(stream, s) for s in sides], "game": game.hex(),
        "index": i + 1, "kind": kind, "links": links, "phrases": phrases, "seed": made.hex(), "sides": sides,
        "tip": tip.hex(), **{k: v.hex() for k, v in parts.items()},
    }


def check_vector(v):
    game, link = bytes.fromhex(v["game"]), bytes.fromhex(v["tip"])
    for index in range(v["links"], 0, -1):
        link = before(v["kind"], game, v["chair"], index, link)
    parts = [bytes.fromhex(v[k]) for k in ("server", "player", "handed")]
    made = seed(bytes.fromhex(v["genesis"]), v["chair"], v["index"], *parts, sha256("\n".join(v["phrases"]).encode()))
    stream = chacha20(made)
    return (link.hex(), made.hex(), [die(stream, s) for s in v["sides"]]) == (v["anchor"], v["seed"], v["faces"])


# The letters of a dice key as it is written down.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def written(key):
    """A dice key as a player writes it down."""
    bits = int.from_bytes(key, "big") << 20 | int.from_bytes(sha256(b"fieldpost/dice-key/1\0", key), "big") >> 236
    letters = "".join(LETTERS[bits >> 5 * n & 31] for n in range(35, -1, -1))
    return "-".join(letters[n : n + 4] for n in range(0, 36, 4))


def sealed_vector(i):
    """Chains of a dice key: everything follows from the number. Handover first, then player."""
    key, game = sha256(f"dice key {i}".encode())[:20], sha256(f"sealed game {i}".encode())[:16]
    chair, kinds = (1, 2, 17, 18)[i], ("handover", "player")
    tips = [hmac.digest(key, b"fieldpost/dice-key/1\0" + game + bytes([chair]) + kind.encode(), "sha256") for kind in kinds]
    first = [down(kind, game, chair, LINKS, 1, tip) for kind, tip in zip(kinds, tips)]
    return {
        "anchors": [before(kind, game, chair, 1, link).hex() for kind, link in zip(kinds, first)], "chair": chair,
        "first": [link.hex() for link in first], "game": game.hex(), "key": key.hex(), "last": [tip.hex() for tip in tips],
        "text": written(key),
    }


def main(arguments):
    if arguments == ["--sealed-vectors"]:
        print("[" + ",\n".join(json.dumps(sealed_vector(i), separators=(",", ":")) for i in range(4)) + "]")
        return 0
    if arguments == ["--vectors"]:
        print("[" + ",\n".join(json.dumps(vector(i), separators=(",", ":")) for i in range(12)) + "]")
        return 0
    if arguments == ["--check"]:
        wrong = [i for i, v in enumerate(json.load(sys.stdin)) if not check_vector(v)]
        print(f"wrong: {wrong}" if wrong else "all agree")
        return 1 if wrong else 0
    if arguments == ["--each"]:
        for line in sys.stdin.buffer.readlines():
            given = json.loads(line)
            text, known = given if isinstance(given, list) else (given, None)
            print(verdict(text, head_of(known) if known else None)[1])
        return 0
    if "--proof" in arguments[1:]:
        return with_proofs(arguments[0], arguments[1:])
    head = head_of(arguments[1]) if len(arguments) == 2 else None
    if len(arguments) not in (1, 2) or arguments[0].startswith("--") or len(arguments) == 2 and head is None:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if arguments[0] == "-":
            text = sys.stdin.buffer.read()
        else:
            with open(arguments[0], "rb") as file:
                text = file.read()
    except OSError as e:
        print(f"cannot be read: {e}", file=sys.stderr)
        return 2
    sound, said = verdict(text, head)
    print(said)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
