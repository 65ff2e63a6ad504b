"""gapless.py PROBE: one rising tone, cut into files of each format, and whole in one file that is played by the
parts of a CUE sheet ("cue"), through the real engine; prints a table.

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
FILE_CUTS = [0, 22099, 40033, 66493, 88200, 110250]
# In CD frames of 588 samples, as sheets count.
CUE_CUTS = [588 * frame for frame in (0, 40, 71, 72, 150, 187)]
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


def shifts(samples, original, cuts):
    """By how many frames each piece comes late: a codec may round its length to its own clock."""

    def error(middle, shift):
        places = range(2 * middle, 2 * middle + 1000, 2)
        return sum(abs(samples[place + 2 * shift] - original[place] / 32768) for place in places)

    # Short pieces have no room behind their middle for what is compared.
    middles = [
        (start + end) // 2 if end - start > 1100 else max(12, (start + end - 500) // 2)
        for start, end in zip(cuts, cuts[1:])
    ]
    return [min(range(-12, 13), key=lambda shift: error(middle, shift)) for middle in middles]


def differences(samples, original, cuts):
    at_joins = elsewhere = 0.0
    near = RATE // 200
    late = shifts(samples, original, cuts)
    for piece, (start, end) in enumerate(zip(cuts, cuts[1:])):
        for place in range(2 * start, 2 * end):
            here = place + 2 * late[piece]
            if not 0 <= here < len(samples):
                continue
            error = abs(samples[here] - original[place] / 32768)
            frame = place // 2
            if piece > 0 and frame - start < near or piece < len(cuts) - 2 and end - frame <= near:
                at_joins = max(at_joins, error)
            else:
                elsewhere = max(elsewhere, error)
    return at_joins, elsewhere


def pieces(original, codec, suffix, folder):
    """A file for each piece of the tone; None where the encoder is missing."""
    files = []
    for index, (start, end) in enumerate(zip(FILE_CUTS, FILE_CUTS[1:])):
        piece = os.path.join(folder, f"piece{index}.wav")
        write(piece, original[2 * start : 2 * end])
        files.append(os.path.join(folder, f"{index}.{suffix}"))
        if not encode(piece, codec, files[-1]):
            return None
    return files


def parts(original, codec, suffix, folder):
    """The parts of one file with the whole tone, as the engine's probe takes them."""
    whole = os.path.join(folder, "whole.wav")
    write(whole, original[: 2 * CUE_CUTS[-1]])
    image = os.path.join(folder, f"image.{suffix}")
    if not encode(whole, codec, image):
        return None
    times = [cut * 10**9 // RATE for cut in CUE_CUTS]
    # The last one ends with the file.
    return [f"{image}#t={start}-{end}" for start, end in zip(times, [*times[1:-1], ""])]


def main():
    probe, failed, ran = os.path.abspath(sys.argv[1]), 0, 0
    original = tone(FILE_CUTS[-1])
    print(f"{'format':<21}{'tracks':>7}{'frames':>9}{'missing':>9}{'ms':>8}{'joins':>11}{'else':>11}")
    for make, cuts, kind in ((pieces, FILE_CUTS, ""), (parts, CUE_CUTS, "cue ")):
        for suffix, codec in LOSSLESS + LOSSY:
            name = f"{kind}{codec} .{suffix}"
            with tempfile.TemporaryDirectory() as folder:
                files = make(original, codec, suffix, folder)
                if files is None:
                    print(f"{name:<21}  no encoder here")
                    continue
                samples = heard(probe, files, folder)
            ran += 1
            frames = len(samples) // 2
            missing = frames - cuts[-1]
            at_joins, elsewhere = differences(samples, original, cuts)
            if (suffix, codec) in LOSSLESS:
                good = missing == 0 and at_joins == elsewhere == 0
            else:
                good = abs(missing) <= len(files) * RATE / 1000 and at_joins <= 2 * elsewhere
            failed += not good
            print(
                f"{name:<21}{len(files):>7}{frames:>9}{missing:>+9}{missing * 1000 / RATE:>+8.2f}"
                f"{at_joins:>11.6f}{elsewhere:>11.6f}{'' if good else '  BAD'}"
            )
    sys.exit(failed > 0 or ran == 0)


main()
