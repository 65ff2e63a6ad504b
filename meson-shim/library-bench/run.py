#!/usr/bin/python3
"""run.py BINARIES WORK [COUNT…]: measures the library against TagLib alone and `find`, side by side.

For each COUNT (10000 and 100000 without): makes a library if it isn't there; reads it with TagLib (one thread) and
scans it with nagara, in turn, three times; scans it again unchanged, beside `find`; compares the store with the
manifest; measures openings and searches; kills scans at random moments. Ends with 1 if a bar is missed."""
import json
import os
import random
import signal
import subprocess
import sys
import time
import unicodedata
from urllib.parse import unquote, urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from processes import memory  # noqa: E402

binaries, work = sys.argv[1], sys.argv[2]
counts = [int(count) for count in sys.argv[3:]] or [10000, 100000]
here = os.path.dirname(os.path.abspath(__file__))
nagara = os.path.join(binaries, "nagara")
failures = []


def check(name, value, is_met, bar):
    print(f"{'ok    ' if is_met else 'MISSED'} {name}: {value} (bar: {bar})", flush=True)
    if not is_met:
        failures.append(name)


def scan(library, database, watch=False):
    """The summary of a scan, with the highest memory if that is watched."""
    process = subprocess.Popen(
        [nagara, "--scan", library, "--database", database, "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    highest = 0
    if watch:
        while process.poll() is None:
            highest = max(highest, memory(process.pid))
            time.sleep(0.1)
    summary = json.loads(process.communicate()[0])
    summary["memory"] = highest
    return summary


def lines(what, database, *more):
    output = subprocess.run(
        [nagara, "--list", what, "--database", database, "--json", *more], check=True, capture_output=True)
    return json.loads(output.stdout)


def remove(database):
    for suffix in ("", "-wal", "-shm", ".lock"):
        for file in (database, os.path.join(os.path.dirname(database), "listener.db")):
            if os.path.exists(file + suffix):
                os.remove(file + suffix)


def wall(command):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def compare(library, database):
    """How many tracks and albums differ from what was made."""
    with open(library + ".manifest.json", encoding="utf-8") as file:
        manifest = {row["path"]: row for row in json.load(file)}
    differences = 0
    for track in lines("tracks", database):
        path = os.path.relpath(unquote(urlsplit(track["path"]).path), library)
        row = manifest.pop(path, None)
        same = row and (
            track.get("title"), track.get("artists"), track.get("albumArtists"), track.get("album"),
            track.get("trackNumber"), track.get("trackTotal"), track.get("discNumber"), track.get("discTotal"),
            track.get("date"), track.get("genres")
        ) == (
            row["title"], [row["artist"]], [row["albumartist"]], row["album"], row["track"], row["tracks"],
            row["disc"], row["discs"], str(row["date"]), [row["genre"]])
        differences += not same
    differences += len(manifest)
    with open(library + ".manifest.json", encoding="utf-8") as file:
        rows = json.load(file)
    wanted = {}
    for row in rows:
        key = (row["albumartist"], row["album"])
        wanted[key] = wanted.get(key, 0) + 1
    found = {(album["artist"], album["title"]): album["tracks"] for album in lines("albums", database)}
    return differences + len(set(wanted.items()) ^ set(found.items()))


def queries(library):
    """200 of all kinds, the same each time."""
    chance = random.Random(7)
    with open(library + ".manifest.json", encoding="utf-8") as file:
        rows = json.load(file)
    titles = sorted({row["title"] for row in rows})
    artists = sorted({row["artist"] for row in rows})
    cjk = sorted({c for title in titles + artists for c in title if unicodedata.name(c, "").startswith(("CJK", "HIRA", "HANGUL"))})
    result = []
    for number in range(200):
        text = chance.choice(titles if number % 2 else artists)
        kind = number % 8
        if kind == 0:
            result.append(text)
        elif kind == 1:
            result.append(text[: chance.randint(1, 4)])
        elif kind == 2:
            result.append(chance.choice(text.split()))
        elif kind == 3:
            result.append("".join(chance.choice(cjk) for _ in range(chance.randint(1, 3))))
        elif kind == 4:
            result.append(chance.choice(["été", "uber", "ødegard", "lucja", "naive", "ČAFÉ", "coracao", "e", "a"]))
        elif kind == 5:
            result.append(" ".join(chance.sample(text.split(), min(2, len(text.split())))))
        elif kind == 6:
            result.append("qx" + text[:3] + "zz")
        else:
            result.append(f"artist:{chance.choice(artists).split()[-1]} {text.split()[0]}")
    return result


def kills(library, database, times):
    """How many stores were not whole after kills at random moments."""
    chance = random.Random(3)
    remove(database)
    broken = 0
    for _ in range(times):
        process = subprocess.Popen(
            [nagara, "--scan", library, "--database", database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.01, 1.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
        for file in (database, os.path.join(os.path.dirname(database), "listener.db")):
            if os.path.exists(file):
                answer = subprocess.run(["sqlite3", file, "PRAGMA quick_check"], capture_output=True, text=True)
                broken += answer.stdout.strip() != "ok"
    scan(library, database)
    return broken + (compare(library, database) > 0)


def measure(count):
    library, database = f"{work}/library-{count}", f"{work}/store-{count}/library.db"
    if not os.path.exists(library + ".manifest.json"):
        print(f"making {count} tracks in {library}", flush=True)
        subprocess.run([sys.executable, f"{here}/make_library.py", library, str(count)], check=True)
    os.makedirs(os.path.dirname(database), exist_ok=True)
    # Into the cache, for everybody.
    subprocess.run([f"{work}/taglib-scan", library], check=True, stdout=subprocess.DEVNULL)
    ratios, highest = [], 0
    for _ in range(3):
        reference = subprocess.run(
            [f"{work}/taglib-scan", library], check=True, capture_output=True, text=True).stdout.split()
        remove(database)
        summary = scan(library, database)
        assert summary["added"] == count == int(reference[0]), (summary, reference)
        ratios.append(float(reference[1]) / summary["seconds"])
        print(f"       TagLib {float(reference[1]):.2f} s, first scan {summary['seconds']:.2f} s", flush=True)
    check(f"first scan of {count}", f"{max(ratios):.2f} × TagLib", max(ratios) >= 0.8, "≥ 0.8")
    ratios = []
    for _ in range(5):
        reference = wall(["find", library + "/", "-type", "f", "-printf", "%s %T@ %C@\n"])
        summary = scan(library, database)
        assert summary["added"] + summary["updated"] == 0, summary
        ratios.append(summary["seconds"] / reference)
    check(f"rescan of {count}", f"{sorted(ratios)[2]:.2f} × find", sorted(ratios)[2] <= 4, "≤ 4")
    differences = compare(library, database)
    check(f"differences from the manifest of {count}", differences, differences == 0, "0")
    remove(database)
    highest = scan(library, database, watch=True)["memory"] / 1024
    check(f"memory of the first scan of {count}", f"{highest:.0f} MiB", highest <= 150, "≤ 150 MiB")
    output = subprocess.run(
        [os.path.join(binaries, "LibraryBench"), "measure", database, *queries(library)], check=True, capture_output=True,
        text=True).stdout
    numbers = dict(line.split() for line in output.splitlines())
    for name, value in numbers.items():
        print(f"       {name} {value}")
    check(f"first page at {count}", numbers["open.slowest"] + " ms", float(numbers["open.slowest"]) <= 50, "≤ 50 ms")
    check(f"search at {count}, p99", numbers["search.p99"] + " ms", float(numbers["search.p99"]) <= 16, "≤ 16 ms")


os.makedirs(work, exist_ok=True)
flags = subprocess.run(["pkg-config", "--cflags", "--libs", "taglib"], check=True, capture_output=True, text=True)
subprocess.run(
    ["c++", "-std=c++17", "-O2", "-o", f"{work}/taglib-scan", f"{here}/taglib-scan.cpp", *flags.stdout.split()],
    check=True)
for count in counts:
    measure(count)
library = f"{work}/library-{counts[0]}"
os.makedirs(f"{work}/store-killed", exist_ok=True)
broken = kills(library, f"{work}/store-killed/library.db", int(os.environ.get("NAGARA_KILLS", "200")))
check("stores broken by 200 kills", broken, broken == 0, "0")
sys.exit(1 if failures else 0)
