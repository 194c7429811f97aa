"""Two players who know a game from their letters alone, and the mail servers between them and the service.

Players' side: an SMTP server on loopback takes the service's letters. Service's side: another takes what players send to
`g-TOKEN@…` and pipes it to `fieldpost ingest`, sender and recipient as arguments, its exit code as the answer (sysexits).

A player reads the text of a letter as a person does, and answers by SMTP from what stands there: `done` or another order of no
single piece when the letter shows one, else a number of its list, else the order that it gives as an example. What it does is
chosen by counting letters, so that the same letters are answered the same way. To the first letters a player may know the answers by
heart (`opening`).

Prints `PORT n`, the players' server, when both listen. Lines on standard input:

    pause / go       keeps answers back / lets them out
    opening FILE     JSON {address: [[line, …], …]}: what that player answers to the first letters that ask something; prints `READY`
    send FILE        JSON {sender, recipient, message}: puts a message to the service's side; prints `CODE n` and the reply

Each letter is kept in FOLDER/NNNN.eml, its envelope's sender in FOLDER/NNNN.from. Ends with its standard input.

Needs aiosmtpd: apt-get install python3-aiosmtpd
"""

import argparse
import email
import email.message
import email.policy
import email.utils
import json
import pathlib
import queue
import re
import smtplib
import subprocess
import sys
import threading
import time

try:
    from aiosmtpd.controller import Controller
except ImportError:
    sys.exit(f"the mail tests need the Debian package python3-aiosmtpd for {sys.executable}: apt-get install python3-aiosmtpd")

CODES = {0: "250 2.0.0 OK", 65: "554 5.6.0 no message", 67: "550 5.1.1 no such address"}


class Listener(Controller):
    """Tells which port the system chose."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class Pipe:
    """The service's mail server: each recipient's copy goes to the command."""

    def __init__(self, command):
        self.command = command

    async def handle_DATA(self, server, session, envelope):
        answer = CODES[0]
        for recipient in envelope.rcpt_tos:
            done = subprocess.run(
                [*self.command, f"--sender={envelope.mail_from or ''}", f"--recipient={recipient}"],
                input=envelope.original_content,
                stderr=subprocess.PIPE,
                check=False,
            )
            if done.returncode != 0:
                answer = CODES.get(done.returncode, "451 4.3.0 try again")
                print(f"{recipient}: {done.returncode} {done.stderr.decode(errors='replace').strip()}", file=sys.stderr)
        return answer


class Letters:
    """The players' mail server: keeps each letter, and puts it on its player's desk."""

    def __init__(self, folder, desk):
        self.folder, self.desk, self.count = folder, desk, 0

    async def handle_DATA(self, server, session, envelope):
        self.count += 1
        name = f"{self.count:04}"
        # The reader looks for the last one: it must be whole when it is there.
        part = self.folder / f"{name}.part"
        (self.folder / f"{name}.from").write_text(envelope.mail_from or "")
        part.write_bytes(envelope.original_content)
        part.rename(self.folder / f"{name}.eml")
        self.desk.put((envelope.rcpt_tos[0], envelope.original_content))
        return f"250 2.0.0 Accepted as {name}"


def text_of(message):
    part = message.get_body(("plain",))
    text = part.get_content() if part else ""
    # Flowed (RFC 3676): a line that ends with a space goes on in the next one, and a space in front guards what follows.
    lines, goes_on = [], False
    for line in text.split("\n"):
        line = line.removeprefix(" ")
        lines[-1:] = [lines[-1] + line] if goes_on else [*lines[-1:], line]
        goes_on = line.endswith(" ") and line != "-- "
    return "\n".join(lines)


def answer(text, turn):
    """The lines to answer with, from the text of a letter; nothing when it asks nothing."""
    text = text.split("\n-- \n")[0]
    listed = re.search(r"^(Answer this letter|There is one thing to do).*$", text, re.MULTILINE)
    if not listed:
        return []
    below = text[listed.end() :].lstrip("\n").split("\n")
    numbered, examples = [], []
    for line in below:
        if match := re.match(r"  (\d+)\. (.*): (\S.*)$", line):
            numbered.append((match[1], match[3]))
        elif line.startswith("      ("):
            continue
        elif line.startswith("  "):
            examples.append(line.strip())
        else:
            break
    if numbered:
        ends = [number for number, order in numbered if order.split()[0] in ("done", "pass", "deploy")]
        # Now and then a player does something with a piece; often enough that things happen, seldom enough that the game ends.
        if ends and turn % 3:
            return [ends[0]]
        return [numbered[turn % len(numbered)][0]]
    ends = [order for order in examples if order.split()[0] in ("done", "pass", "deploy")]
    return ends[:1] or examples[:1]


class Player(threading.Thread):
    def __init__(self, desk, port, go, openings):
        super().__init__(daemon=True)
        self.desk, self.port, self.go, self.turn, self.openings = desk, port, go, 0, openings

    def run(self):
        while True:
            recipient, raw = self.desk.get()
            self.go.wait()
            message = email.message_from_bytes(raw, policy=email.policy.default)
            if not message["Reply-To"]:
                continue
            lines = answer(text_of(message), self.turn)
            if not lines:
                continue
            if self.openings.get(recipient):
                lines = self.openings[recipient].pop(0)
            self.turn += 1
            self.write(recipient, message, lines)

    def write(self, who, to, lines):
        reply = email.message.EmailMessage()
        reply["From"] = f"A Player <{who}>"
        reply["To"] = to["Reply-To"]
        reply["Subject"] = f"Re: {to['Subject']}"
        reply["Message-ID"] = email.utils.make_msgid(domain="players.example")
        reply["In-Reply-To"] = to["Message-ID"]
        reply["References"] = f"{to['References'] or ''} {to['Message-ID']}".strip()
        reply["Date"] = email.utils.formatdate()
        quoted = "\n".join(f"> {line}" for line in text_of(to).split("\n"))
        said = "\n".join(lines)
        reply.set_content(f"Hello,\n\n{said}\n\nOn that day Fieldpost wrote:\n{quoted}\n")
        for _ in range(20):
            try:
                with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as server:
                    server.send_message(reply, from_addr=who, to_addrs=[reply["To"]])
                return
            except smtplib.SMTPResponseException as error:
                if error.smtp_code >= 500:
                    raise
                time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--silent", action="store_true", help="players read and never answer")
    parser.add_argument("command", nargs="+", help="the command that takes a message, and its first arguments")
    options = parser.parse_args()

    desk, go, openings = queue.Queue(), threading.Event(), {}
    limit = {"data_size_limit": 64 * 1024 * 1024}
    pipe = Listener(Pipe(options.command), hostname="127.0.0.1", port=0, **limit)
    letters = Listener(Letters(options.folder, desk), hostname="127.0.0.1", port=0, **limit)
    pipe.start()
    letters.start()
    if not options.silent:
        go.set()
        Player(desk, pipe.port, go, openings).start()
    print(f"PORT {letters.port}", flush=True)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pause":
            go.clear()
        elif word == "go":
            go.set()
        elif word == "opening":
            openings.update(json.loads(pathlib.Path(rest).read_text()))
            print("READY", flush=True)
        elif word == "send":
            what = json.loads(pathlib.Path(rest).read_text())
            with smtplib.SMTP("127.0.0.1", pipe.port, timeout=60) as server:
                server.ehlo()
                server.mail(what["sender"])
                server.rcpt(what["recipient"])
                code, reply = server.data(pathlib.Path(what["message"]).read_bytes())
            print(f"CODE {code} {reply.decode(errors='replace')}", flush=True)
    letters.stop()
    pipe.stop()


main()
