"""Prints what a mail program sees in a message, as JSON: headers, parts, text."""

import email
import email.policy
import json
import sys

with open(sys.argv[1], "rb") as file:
    message = email.message_from_binary_file(file, policy=email.policy.default)


def part(node):
    if node.is_multipart():
        return {"type": node.get_content_type(), "parts": [part(child) for child in node.iter_parts()]}
    content = node.get_content()
    shown = {"type": node.get_content_type(), "cid": node["Content-ID"], "disposition": node.get_content_disposition()}
    if isinstance(content, str):
        shown["text"] = content
    else:
        shown["bytes"] = content.hex()
    return shown


print(
    json.dumps(
        {
            "headers": [[name, str(value)] for name, value in message.items()],
            "to": [[address.display_name, address.addr_spec] for address in message["To"].addresses],
            "defects": [str(defect) for node in message.walk() for defect in node.defects],
            "body": part(message),
        }
    )
)
