#!/usr/bin/python3
"""make_library.py FOLDER COUNT [SEED]: a tagged music library, the same for the same numbers, and beside it
FOLDER.manifest.json with one object a track.

Five formats, three kinds of covers, compilations, albums of two discs, albums of one name, guests, names of many
scripts. Every file is two seconds of one of five masters with its own tags. Needs ffmpeg and mutagen."""
import base64
import json
import os
import random
import shutil
import subprocess
import sys

from mutagen.flac import FLAC, Picture
from mutagen.id3 import APIC, ID3, TALB, TCON, TDRC, TIT2, TPE1, TPE2, TPOS, TRCK
from mutagen.mp4 import MP4, MP4Cover
from mutagen.oggopus import OggOpus
from mutagen.oggvorbis import OggVorbis

ENCODERS = {
    "mp3": ["-c:a", "libmp3lame", "-b:a", "128k"],
    "flac": ["-c:a", "flac"],
    "ogg": ["-c:a", "libvorbis", "-q:a", "3"],
    "opus": ["-c:a", "libopus", "-b:a", "96k"],
    "m4a": ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart"],
}
FORMATS = ["mp3"] * 10 + ["flac"] * 5 + ["ogg"] * 2 + ["opus"] + ["m4a"] * 2
COVERS = ["embedded", "folder", "folder", "none"]
WORDS = """Amber Silver Night River Glass Paper Hollow Velvet Northern Iron Quiet Electric Golden Distant Broken
Winter Summer Lunar Crimson Secret Wild Salt Cedar Marble Neon Copper Morning Falling Open Lost Ocean Sleeping
Burning Little Empty Blue Desert Stone Garden Harbor Signal Mirror Shadow Highway Window Thunder Feather Orchard
Static Lantern Compass Meadow Engine Cathedral Satellite Bridge Valley Horizon""".split()
FIRST = "Anna James Maria Owen Clara Hugo Ruth Simon Elena Felix Nora Ivan Lucy Peter Alma Otto Jane Miles".split()
LAST = "Walker Novak Reed Castillo Hansen Marsh Olsen Price Duval Keller Lane Ford Bishop Hart Costa Wolfe".split()
ARTISTS = """Jóna Þórsdóttir|Mylène Garnier|Žofie Müřská|Северный Берег|Тихий Двор|Хор Заречье|藤田ゆり|石井健人
青木楽団|林小雨|陳明光|서하은|Café Lunário|Antônio Prado|Łucja Świt|Dvůr Kvartet|Ásgeir Holm|Ночной Трамвай|宮本千夏
Ødegård Trio""".replace("\n", "|").split("|")
TITLES = """Été sans fin|Über dem Fluss|Año lento|Белые ночи|Последний трамвай|夜の駅|月光河|さざなみ|雨の秋|Svítání
Ljósið|Żółty liść|Île claire|Снег идёт|봄비|朝の歌|Coração|Naïve Rêverie|Ångström|Тишина""".replace("\n", "|").split("|")
GENRES = """Rock|Pop|Jazz|Classical|Electronic|Folk|Hip-Hop|Metal|Ambient|Blues|Soul|Reggae|Country|Soundtrack|Punk
Indie Rock|R&B|World""".replace("\n", "|").split("|")


class Maker:
    def __init__(self, folder, count, seed):
        self.folder = folder.rstrip("/")
        self.count = count
        self.random = random.Random(seed)
        self.artists = set()
        self.albums = set()
        self.rows = []
        self.decks = {}

    def draw(self, name, cards):
        """Cards in a random order, each as often as it should be."""
        deck = self.decks.setdefault(name, [])
        if not deck:
            deck.extend(cards)
            self.random.shuffle(deck)
        return deck.pop()

    def words(self, count):
        return " ".join(self.random.sample(WORDS, count))

    def new_artist(self):
        while True:
            kind = self.random.random()
            if kind < 0.1:
                name = self.random.choice(ARTISTS)
            elif kind < 0.5:
                name = f"{self.random.choice(FIRST)} {self.random.choice(LAST)}"
            elif kind < 0.8:
                name = f"The {self.random.choice(WORDS)} {self.random.choice(WORDS)}s"
            else:
                name = self.words(2)
            while name.casefold() in self.artists and len(name) < 60:
                name += " " + self.random.choice(WORDS)
            if name.casefold() not in self.artists:
                self.artists.add(name.casefold())
                return name

    def masters(self):
        folder = self.folder + ".masters"
        os.makedirs(folder, exist_ok=True)
        self.sounds = {}
        for extension, options in ENCODERS.items():
            path = f"{folder}/master.{extension}"
            if not os.path.exists(path):
                tone = "aevalsrc='0.3*sin(2*PI*220*t)|0.3*sin(2*PI*277*t)':s=44100:d=2"
                subprocess.run(
                    ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", tone, "-map_metadata", "-1", "-fflags",
                     "+bitexact", "-flags:a", "+bitexact", *options, path], check=True)
            with open(path, "rb") as file:
                self.sounds[extension] = file.read()
        self.pictures = []
        for number in range(24):
            path = f"{folder}/cover{number}.jpg"
            if not os.path.exists(path):
                picture = f"mandelbrot=size=300x300:start_scale={1 / (1 + number)},hue=h={number * 15}"
                subprocess.run(
                    ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", picture, "-frames:v", "1", "-q:v", "4", path],
                    check=True)
            with open(path, "rb") as file:
                self.pictures.append(file.read())

    def make(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.masters()
        artist, left = None, 0
        while len(self.rows) < self.count:
            if left == 0:
                artist, left = self.new_artist(), self.random.choice([1, 1, 2, 2, 3, 4, 6])
            left -= 1
            self.album(artist)
        with open(self.folder + ".manifest.json", "w", encoding="utf-8") as file:
            json.dump(self.rows, file, ensure_ascii=False, indent=0)

    def album(self, artist):
        extension, cover = self.draw("formats", FORMATS), self.draw("covers", COVERS)
        various = self.random.random() < 0.03
        album_artist = "Various Artists" if various else artist
        kind = self.random.random()
        if kind < 0.03:
            album = "Greatest Hits"
        elif kind < 0.12:
            album = f"{self.random.choice(TITLES)} {self.random.choice(WORDS)}"
        else:
            album = self.words(self.random.choice([1, 2, 2, 3]))
        while (album_artist, album) in self.albums:
            album = self.words(3)
        self.albums.add((album_artist, album))
        discs = 2 if self.random.random() < 0.05 else 1
        year, genre = self.random.randint(1962, 2024), self.random.choice(GENRES)
        tracks = 12 if self.random.random() < 0.7 else self.random.randint(9, 15)
        folder = f"{self.folder}/{album_artist}/{album}"
        os.makedirs(folder, exist_ok=True)
        picture = self.pictures[len(self.albums) % 24]
        if cover == "folder":
            with open(folder + "/cover.jpg", "wb") as file:
                file.write(picture)
        titles = set()
        for disc in range(1, discs + 1):
            for number in range(1, tracks + 1):
                if len(self.rows) == self.count:
                    return
                title = None
                while title is None or title.casefold() in titles:
                    title = (
                        f"{self.random.choice(TITLES)} {self.random.choice(WORDS)}" if self.random.random() < 0.1
                        else self.words(self.random.choice([1, 2, 2, 3])))
                titles.add(title.casefold())
                name = self.new_artist() if various else artist
                if not various and self.random.random() < 0.04:
                    name += f" feat. {self.random.choice(FIRST)} {self.random.choice(LAST)}"
                path = f"{folder}/{f'{disc}-' if discs > 1 else ''}{number:02d} - {title}.{extension}"
                row = {
                    "path": os.path.relpath(path, self.folder), "title": title, "artist": name,
                    "albumartist": album_artist, "album": album, "track": number, "tracks": tracks, "disc": disc,
                    "discs": discs, "date": year, "genre": genre}
                with open(path, "wb") as file:
                    file.write(self.sounds[extension])
                TAGGERS.get(extension, tag_xiph)(path, extension, row, picture if cover == "embedded" else None)
                self.rows.append(row)


def tag_mp3(path, _, row, picture):
    tag = ID3()
    for frame, value in (
            (TIT2, row["title"]), (TPE1, row["artist"]), (TPE2, row["albumartist"]), (TALB, row["album"]),
            (TRCK, f"{row['track']}/{row['tracks']}"), (TPOS, f"{row['disc']}/{row['discs']}"),
            (TDRC, str(row["date"])), (TCON, row["genre"])):
        tag.add(frame(3, value))
    if picture:
        tag.add(APIC(3, "image/jpeg", 3, "", picture))
    tag.save(path)


def tag_mp4(path, _, row, picture):
    tag = MP4(path)
    tag["\xa9nam"], tag["\xa9ART"], tag["aART"] = row["title"], row["artist"], row["albumartist"]
    tag["\xa9alb"], tag["\xa9day"], tag["\xa9gen"] = row["album"], str(row["date"]), row["genre"]
    tag["trkn"], tag["disk"] = [(row["track"], row["tracks"])], [(row["disc"], row["discs"])]
    if picture:
        tag["covr"] = [MP4Cover(picture, MP4Cover.FORMAT_JPEG)]
    tag.save()


def tag_xiph(path, extension, row, picture):
    tag = {"flac": FLAC, "ogg": OggVorbis, "opus": OggOpus}[extension](path)
    for key, field in (
            ("title", "title"), ("artist", "artist"), ("albumartist", "albumartist"), ("album", "album"),
            ("tracknumber", "track"), ("tracktotal", "tracks"), ("discnumber", "disc"), ("disctotal", "discs"),
            ("date", "date"), ("genre", "genre")):
        tag[key] = str(row[field])
    if picture:
        block = Picture()
        block.type, block.mime, block.data = 3, "image/jpeg", picture
        block.width = block.height = 300
        block.depth = 24
        if extension == "flac":
            tag.add_picture(block)
        else:
            tag["metadata_block_picture"] = base64.b64encode(block.write()).decode()
    tag.save()


TAGGERS = {"mp3": tag_mp3, "m4a": tag_mp4}

if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    Maker(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) == 4 else 1).make()
