#!/usr/bin/env python3
"""Builds every Rust test of the workspace and runs the test binaries, several at a time: `tests/binaries.py`.

`cargo test` runs one binary after another, and where one of them has a single long test all other cores wait for it. Here as many binaries
run at once as there are cores and one more, since many tests wait for letters or for time to pass; each with one test at a time, those that take longest
first. What a binary says is shown as a whole when it has ended, with the seconds of the clock and of processor time that it took. Ends with 1 where something does not compile or a test fails.
"""

import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Known to take long (docs/testing.md): whatever is not named here comes behind, in the order of its name.
FIRST = ["http", "second_format", "verifiers", "rules", "unseen", "referee", "mail", "golden", "storage"]


def built():
    """The test binaries: (target, package's folder, executable)."""
    cargo = subprocess.Popen(
        ["cargo", "test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True)
    found = []
    for line in cargo.stdout:
        message = json.loads(line)
        if message.get("reason") != "compiler-artifact" or not message.get("executable"):
            continue
        if message["profile"]["test"]:
            folder = pathlib.Path(message["manifest_path"]).parent
            found.append((message["target"], folder, message["executable"]))
    if cargo.wait() != 0:
        sys.exit(1)
    return found


def rank(binary):
    target, folder, _ = binary
    name = target["name"]
    return (FIRST.index(name) if name in FIRST else len(FIRST), name, str(folder))


def run(binary):
    """What a binary prints, and whether all its tests passed."""
    target, folder, executable = binary
    # How long each test took is not stable yet; nothing is compiled with that.
    environment = dict(os.environ, RUSTC_BOOTSTRAP="1", CARGO_MANIFEST_DIR=str(folder), CARGO_PKG_NAME=folder.name)
    source = pathlib.Path(target["src_path"])
    begun = time.monotonic()
    process = subprocess.Popen(
        [executable, "-Zunstable-options", "--report-time", "--test-threads=1"],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = process.stdout.read().decode("utf-8", "replace")
    _, status, used = os.wait4(process.pid, 0)
    ended = process.returncode = os.waitstatus_to_exitcode(status)
    took = time.monotonic() - begun
    head = (f"     Running {source.relative_to(ROOT)} ({pathlib.Path(executable).name}), {took:.1f} s, "
            f"{used.ru_utime + used.ru_stime:.1f} s of processor time\n")
    # A binary that is ended by a signal has no line of results.
    if ended != 0 and "test result: FAILED" not in text:
        text += f"\ntest result: FAILED. 0 passed; 1 failed; the binary ended with {ended}\n"
    return head + text, ended == 0


def main():
    waiting = queue.Queue()
    for binary in sorted(built(), key=rank):
        waiting.put(binary)
    said, failed = threading.Lock(), []

    def work():
        while True:
            try:
                binary = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                text, passed = run(binary)
            except OSError as trouble:
                text, passed = f"test result: FAILED. 0 passed; 1 failed; {binary[2]} could not be run: {trouble}\n", False
            with said:
                print(text, flush=True)
                if not passed:
                    failed.append(binary[0]["name"])

    workers = [threading.Thread(target=work) for _ in range((os.cpu_count() or 1) + 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failed:
        print("failed: " + ", ".join(sorted(failed)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
