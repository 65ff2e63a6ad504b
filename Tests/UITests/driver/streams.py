"""Streams: an address is typed and plays, is kept under a name, renamed, removed, put back, and played again."""

import functools
import http.server
import threading

from driver import Failure, Session, library, run


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder):
    """Serves a folder's files; gives the server's address."""
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


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
