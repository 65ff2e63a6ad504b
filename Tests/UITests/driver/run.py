#!/usr/bin/python3
"""run.py [PATTERN]: drives the built app in real windows; prints a line a test and `N passed, N failed`.

PATTERN is a regular expression on `module.test_name`. The modules run side by side, two at a time ($NAGARA_UI_WORKERS),
each in a process of its own: most of a UI test's time is waiting. Pictures go to .build/pictures."""

import concurrent.futures
import importlib
import os
import re
import subprocess
import sys

import driver

HERE = os.path.dirname(os.path.abspath(__file__))
# The longest come first, so that no long one is left for the end; then whatever else has tests.
LONGEST = ("pictures", "routes", "shell", "desktop", "lists", "accessible", "collection")


def run_module(name, pattern):
    """Runs one module's tests in this process."""
    driver.stop_on_signals()
    return driver.run_tests([importlib.import_module(name)], pattern)


def modules(pattern):
    """The names of the modules beside this one with a test that is wanted."""
    found = []
    for file in sorted(os.listdir(HERE)):
        name, ending = os.path.splitext(file)
        if ending == ".py":
            with open(os.path.join(HERE, file)) as f:
                tests = re.findall(r"^def (test_\w+)", f.read(), re.M)
            if any(not pattern or re.search(pattern, f"{name}.{test}") for test in tests):
                found.append(name)
    return sorted(found, key=lambda name: LONGEST.index(name) if name in LONGEST else len(LONGEST))


def in_a_process(name, pattern, children):
    """One module's lines, printed as they come; its totals."""
    child = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--module", name, *([pattern] if pattern else [])],
                             stdout=subprocess.PIPE, text=True)
    children.append(child)
    totals = {"passed": 0, "failed": 0, "unsteady": 0}
    for line in child.stdout:
        end = re.match(r"(\d+) passed, (\d+) failed$", line)
        if end:
            totals["passed"], totals["failed"] = int(end.group(1)), int(end.group(2))
        elif line.strip():
            totals["unsteady"] += line.startswith("unsteady - ")
            print(line, end="", flush=True)
    if child.wait() and not totals["failed"]:
        print(f"not ok - {name}: ended with {child.returncode}", flush=True)
        totals["failed"] += 1
    return totals


def main(pattern=None):
    driver.stop_on_signals()
    names = modules(pattern)
    children = []
    try:
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("NAGARA_UI_WORKERS", "2"))) as pool:
            done = list(pool.map(lambda name: in_a_process(name, pattern, children), names))
    finally:
        for child in children:
            if child.poll() is None:
                child.terminate()
    passed, failed, unsteady = (sum(totals[what] for totals in done) for what in ("passed", "failed", "unsteady"))
    if unsteady > driver.UNSTEADY:
        print(f"not ok - {unsteady} tests passed only when tried again, more than {driver.UNSTEADY}")
        failed += 1
    print(f"\n{passed} passed, {failed} failed", flush=True)
    return failed == 0 and passed > 0


if sys.argv[1:2] == ["--module"]:
    sys.exit(not run_module(*sys.argv[2:4], *([None] if len(sys.argv) < 4 else [])))
sys.exit(not main(*sys.argv[1:2]))
