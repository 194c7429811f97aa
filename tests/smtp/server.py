"""A real SMTP server on loopback for the tests of the post office.

Prints `PORT n` when it listens, and writes each accepted message to FOLDER/NNNN.eml with its envelope beside it in
NNNN.json. Ends when its standard input is closed, so that it never outlives the test that started it.

Needs aiosmtpd: apt-get install python3-aiosmtpd python3-dkim
"""

import argparse
import asyncio
import json
import pathlib
import ssl
import sys

try:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult, LoginPassword
except ImportError:
    sys.exit(
        "the mail tests need the Debian package python3-aiosmtpd for "
        f"{sys.executable}: apt-get install python3-aiosmtpd python3-dkim"
    )


class Handler:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.accepted = 0
        self.attempts = 0
        self.under_way = {}

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        self.attempts += 1
        # Put in place whole: whoever reads it never finds it empty.
        fresh = self.folder / "attempts.new"
        fresh.write_text(str(self.attempts))
        fresh.rename(self.folder / "attempts")
        if self.options.refuse:
            return self.options.refuse
        if self.attempts <= self.options.defer:
            return "451 4.7.1 Greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        to = envelope.rcpt_tos[0]
        together = self.under_way[to] = self.under_way.get(to, 0) + 1
        self.accepted += 1
        name = f"{self.accepted:04}"
        (self.folder / f"{name}.eml").write_bytes(envelope.original_content)
        (self.folder / f"{name}.json").write_text(
            json.dumps(
                {
                    "from": envelope.mail_from,
                    "to": envelope.rcpt_tos,
                    "tls": server.transport.get_extra_info("ssl_object") is not None,
                    "user": session.auth_data.login.decode() if session.auth_data else None,
                    "together": together,
                }
            )
        )
        await asyncio.sleep(self.options.slow)
        self.under_way[to] -= 1
        return f"250 2.0.0 Accepted as {name}"


class Listener(Controller):
    """Tells which port the system chose."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--defer", type=int, default=0, help="answer this many recipients with 451 first")
    parser.add_argument("--refuse", help="answer every recipient with this")
    parser.add_argument("--slow", type=float, default=0, help="seconds between taking a message and saying so")
    parser.add_argument("--security", choices=["none", "starttls", "tls"], default="none")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--user", help="NAME:PASSWORD; nobody else may send")
    options = parser.parse_args()

    settings = {}
    if options.security != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)
        if options.security == "tls":
            settings["ssl_context"] = context
        else:
            settings["tls_context"] = context
            settings["require_starttls"] = True
    if options.user:
        name, password = (part.encode() for part in options.user.split(":"))

        def authenticate(server, session, envelope, mechanism, data):
            good = isinstance(data, LoginPassword) and data.login == name and data.password == password
            return AuthResult(success=good, handled=good, auth_data=data)

        settings["authenticator"] = authenticate
        settings["auth_required"] = True
        settings["auth_require_tls"] = options.security == "starttls"

    listener = Listener(Handler(options), hostname="127.0.0.1", port=0, **settings)
    listener.start()
    print(f"PORT {listener.port}", flush=True)
    sys.stdin.read()
    listener.stop()


main()
