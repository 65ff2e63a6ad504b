#!/usr/bin/env python3
"""make_demo.py [FOLDER]: composes, synthesises, draws and encodes the demo album.

Python's standard library makes the sound and the cover; flac, opusenc, lame and ffmpeg encode them. The
same versions of those tools give the same bytes. Everything made here, and this script, is CC0.
"""
import array
import math
import os
import random
import subprocess
import sys
import tempfile
import wave

RATE = 44100
HERE = os.path.dirname(os.path.realpath(__file__))
ALBUM = 'Nagara'
ARTIST = 'Nagara Ensemble'
DATE = '2025-11-30'

# ---- Pitch ---------------------------------------------------------------------------------------

STEPS = {'c': 0, 'd': 2, 'e': 4, 'f': 5, 'g': 7, 'a': 9, 'b': 11}


def hertz(note):
    """'a4' is 440, 'f#3' and 'bb2' work as written."""
    step = STEPS[note[0]] + note.count('#') - note[1:].count('b')
    return 440.0 * 2 ** ((step + 12 * (int(note[-1]) - 4) - 9) / 12)


# ---- Instruments: each gives a list of samples, about ±1 -----------------------------------------

def pluck(frequency, seconds, brightness, seed):
    """A plucked string (Karplus and Strong 1983), tuned by an all-pass in the loop."""
    noise = random.Random(seed)
    period = RATE / frequency - 0.5
    length = int(period)
    c = (1 - (period - length)) / (1 + (period - length))
    string = [noise.uniform(-1, 1) for _ in range(length)]
    for _ in range(3 - int(2 * brightness)):  # a softer finger: the burst is smoothed before it sounds
        string = [0.5 * (string[i] + string[i - 1]) for i in range(length)]
    mean = sum(string) / length
    string = [s - mean for s in string]
    damping = 0.5 * (0.9995 - 0.9 / (frequency * 2.2))
    count = int(seconds * RATE)
    out = [0.0] * count
    before = x1 = y1 = 0.0
    position = 0
    for i in range(count):
        s = string[position]
        out[i] = s
        x = damping * (s + before)
        before = s
        y1 = c * (x - y1) + x1
        x1 = x
        string[position] = y1
        position += 1
        if position == length:
            position = 0
    release = min(count, RATE // 8)
    for i in range(release):
        out[count - 1 - i] *= i / release
    return out


def table(partials):
    """One period of 2,048 samples of the given partials' levels."""
    return [sum(a * math.sin(2 * math.pi * (k + 1) * i / 2048) for k, a in enumerate(partials))
            for i in range(2049)]


WARM = table([0.6, 0.22, 0.12, 0.05, 0.03, 0.02])
ROUND = table([0.8, 0.15, 0.04])


def pad(frequency, seconds, wave_table=WARM, attack=1.6, release=2.2, detune=0.0022):
    """Two slightly mistuned voices that swell and fade."""
    count = int(seconds * RATE)
    rise, fall = int(attack * RATE), int(release * RATE)
    out = [0.0] * count
    a, b = 0.0, 911.0
    da = frequency * (1 - detune) * 2048 / RATE
    db = frequency * (1 + detune) * 2048 / RATE
    for i in range(count):
        level = 0.5
        if i < rise:
            level *= i / rise
        if count - i < fall:
            level *= (count - i) / fall
        out[i] = level * (wave_table[int(a)] + wave_table[int(b)])
        a += da
        if a >= 2048:
            a -= 2048
        b += db
        if b >= 2048:
            b -= 2048
    return out


def electric_piano(frequency, seconds, strength):
    """Two operators of frequency modulation: a bell that dies fast over a round body."""
    count = int(seconds * RATE)
    w = 2 * math.pi * frequency / RATE
    sin, exp = math.sin, math.exp
    out = [0.0] * count
    for i in range(count):
        t = i / RATE
        bell = strength * exp(-9 * t) * sin(w * 14 * i)
        body = strength * 1.1 * exp(-2.2 * t) * sin(w * i)
        out[i] = exp(-1.5 * t) * (0.82 * sin(w * i + body) + 0.18 * sin(w * i + bell))
    release = min(count, RATE // 10)
    for i in range(release):
        out[count - 1 - i] *= i / release
    for i in range(min(count, 120)):
        out[i] *= i / 120
    return out


def kick():
    out, phase = [], 0.0
    for i in range(int(0.28 * RATE)):
        t = i / RATE
        phase += 2 * math.pi * (46 + 70 * math.exp(-38 * t)) / RATE
        out.append(math.sin(phase) * math.exp(-13 * t))
    return out


def brush(seconds, decay, seed):
    """Noise with its lows taken off twice: a shaker when short, a brush when long."""
    noise = random.Random(seed)
    out, last, last2 = [], 0.0, 0.0
    for i in range(int(seconds * RATE)):
        n = noise.uniform(-1, 1)
        high = n - last
        last = n
        higher = high - last2
        last2 = high
        rise = min(1.0, i / 160)
        out.append(0.25 * higher * rise * math.exp(-decay * i / RATE))
    return out


def rain(seconds, seed):
    """Far rain: dark noise that breathes, and single drops."""
    noise = random.Random(seed)
    count = int(seconds * RATE)
    out = [0.0] * count
    low = lower = 0.0
    for i in range(count):
        low += 0.18 * (noise.uniform(-1, 1) - low)
        lower += 0.02 * (low - lower)
        out[i] = (low - lower) * (0.75 + 0.25 * math.sin(2 * math.pi * i / (7.3 * RATE)))
    for _ in range(int(seconds * 7)):
        start = noise.randrange(count)
        f = noise.uniform(1400, 3600)
        level = noise.uniform(0.05, 0.3)
        for i in range(min(900, count - start)):
            out[start + i] += level * math.sin(2 * math.pi * f * i / RATE) * math.exp(-i / 130)
    return out


# ---- The desk ------------------------------------------------------------------------------------

class Desk:
    """A stereo mix with a send to one room."""

    def __init__(self, seconds):
        self.count = int(seconds * RATE)
        self.dry = [[0.0] * self.count, [0.0] * self.count]
        self.send = [0.0] * self.count
        self.made = {}

    def sound(self, key, make):
        """The same note of the same instrument is made once."""
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]

    def put(self, samples, at, level=1.0, pan=0.0, room=0.2):
        start = int(at * RATE)
        count = min(len(samples), self.count - start)
        left = level * math.cos((pan + 1) * math.pi / 4)
        right = level * math.sin((pan + 1) * math.pi / 4)
        send = level * room
        l, r, s = self.dry[0], self.dry[1], self.send
        for i in range(count):
            v = samples[i]
            j = start + i
            l[j] += left * v
            r[j] += right * v
            s[j] += send * v

    def room(self, delays):
        """Four damped combs and two all-passes (Schroeder's room)."""
        total = [0.0] * self.count
        for delay, feedback in delays:
            line, position, low = [0.0] * delay, 0, 0.0
            for i in range(self.count):
                v = line[position]
                low += 0.55 * (v - low)
                line[position] = self.send[i] + feedback * low
                total[i] += v
                position += 1
                if position == delay:
                    position = 0
        for delay in (556, 225):
            line, position = [0.0] * delay, 0
            for i in range(self.count):
                v = line[position]
                x = total[i] + 0.5 * v
                line[position] = x
                total[i] = v - 0.5 * x
                position += 1
                if position == delay:
                    position = 0
        return total

    def write(self, path, fade_in=0.02, fade_out=2.5, peak=0.72):
        rooms = (self.room(((1557, .84), (1617, .83), (1491, .82), (1422, .81))),
                 self.room(((1580, .84), (1640, .83), (1514, .82), (1445, .81))))
        out = [[d + 0.5 * w for d, w in zip(dry, wet)] for dry, wet in zip(self.dry, rooms)]
        rise, fall = int(fade_in * RATE), int(fade_out * RATE)
        for channel in out:
            for i in range(rise):
                channel[i] *= i / rise
            for i in range(fall):
                channel[-1 - i] *= (i / fall) ** 1.5
        loudest = max(max(map(abs, channel)) for channel in out)
        scale = 32767 * peak / loudest
        data = array.array('h', bytes(4 * self.count))
        data[0::2] = array.array('h', [round(v * scale) for v in out[0]])
        data[1::2] = array.array('h', [round(v * scale) for v in out[1]])
        if sys.byteorder == 'big':
            data.byteswap()
        with wave.open(path, 'wb') as f:
            f.setnchannels(2)
            f.setsampwidth(2)
            f.setframerate(RATE)
            f.writeframes(data.tobytes())


# ---- The pieces ----------------------------------------------------------------------------------

def platform_two(path):
    """Plucked strings in D, a walking arpeggio under a pentatonic tune. 88 beats a minute."""
    beat = 60 / 88
    desk = Desk(12 * 4 * beat + 4)
    drift = random.Random(2)
    chords = [('d2', ['d3', 'a3', 'd4', 'f#4', 'e4', 'a3', 'f#4', 'a3']),
              ('b1', ['b2', 'f#3', 'b3', 'd4', 'a3', 'f#3', 'd4', 'f#3']),
              ('g2', ['g2', 'd3', 'b3', 'd4', 'a3', 'd3', 'b3', 'd3']),
              ('a1', ['a2', 'e3', 'a3', 'd4', 'c#4', 'e3', 'a3', 'e3'])]
    tune = {2: [(0, 'f#5', 1.5), (1.5, 'e5', .5), (2, 'd5', 2)], 3: [(0, 'b4', 1), (1, 'd5', 1), (2, 'e5', 2)],
            4: [(0, 'f#5', 1), (1, 'a5', 1.5), (2.5, 'f#5', .5), (3, 'e5', 1)], 5: [(0, 'd5', 3), (3, 'e5', 1)],
            6: [(0, 'd5', 1), (1, 'b4', 1), (2, 'a4', 2)], 7: [(1, 'a4', 1), (2, 'b4', 1), (3, 'c#5', 1)],
            8: [(0, 'd5', 1.5), (1.5, 'f#5', .5), (2, 'a5', 2)], 9: [(0, 'b5', 1), (1, 'a5', 1), (2, 'f#5', 2)],
            10: [(0, 'e5', 1), (1, 'd5', 1), (2, 'b4', 1.5), (3.5, 'a4', .5)], 11: [(0, 'e5', 3)],
            12: [(0, 'f#5', 4)]}
    for bar in range(13):
        root, notes = chords[bar % 4] if bar < 12 else ('d2', ['d3', 'a3', 'd4', 'f#4', 'a4', 'd5'])
        start = bar * 4 * beat
        desk.put(desk.sound(('low', root), lambda: pluck(hertz(root), 2.6, 0.2, root)), start, 0.85, 0, 0.1)
        for i, note in enumerate(notes):
            if bar == 12:
                at = start + i * 0.09
            else:
                at = start + i * beat / 2 + (0.018 if i % 2 else 0) + drift.uniform(0, 0.008)
            string = desk.sound(('arpeggio', note), lambda: pluck(hertz(note), 2.2, 0.4, note))
            desk.put(string, at, 0.34 + 0.1 * (i % 4 == 0) + drift.uniform(0, .05), -0.35 + 0.1 * (i % 3), 0.25)
        for at, note, beats in tune.get(bar, []):
            string = desk.sound(('tune', note), lambda: pluck(hertz(note), 2.4, 0.9, 'tune' + note))
            desk.put(string, start + at * beat + drift.uniform(0, 0.012), 0.5, 0.3, 0.4)
        if 4 <= bar < 12:
            for i in range(8):
                shake = desk.sound(('shaker', i % 4), lambda: brush(0.09, 45, i % 4))
                desk.put(shake, start + i * beat / 2 + (0.03 if i % 2 else 0), 0.12 if i % 2 else 0.07, 0.5, 0.1)
    for bar in range(4, 12, 4):
        for note in ('d4', 'a4', 'f#4'):
            desk.put(desk.sound(('pad', note), lambda: pad(hertz(note), 11)), bar * 4 * beat, 0.06, 0, 0.4)
    desk.write(path)


def rain_on_the_veranda(path):
    """Slow chords in F lydian, a few high strings, rain. No beat."""
    desk = Desk(50)
    drift = random.Random(7)
    chords = [(0, 11, ['f2', 'c3', 'a3', 'e4', 'g4']), (9, 11, ['d2', 'a2', 'f3', 'c4', 'e4']),
              (18, 11, ['bb1', 'f2', 'd3', 'a3', 'e4']), (27, 11, ['c2', 'g2', 'e3', 'a3', 'd4']),
              (36, 13.5, ['f2', 'c3', 'g3', 'a3', 'e4'])]
    for start, seconds, notes in chords:
        for i, note in enumerate(notes):
            voice = pad(hertz(note), seconds, ROUND if i == 0 else WARM, 2.8, 3.6)
            desk.put(voice, start + 0.25 * i, 0.3 if i == 0 else 0.16, -0.5 + 0.25 * i, 0.35)
    tune = [(4, 'c5'), (5.2, 'e5'), (6.8, 'g5'), (8.2, 'a4'), (12, 'f5'), (13.3, 'e5'), (15, 'c5'), (16.6, 'a4'),
            (20.5, 'd5'), (21.7, 'f5'), (23, 'a5'), (25, 'e5'), (29, 'g5'), (30.3, 'e5'), (31.6, 'd5'),
            (33, 'a4'), (34.2, 'c5'), (38.5, 'e5'), (40, 'g5'), (41.6, 'c6'), (43.5, 'a5')]
    for at, note in tune:
        string = desk.sound(('string', note), lambda: pluck(hertz(note), 3.2, 0.7, 'rain' + note))
        desk.put(string, at + drift.uniform(0, .06), 0.42, drift.uniform(-.5, .5), 0.6)
        if drift.random() < 0.4:  # an echo, an octave down, from across the garden
            low = note[:-1] + str(int(note[-1]) - 1)
            string = desk.sound(('string', low), lambda: pluck(hertz(low), 3, 0.3, 'rain' + low))
            desk.put(string, at + 0.62, 0.2, drift.uniform(-.7, .7), 0.7)
    desk.put(rain(50, 5), 0, 0.10, -0.6, 0.05)
    desk.put(rain(50, 6), 0, 0.10, 0.6, 0.05)
    desk.write(path, fade_in=2, fade_out=4.5)


def window_seat(path):
    """Electric piano, bass and brushes in a light swing. 96 beats a minute."""
    beat = 60 / 96
    bars = 17
    desk = Desk((bars - 1) * 4 * beat + 4.5)
    drift = random.Random(11)
    swing = 0.62
    chords = [('a1', ['g3', 'c4', 'e4', 'b4']), ('d2', ['f#3', 'c4', 'e4', 'a4']),
              ('g1', ['f#3', 'b3', 'd4', 'a4']), ('c2', ['e3', 'b3', 'd4', 'g4']),
              ('f#1', ['e3', 'a3', 'c4', 'e4']), ('b1', ['d#3', 'a3', 'c4', 'f#4']),
              ('e2', ['d3', 'g3', 'b3', 'f#4']), ('e2', ['d3', 'g#3', 'b3', 'e4'])]
    walk = {'a1': ['a1', 'c2', 'e2', 'c2'], 'd2': ['d2', 'f#2', 'a2', 'g#2'], 'g1': ['g1', 'b1', 'd2', 'b1'],
            'c2': ['c2', 'e2', 'g2', 'g1'], 'f#1': ['f#1', 'a1', 'c2', 'a1'], 'b1': ['b1', 'd#2', 'f#2', 'd#2'],
            'e2': ['e2', 'b1', 'e2', 'g#1']}
    tune = {4: [(0, 'e5'), (1, 'd5'), (1.5, 'b4'), (2.5, 'c5')], 5: [(0, 'd#5'), (1.5, 'f#5'), (3, 'a5')],
            6: [(0, 'g5'), (1.5, 'f#5'), (2, 'e5')], 7: [(1, 'b4'), (2, 'd5'), (3, 'e5')],
            8: [(0, 'c5'), (0.5, 'e5'), (1.5, 'g5'), (3, 'e5')], 9: [(0, 'f#5'), (1.5, 'e5'), (2.5, 'c5')],
            10: [(0, 'b4'), (0.5, 'd5'), (1.5, 'f#5'), (3, 'd5')], 11: [(0, 'e5'), (2, 'g5'), (3.5, 'f#5')],
            12: [(0, 'e5'), (1.5, 'c5'), (2.5, 'a4')], 13: [(0, 'b4'), (1.5, 'd#5'), (3, 'f#5')],
            14: [(0, 'e5'), (1, 'g5'), (2, 'b5')], 15: [(0, 'g#5'), (2, 'e5')]}
    drum = kick()

    def piano(note, seconds, strength):
        return desk.sound((note, seconds, strength), lambda: electric_piano(hertz(note), seconds, strength))

    for bar in range(bars):
        start = bar * 4 * beat
        last = bar == bars - 1
        root, notes = chords[bar % 8]
        for stab, strength in ([(0, 1.0)] if last else [(0, 1.0), (1 + swing, .6), (2.5 + 0.12, .7)]):
            for i, note in enumerate(notes):
                at = start + stab * beat + i * (0.05 if last else 0.006) + drift.uniform(0, .006)
                desk.put(piano(note, 3.5 if last else 1.3, strength), at, 0.16 * strength, -0.3 + 0.2 * i, 0.25)
        for i, note in enumerate(walk[root][:1] if last else walk[root]):
            low = desk.sound(('bass', note), lambda: pluck(hertz(note), 0.75, 0.25, 'bass' + note))
            desk.put(low, start + i * beat, 0.75, 0, 0.05)
        if not last and bar >= 2:
            desk.put(drum, start, 0.5, 0, 0.03)
            desk.put(drum, start + (2 + swing) * beat, 0.34, 0, 0.03)
            for i in range(4):
                hat = desk.sound(('hat', i), lambda: brush(0.16, 28, 'hat%d' % i))
                desk.put(hat, start + i * beat, 0.16 if i % 2 else 0.08, 0.35, 0.1)
                desk.put(hat, start + (i + swing) * beat, 0.07, 0.35, 0.1)
            for i in (1, 3):
                sweep = desk.sound(('sweep', i), lambda: brush(0.3, 11, 'sweep%d' % i))
                desk.put(sweep, start + i * beat, 0.2, -0.2, 0.25)
        for at, note in tune.get(bar, []):
            at = math.floor(at) + (swing if at % 1 else 0)
            desk.put(piano(note, 1.6, 1.4), start + at * beat + drift.uniform(0, .015), 0.3, 0.15, 0.4)
    desk.write(path)


# ---- The cover -----------------------------------------------------------------------------------

def cover(path, size=800):
    """Dark indigo, one lighter band rising to the right: the album of the mockups."""
    ground, band = (0x29, 0x32, 0x5c), (0x67, 0x9b, 0xbc)
    rows = bytearray()
    for y in range(size):
        for x in range(size):
            # Distance below the band's upper edge, in pixels: coverage of the pixel, so edges are smooth.
            upper = y + 0.5 - size * (0.443 - 0.193 * (x + 0.5) / size)
            inside = max(0.0, min(1.0, upper)) * max(0.0, min(1.0, size * 0.134 - upper))
            rows += bytes(round(g + inside * (b - g)) for g, b in zip(ground, band))
    picture = b'P6 %d %d 255\n' % (size, size) + bytes(rows)
    subprocess.run(['ffmpeg', '-v', 'error', '-y', '-f', 'image2pipe', '-c:v', 'ppm', '-i', '-', '-frames:v', '1',
                    '-bitexact', '-pix_fmt', 'yuvj444p', '-q:v', '3', path], input=picture, check=True)


# ---- Encoding ------------------------------------------------------------------------------------

def tags(number, title, genre):
    return [('TITLE', title), ('ARTIST', ARTIST), ('ALBUM', ALBUM), ('ALBUMARTIST', ARTIST),
            ('TRACKNUMBER', str(number)), ('TRACKTOTAL', '3'), ('DISCNUMBER', '1'), ('DISCTOTAL', '1'),
            ('DATE', DATE), ('GENRE', genre), ('COMPOSER', ARTIST), ('LICENSE', 'CC0-1.0'),
            ('COMMENT', 'Synthesised for Nagara; public domain (CC0 1.0)')]


def flac(source, target, number, title, genre, picture):
    command = ['flac', '--silent', '--force', '--best', '--picture', picture, '-o', target]
    subprocess.run(command + [a for k, v in tags(number, title, genre) for a in ('-T', f'{k}={v}')] + [source],
                   check=True)


def opus(source, target, number, title, genre):
    command = ['opusenc', '--quiet', '--bitrate', '96', '--serial', str(number)]
    command += [a for k, v in tags(number, title, genre) for a in ('--comment', f'{k}={v}')]
    subprocess.run(command + [source, target], check=True)


def mp3(source, target, number, title, genre, picture):
    subprocess.run(['lame', '--quiet', '-V', '2', '--noreplaygain', '--id3v2-only', '--tt', title, '--ta', ARTIST,
                    '--tl', ALBUM, '--tn', f'{number}/3', '--tg', genre, '--tv',
                    f'TPE2={ARTIST}', '--tv', f'TCOM={ARTIST}', '--tv', 'TPOS=1/1', '--tv', 'TXXX=LICENSE=CC0-1.0',
                    '--ty', DATE[:4], '--ti', picture, source, target], check=True)


def main():
    target = sys.argv[1] if len(sys.argv) > 1 else HERE
    picture = os.path.join(target, 'cover.jpg')
    cover(picture)
    with tempfile.TemporaryDirectory() as scratch:
        sound = os.path.join(scratch, 'piece.wav')
        platform_two(sound)
        flac(sound, os.path.join(target, '01 - Platform Two.flac'), 1, 'Platform Two', 'Ambient', picture)
        rain_on_the_veranda(sound)
        opus(sound, os.path.join(target, '02 - Rain on the Veranda.opus'), 2, 'Rain on the Veranda', 'Ambient')
        window_seat(sound)
        mp3(sound, os.path.join(target, '03 - Window Seat.mp3'), 3, 'Window Seat', 'Jazz', picture)


if __name__ == '__main__':
    main()
