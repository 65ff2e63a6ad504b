"""Files that are no music: the app names the file and the reason in a notice, plays the rest, never traps."""

import os
import re
import shutil
import struct
import zlib

from driver import DEMO, Failure, Session, run

GOOD = os.path.join(DEMO, "01 - Platform Two.flac")
MP3 = os.path.join(DEMO, "03 - Window Seat.mp3")


def plays_past(make, notice=None, good_title="Platform Two"):
    """Starts the app on `make(folder)`'s file and a good one; waits for a notice that matches and for sound."""
    with Session() as s:
        bad = make(s.home + "/Music")
        s.start(bad, GOOD, wait=30)
        if notice:
            said = []

            def noticed():
                said.extend(n["name"] for n in s.find() if n["name"] and n["name"] not in said)
                return any(re.search(notice, text, re.I) for text in said)

            try:
                s.wait(noticed, "a notice", 10)
            except Failure:
                raise Failure(f"no notice like /{notice}/; the window says {said}") from None
        s.plays(20)
        s.wait(lambda: good_title in (s.track()[1] or ""), f"{good_title} plays; now {s.track()}", 15)
        s.alive()


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def test_a_file_that_is_no_audio_is_named():
    plays_past(lambda d: write(d, "letter.mp3", b"Dear reader,\n" * 400), r"letter\.mp3.*\w")


def test_an_empty_file_is_named():
    plays_past(lambda d: write(d, "nothing.flac", b""), r"nothing\.flac.*\w")


def test_a_missing_path_is_named():
    plays_past(lambda d: os.path.join(d, "gone.ogg"), r"gone\.ogg.*\w")


def test_a_folder_without_permission_is_named():
    """Root may read every folder: then the app runs as nobody."""
    with Session() as s:
        folder = s.home + "/Music/closed"
        os.makedirs(folder)
        os.chmod(folder, 0)
        if os.access(folder, os.R_OK):
            user = unprivileged(s)
            if not user:
                raise Failure("running as root, and no setpriv to become another user")
            s.app_path = user
        s.start(folder, GOOD)
        said = []

        def noticed():
            said.extend(n["name"] for n in s.find() if n["name"] and n["name"] not in said)
            return any(re.search(r"closed.*\w", text) for text in said)

        try:
            s.wait(noticed, "a notice", 10)
        except Failure:
            raise Failure(f"no notice names the folder; the window says {said}") from None
        s.plays()


def unprivileged(s):
    """A script that runs the app without root's power over files, as the same user."""
    if not shutil.which("setpriv"):
        return None
    from driver import binary
    path = s.home + "/as-nobody"
    with open(path, "w") as f:
        f.write(f'#!/bin/sh\nexec setpriv --bounding-set=-dac_override,-dac_read_search '
                f'--inh-caps=-dac_override,-dac_read_search {binary()} "$@"\n')
    os.chmod(path, 0o755)
    return path


def test_a_truncated_mp3_plays_what_is_there_and_goes_on():
    def make(folder):
        with open(MP3, "rb") as f:
            data = f.read()
        return write(folder, "cut.mp3", data[: 30_000])
    plays_past(make, good_title="Platform Two")


def plain_png(path, width, height):
    """A one-colour RGB picture, written row by row: ImageMagick's policy refuses this size on some systems."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows, packer = [], zlib.compressobj(1)
    for _ in range(height):
        rows.append(packer.compress(b"\0" + b"\x2a\x32\x5c" * width))
    rows.append(packer.flush())
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", b"".join(rows)) + chunk(b"IEND", b""))
    return path


def with_cover(folder, name, picture):
    path = os.path.join(folder, name)
    shutil.copyfile(GOOD, path)
    run(["metaflac", "--remove", "--block-type=PICTURE", "--dont-use-padding", path], check=True)
    run(["metaflac", f"--import-picture-from=3||||{picture}", path], check=True)
    return path


def test_a_broken_cover_does_not_stop_its_track():
    with Session() as s:
        picture = write(s.home + "/Music", "broken.jpg", b"\xff\xd8\xff\xe0 no picture" * 50)
        path = os.path.join(s.home, "Music", "broken.flac")
        shutil.copyfile(GOOD, path)
        run(["metaflac", "--remove", "--block-type=PICTURE", path], check=True)
        run(["metaflac", f"--import-picture-from=3|image/jpeg||100x100x24|{picture}", path], check=True)
        os.remove(picture)
        s.start(path)
        s.plays()
        s.alive()


def test_a_cover_of_9000_by_9000_does_not_stop_its_track():
    with Session() as s:
        picture = plain_png(s.home + "/big.png", 9000, 9000)
        s.start(with_cover(s.home + "/Music", "huge.flac", picture))
        s.plays()
        s.alive()


def test_a_name_that_is_no_utf8_plays():
    with Session() as s:
        path = os.fsencode(s.home + "/Music/") + b"caf\xe9 \xff.flac"
        shutil.copyfile(GOOD, path)
        run(["metaflac", "--remove-all-tags", path], check=True)
        s.start(path)
        s.plays()
        s.alive()


def test_all_of_them_in_one_folder():
    with Session() as s:
        folder = s.home + "/Music"
        write(folder, "00 letter.mp3", b"Dear reader,\n" * 400)
        write(folder, "01 nothing.flac", b"")
        write(folder, "02 a\nline.ogg", b"OggS" + b"\0" * 60)
        write(folder, "03 notes.txt", b"not music")
        os.symlink(folder, folder + "/loop")
        os.mkfifo(folder + "/04 pipe.mp3")
        shutil.copyfile(GOOD, folder + "/05 #%41 good?.flac")
        s.start(folder)
        s.plays(25)
        s.wait(lambda: "Platform Two" in (s.track()[1] or ""), f"the good file plays; now {s.track()}", 20)
        s.alive()
