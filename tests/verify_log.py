#!/usr/bin/env python3
"""An independent verifier of Fieldpost logs, written from docs/auditing.md alone, with nothing but Python's standard library.

    verify_log.py LOG [HEAD]     check an exported log (- for standard input); HEAD is a head that it must have
    verify_log.py --vectors      print test vectors of the dice as JSON
    verify_log.py --check        read such vectors from standard input and check them

It checks what can be checked without the rules of the game: the chain, the bytes, every die, every sealed value that was
opened, and of the clocks whatever does not hang on whom the game waits for. Whether an order was legal, and followed by the
right facts, only a referee can say (`fieldpost verify`).
Exit status: 0 sound, 1 not, 2 called wrongly.
"""

import hashlib
import hmac
import json
import sys
import unicodedata

GREATEST = 2**53
LINKS = 4096
ZERO = bytes(32)
SIDES = {"union": 1, "confederate": 2}
TAGS = {kind: f"fieldpost/dice/{kind}/1\0".encode() for kind in ("server", "player", "handover")}


TIMED = {
    f"{kind}/1"
    for kind in "calendar leave leave-end pause-offer pause-answer pause-end grant excuse claim".split()
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


def die(stream, sides):
    fair = 256 - 256 % sides
    for byte in stream:
        if byte < fair:
            return byte % sides + 1


# --- Bytes -------------------------------------------------------------------------------------------------------------


def refuse(text):
    raise ValueError(f"the number {text} is not an integer")


def read(seq, body):
    """A body as a value, if its bytes are the canonical ones."""
    try:
        value = json.loads(body, parse_float=refuse, parse_constant=refuse)
    except ValueError as e:
        raise Bad(seq, f"the body is not canonical: {e}") from None
    if json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) != body:
        raise Bad(seq, "the body is not canonical")
    walk(seq, value)
    if list(value) != ["kind", "what"]:
        raise Bad(seq, "the body is not a kind and a what")
    return value["kind"], value["what"]


def walk(seq, value):
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.isascii():
                raise Bad(seq, "a key is not plain ASCII")
            walk(seq, item)
    elif isinstance(value, list):
        for item in value:
            walk(seq, item)
    elif isinstance(value, str):
        if not unicodedata.is_normalized("NFC", value):
            raise Bad(seq, "text that is not in normal form C")
    elif isinstance(value, int) and abs(value) > GREATEST:
        raise Bad(seq, "an integer above 2^53")


# --- Seals -------------------------------------------------------------------------------------------------------------


def opens(game, chair, key, slot, seal, sealed):
    """The value of a sealed slot, or None when the key does not open it."""
    stream = chacha20(hmac.digest(key, b"cipher" + u32(slot), "sha256"))
    plain = bytes(a ^ b for a, b in zip(sealed, stream))
    salt = hmac.digest(key, u32(slot), "sha256")
    if sha256(b"fieldpost/seal/1\0", game, u32(slot), bytes([chair]), salt, plain) != seal:
        return None
    length = int.from_bytes(plain[:4], "big")
    return plain[4 : 4 + length]


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


def within(spans, begin, end):
    """How much of the time from `begin` to `end` is in the spans."""
    return sum(max(0, min(u, end) - max(f, begin)) for f, u in union(spans))


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
        expect(0 < until - self.now <= 400 * DAY and len(masked) <= 1000, "the calendar is too long")
        expect(all(self.now <= begin < end <= until for begin, end in masked), "a span outside the calendar")
        expect(all(a[1] < b[0] for a, b in zip(masked, masked[1:])), "spans out of order")
        expect(self.now - self.set_at.get(seat, -DAY) >= DAY, "the calendar was set less than a day before")
        kept = union([(b, min(e, self.now)) for b, e in self.calendars.get(seat, []) if b < self.now] + masked)
        for begin, end in kept:
            for window in (max(0, end - 28 * DAY), begin):
                free = 28 * DAY - within(kept, window, end if window != begin else begin + 28 * DAY)
                expect(free >= 4 * DAY, "less than four days in four weeks would count")
        self.calendars[seat], self.set_at[seat] = kept, self.now

    def take_leave(self, seq, what):
        seat, (begin, end) = what["seat"], what["span"]
        expect = lambda fine, why: self.refuse_unless(fine, seq, why)
        expect(self.now <= begin <= self.now + 366 * DAY and end - begin >= HOUR, "no such leave")
        expect(not self.on_leave(seat), "leave was taken already")
        taken = self.leave.setdefault(seat, [])
        first = self.now if self.begun is None else self.begun
        expect(end - begin <= 2 * YEAR, "more leave than there is")
        for year in range(max(0, begin - first) // YEAR, max(0, end - 1 - first) // YEAR + 1):
            opens, closes = first + year * YEAR, first + (year + 1) * YEAR
            wanted = max(0, min(end, closes) - max(begin, opens))
            expect(wanted <= self.terms["leave"] * DAY - within(taken, opens, closes), "more leave than there is")
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
        begin, end = what["span"]
        self.refuse_unless(begin < end <= self.now and self.now - begin <= 60 * DAY, seq, "no such excuse")
        self.excuses.append((begin, end))

    def on_time(self, seq, what, sides):
        seat, control = what["seat"], self.terms["control"]
        self.refuse_unless(sides[what["by"]] != sides[seat], seq, "a claim is for the other side")
        self.refuse_unless(seat in self.asked, seq, "the seat was never asked")
        # Of a bank, what is left depends on when the game ceased to wait for the seat, which the rules must say.
        if "days" in control:
            begin, left = self.asked[seat], control["days"] * DAY
            for at, time in [*self.granted.get(seat, []), (self.now, 0)]:
                used = at - begin - within(self.masks(seat), begin, at)
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
        self.phrase, self.bot = None, False
        self.sealed = []


class Log:
    def __init__(self):
        self.game = self.genesis = None
        self.head, self.length, self.dice = ZERO, 0, 0
        self.heads = set()
        self.seats, self.handed = [], {}
        self.over = False
        # Anchors of further chains that must be recorded next.
        self.due = []
        self.clocks = None

    def add(self, record):
        seq = self.length + 1
        if set(record) != {"body", "game", "hash", "prev", "seq"}:
            raise Bad(seq, "this is not a record")
        game, prev, found = (bytes.fromhex(record[k]) for k in ("game", "prev", "hash"))
        body = record["body"].encode()
        if sha256(
            b"fieldpost/record/1\0", game, record["seq"].to_bytes(8, "big"), prev, u32(len(body)), body
        ) != found and record["seq"] == seq:
            raise Bad(seq, "the record has been changed: its hash is not that of its content")
        if record["seq"] != seq:
            raise Bad(seq, f"record {record['seq']} stands here")
        if prev != self.head or (self.game or game) != game:
            raise Bad(seq, "the record does not follow the one before it")
        kind, what = read(seq, record["body"])
        if self.over:
            raise Bad(seq, "the record stands after the result")
        if kind.partition("/")[0] == "result" and (kind == "result/2") != (what["reason"] in ("adjudicated", "forfeit")):
            raise Bad(seq, "the reason is none of that version of a result")
        if (kind == "genesis/1") != (seq == 1):
            raise Bad(seq, "a log begins with one genesis record")
        if self.due and kind != "anchor/1":
            raise Bad(seq, "the anchor of the next dice chain should stand here")
        self.game, self.head, self.length = game, found, seq
        self.heads.add(found)
        if self.clocks:
            self.clocks.now = max(self.clocks.now, what["at"])
            if self.clocks.claim is not None and kind not in ("opening/1", "result/2"):
                raise Bad(seq, "the result should follow on the claim")
        elif kind in TIMED:
            raise Bad(seq, "the record is about a clock that the game does not have")
        take = getattr(self, "take_" + kind.partition("/")[0].replace("-", "_"), None)
        if take:
            take(seq, what)

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
        seat.count[kind], seat.last[kind] = index, link
        if index % LINKS == 0:
            self.due.append((seat, kind, index))

    def take_genesis(self, seq, what):
        if bytes.fromhex(what["game"]) != self.game:
            raise Bad(seq, "the genesis is of another game")
        if what["dice"]["links"] != LINKS:
            raise Bad(seq, f"dice chains of {what['dice']['links']} links, not {LINKS}")
        self.genesis = self.head
        counted = {"union": 0, "confederate": 0}
        for seat, anchor, player in zip(what["seats"], what["dice"]["anchors"], what["dice"]["players"], strict=True):
            side = seat["side"]
            self.seats.append(Seat(SIDES[side] + 16 * counted[side], side, bytes.fromhex(anchor), player))
            counted[side] += 1

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
        self.link(seq, self.seat(seq, what["from"]), "handover", what["index"], link)
        self.handed[what["side"]] = link
        for number in what["to"]:
            if self.clocks and not self.seat(seq, number).bot:
                self.clocks.asked[number] = self.clocks.now
                self.clocks.granted.pop(number, None)

    def take_hands(self, seq, what):
        number = what["seat"]
        # The second version says whether the seat's own player agreed, and lets a house player in only where that was agreed on.
        if "own" in what and what["why"] == "stand-in" and not (self.clocks and self.clocks.terms["stand_in"]):
            raise Bad(seq, "the terms of the game let no house player stand in")
        self.seat(seq, number).bot = what["bot"] is not None
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
        seat.last[what["chain"]] = bytes.fromhex(what["anchor"])

    def take_order(self, seq, what):
        seat, dice, rolls = self.seat(seq, what["seat"]), what["dice"], what["rolls"]
        if bool(rolls) != bool(dice):
            raise Bad(seq, "rolls without links, or links without rolls")
        if not dice:
            return
        index = dice["index"]
        server, player = bytes.fromhex(dice["server"]), bytes.fromhex(dice["player"])
        self.link(seq, seat, "server", index, server)
        self.link(seq, seat, "player", index, player)
        phrases = sha256("\n".join(s.phrase for s in self.seats).encode())
        handed = self.handed[seat.side]
        stream = chacha20(seed(self.genesis, seat.chair, index, server, player, handed, phrases))
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
        for slot, seal, sealed in seat.sealed:
            if opens(self.game, seat.chair, bytes.fromhex(what["key"]), slot, seal, sealed) is None:
                raise Bad(seq, f"the key does not open sealed value {slot}")

    def timed(self, seq, *numbers):
        """The clocks, for a record about these seats of a game that has begun."""
        for number in numbers:
            self.seat(seq, number)
        if not self.handed:
            raise Bad(seq, "the game has not begun")
        return self.clocks

    def sides(self):
        return [seat.side for seat in self.seats]

    def take_clock(self, seq, what):
        if seq != 2:
            raise Bad(seq, "the clock of a game is set directly after its genesis")
        terms, control = what["terms"], what["terms"]["control"]
        if terms["claim"] not in ("adjudication", "forfeit") or list(control) not in (["bank"], ["days"]):
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

    def take_result(self, seq, what):
        claimed = self.clocks is not None and self.clocks.claim is not None
        reasons = {"adjudication": "adjudicated", "forfeit": "forfeit"}
        if claimed and what["reason"] != reasons[self.clocks.terms["claim"]]:
            raise Bad(seq, "the terms give a claim another end")
        if not claimed and what["reason"] in reasons.values():
            raise Bad(seq, "nobody has claimed on time")
        if claimed and what["reason"] == "forfeit" and what["winner"] == self.sides()[self.clocks.claim]:
            raise Bad(seq, "whoever runs out of time does not win by it")
        self.over = True


def verify(text, head=None):
    """Checks a log; raises Bad for the first record that is wrong."""
    log, end = Log(), None
    # Only line feeds end lines: other line separators may stand inside texts.
    for line in text.removesuffix("\n").split("\n"):
        try:
            value = json.loads(line)
            if end is not None:
                raise Bad(log.length, "something follows the closing line")
            if "end" in value:
                end = value["end"]
            else:
                log.add(value)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, IndexError, RecursionError) as e:
            raise Bad(log.length + 1, f"the record cannot be read: {e!r}") from None
    if log.due:
        raise Bad(log.length + 1, "the anchor of the next dice chain is missing")
    if end is None:
        raise Bad(log.length + 1, "the closing line is missing: the file has been cut short")
    if end["length"] > log.length:
        raise Bad(log.length + 1, "records are missing at the end")
    if (end["game"], end["head"], end["length"]) != (log.game.hex(), log.head.hex(), log.length):
        raise Bad(log.length, "the closing line does not belong to this log")
    if head and bytes.fromhex(head) not in log.heads:
        raise Bad(log.length + 1, "the log never had that head: its end is missing or was rewritten")
    return log


# --- Vectors -----------------------------------------------------------------------------------------------------------


def vector(i):
    """Test vector number i: everything follows from the number."""
    name = lambda what: sha256(f"vector {i} {what}".encode())
    game, kind, chair = name("game")[:16], sorted(TAGS)[i % 3], (1, 2, 17, 18)[i % 4]
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


def main(arguments):
    if arguments == ["--vectors"]:
        print("[" + ",\n".join(json.dumps(vector(i), separators=(",", ":")) for i in range(12)) + "]")
        return 0
    if arguments == ["--check"]:
        wrong = [i for i, v in enumerate(json.load(sys.stdin)) if not check_vector(v)]
        print(f"wrong: {wrong}" if wrong else "all agree")
        return 1 if wrong else 0
    if len(arguments) not in (1, 2) or arguments[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "-":
        text = sys.stdin.buffer.read().decode()
    else:
        with open(arguments[0], encoding="utf-8", newline="") as file:
            text = file.read()
    try:
        log = verify(text, *arguments[1:])
    except Bad as bad:
        print(f"record {bad.seq}: {bad}")
        return 1
    state = "over" if log.over else "running"
    print(f"sound: {log.length} records, {log.dice} dice, {state}, head {log.head.hex()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
