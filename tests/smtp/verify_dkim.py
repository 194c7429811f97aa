"""Verifies the DKIM signature of a message with dkimpy: verify_dkim.py MESSAGE PUBLIC_KEY_BASE64 DNS_NAME. Exit 0 when it is good."""

import sys

try:
    import dkim
except ImportError:
    sys.exit(f"the mail tests need the Debian package python3-dkim for {sys.executable}: apt-get install python3-dkim")

path, key, name = sys.argv[1:]


def lookup(asked, timeout=5):
    asked = asked.decode() if isinstance(asked, bytes) else asked
    return f"v=DKIM1; k=rsa; p={key}".encode() if asked.rstrip(".") == name else None


with open(path, "rb") as file:
    message = file.read()
sys.exit(0 if dkim.verify(message, dnsfunc=lookup) else 1)
