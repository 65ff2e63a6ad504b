"""Streams: an address is typed and plays, is kept under a name, renamed, removed, put back, and played again; a
station's name and its song are shown and told."""

import functools
import http.server
import socket
import threading
import time

from driver import Failure, Session, binary, library, run


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder):
    """Serves a folder's files; gives the server's address."""
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Station:
    """A radio station that plays one MP3 file round and round, and says what its song is."""

    def __init__(self, file, name):
        with open(file, "rb") as f:
            self.data = f.read()
        self.name, self.song = name, "First Song"
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/live"

    def _serve(self):
        while True:
            threading.Thread(target=self._play, args=(self.listener.accept()[0],), daemon=True).start()

    def _play(self, connection):
        # As fast as 192 kbit/s sound, after some seconds at once: what is sent ahead delays the titles in it.
        place, step, ahead = 0, 4000, 18
        try:
            connection.recv(4000)
            connection.sendall((f"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: {self.name}\r\n"
                                f"icy-metaint: {step}\r\n\r\n").encode())
            while True:
                title = f"StreamTitle='{self.song}';".encode()
                title += bytes(-len(title) % 16)
                connection.sendall(self.data[place:place + step] + bytes([len(title) // 16]) + title)
                place = (place + step) % (len(self.data) - step)
                ahead -= 1
                if ahead < 0:
                    time.sleep(step / 24000)
        except OSError:
            pass


def ask(s):
    """Opens the dialog."""
    s.focus()
    s.action("app.open-stream")
    s.one("push button", "Cancel")


def name(s, text, confirm):
    """Types a name into the dialog that asks for one."""
    s.one("push button", confirm)
    s.key_in_dialog("ctrl+a", *text, "Return")
    s.wait(lambda: not s.find("push button", confirm), "the dialog closes")


def activate(s, label):
    """Presses a button of the dialog by keys."""
    for _ in range(14):
        if any("focused" in node["states"] for node in s.find("push button", label)):
            return s.key_in_dialog("space")
        s.key_in_dialog("Tab")
    raise Failure(f"{label} can't be reached by Tab")


def stream(s):
    return s.mpris("Metadata")


def test_a_stream_that_plays_is_kept_renamed_removed_and_played_again():
    with Session((1180, 760)) as s:
        music = library(s.home + "/Music", albums=1, tracks=1, seconds=120)
        address = served(music + "/Artist 1/Album 1") + "/01.flac"
        s.start(music).plays()
        ask(s)
        if s.find("push button", "Keep…"):
            raise Failure("a file can be kept as a station")
        run(["xdotool", "type", "--delay", "60", address], s.env, check=True)
        s.key_in_dialog("Return")
        s.wait(lambda: not s.find("push button", "Cancel"), "the dialog closes")
        s.wait(lambda: address in stream(s), "the stream plays")
        s.plays()

        ask(s)
        activate(s, "Keep…")
        name(s, "Mine", "Keep")
        s.one("push button", "Play “Mine”")
        s.wait(lambda: not s.find("push button", "Keep…"), "what is kept is not offered again")
        activate(s, "Rename “Mine”")
        name(s, "Yours", "Rename")
        s.one("push button", "Play “Yours”")

        activate(s, "Remove “Yours”")
        s.wait(lambda: not s.find("push button", "Play “Yours”"), "the station goes")
        s.one("push button", "Undo")
        s.key_in_dialog("space")
        s.one("push button", "Play “Yours”")
        s.wait(lambda: not s.find("push button", "Undo"), "nothing more to take back")
        s.key_in_dialog("Escape")
        s.wait(lambda: not s.find("push button", "Cancel"), "the dialog closes")

        s.mpris_call("OpenUri", f"file://{music}/Artist 1/Album 1/01.flac".replace(" ", "%20"))
        s.wait(lambda: "file://" in stream(s), "a file plays")
        ask(s)
        activate(s, "Play “Yours”")
        s.wait(lambda: address in stream(s), "the station plays")
        s.plays()


def test_a_stations_name_and_its_song_are_shown_and_told():
    with Session((1180, 760)) as s:
        song = s.home + "/Music/a.mp3"
        run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=330:duration=20", "-af", "volume=0.1",
             "-b:a", "192k", song], check=True, timeout=60)
        station = Station(song, "Radio Example")
        s.start(station.address).plays(30)
        for wanted in ("'xesam:title': <'First Song'>", "'xesam:album': <'Radio Example'>",
                       "'xesam:artist': <['Radio Example']>"):
            s.wait(lambda wanted=wanted: wanted in stream(s), f"MPRIS says {wanted}: {stream(s)}", 15)
        s.wait(lambda: "Radio Example" in run([binary(), "--status"], s.env).stdout, "the status names the station")
        # In the mini player, and in the full one.
        s.one("label", "Radio Example")
        s.one("label", "First Song")
        station.song = "Second Song"
        s.one("label", "Second Song", 15)
        s.action("win.player", "expanded")
        s.reaches(player="expanded")
        s.one("push button", "Radio Example")
        # The name under which the listener keeps it comes first, wherever it is told.
        ask(s)
        activate(s, "Keep…")
        name(s, "Mine", "Keep")
        s.one("push button", "Play “Mine”")
        s.key_in_dialog("Escape")
        s.wait(lambda: "'xesam:album': <'Mine'>" in stream(s), f"MPRIS says its new name: {stream(s)}")
        s.one("push button", "Mine")
