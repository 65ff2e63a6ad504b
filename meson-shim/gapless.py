"""gapless.py PROBE: one rising tone, cut into files of each format, through the real engine; prints a table.

missing  frames that came too many (+) or too few (-), in all joins and both ends together
joins    the largest difference from the original within 5 ms of a join, full scale = 1
else     the same anywhere else: the codec's own noise
Fails when a lossless format is not the original sample for sample, a lossy one is off by more than 1 ms a
file, or a join differs by more than twice what is usual elsewhere.
"""
import array
import math
import os
import subprocess
import sys
import tempfile
import wave

RATE = 44100
# Nowhere near a block's border.
CUTS = [0, 22099, 40033, 66493, 88200, 110250]
LOSSLESS = [("wav", "pcm_s16le"), ("flac", "flac"), ("m4a", "alac"), ("wv", "wavpack")]
LOSSY = [("mp3", "libmp3lame"), ("m4a", "aac"), ("ogg", "libvorbis"), ("opus", "libopus")]


def tone(frames):
    samples, phase = array.array("h"), 0.0
    for frame in range(frames):
        phase += 2 * math.pi * (200 + 7800 * frame / frames) / RATE
        samples.append(int(20000 * math.sin(phase)))
        samples.append(int(15000 * math.cos(phase)))
    return samples


def write(path, samples):
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def encode(source, codec, target):
    options = ["-b:a", "192k"] if (os.path.splitext(target)[1][1:], codec) in LOSSY else []
    command = ["ffmpeg", "-loglevel", "error", "-y", "-i", source, "-c:a", codec, *options, target]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def heard(probe, files, folder):
    """What reaches the sink, at 44.1 kHz."""
    capture = os.path.join(folder, "capture")
    sink = (
        "audioconvert ! audioresample ! audio/x-raw,format=F32LE,layout=interleaved,channels=2,"
        f'rate={RATE} ! filesink location="{capture}"'
    )
    command = [probe, "--output", sink, "--fast", *files]
    subprocess.run(command, stdout=subprocess.DEVNULL, timeout=120, check=True)
    samples = array.array("f")
    with open(capture, "rb") as file:
        samples.frombytes(file.read())
    return samples


def shifts(samples, original):
    """By how many frames each piece comes late: a codec may round its length to its own clock."""

    def error(middle, shift):
        places = range(2 * middle, 2 * middle + 1000, 2)
        return sum(abs(samples[place + 2 * shift] - original[place] / 32768) for place in places)

    middles = [(start + end) // 2 for start, end in zip(CUTS, CUTS[1:])]
    return [min(range(-12, 13), key=lambda shift: error(middle, shift)) for middle in middles]


def differences(samples, original):
    at_joins = elsewhere = 0.0
    near = RATE // 200
    late = shifts(samples, original)
    for piece, (start, end) in enumerate(zip(CUTS, CUTS[1:])):
        for place in range(2 * start, 2 * end):
            here = place + 2 * late[piece]
            if not 0 <= here < len(samples):
                continue
            error = abs(samples[here] - original[place] / 32768)
            frame = place // 2
            if piece > 0 and frame - start < near or piece < len(CUTS) - 2 and end - frame <= near:
                at_joins = max(at_joins, error)
            else:
                elsewhere = max(elsewhere, error)
    return at_joins, elsewhere


def main():
    probe, failed, ran = os.path.abspath(sys.argv[1]), 0, 0
    original = tone(CUTS[-1])
    print(f"{'format':<18}{'files':>6}{'frames':>9}{'missing':>9}{'ms':>8}{'joins':>11}{'else':>11}")
    for suffix, codec in LOSSLESS + LOSSY:
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for index, (start, end) in enumerate(zip(CUTS, CUTS[1:])):
                piece = os.path.join(folder, f"piece{index}.wav")
                write(piece, original[2 * start : 2 * end])
                target = os.path.join(folder, f"{index}.{suffix}")
                if not encode(piece, codec, target):
                    break
                files.append(target)
            if len(files) < len(CUTS) - 1:
                print(f"{codec:<18}  no encoder here")
                continue
            samples = heard(probe, files, folder)
        ran += 1
        frames = len(samples) // 2
        missing = frames - CUTS[-1]
        at_joins, elsewhere = differences(samples, original)
        if (suffix, codec) in LOSSLESS:
            good = missing == 0 and at_joins == elsewhere == 0
        else:
            good = abs(missing) <= len(files) * RATE / 1000 and at_joins <= 2 * elsewhere
        failed += not good
        print(
            f"{codec + ' .' + suffix:<18}{len(files):>6}{frames:>9}{missing:>+9}{missing * 1000 / RATE:>+8.2f}"
            f"{at_joins:>11.6f}{elsewhere:>11.6f}{'' if good else '  BAD'}"
        )
    sys.exit(failed > 0 or ran == 0)


main()
