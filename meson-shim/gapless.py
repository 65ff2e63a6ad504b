"""gapless.py PROBE: one tone that rises and falls, cut into files of each format, and whole in one file that is played
by the parts of a CUE sheet ("cue"), through the real engine; prints a table.

missing  frames that came too many (+) or too few (-), in all joins and both ends together
gap      the worst join in ms: silence or strange sound put in (+), or sound left out (-). From where the tone is found
         shortly before and after the join
click    how far the sound within 5 ms of a join is from what ffmpeg (oggdec for Vorbis) decodes of the same files,
         each track where it lies; and how much more sharply it bends where a sample is too many; full scale = 1.
         (Where a codec overshoots full scale, as ffmpeg's AAC does, the limiter's coming back shows: 0.003)
noise    what the codec itself does to the tone: the median over all 5 ms of the largest difference between what these
         decode and the original
Fails when a lossless format is not the original sample for sample, when a lossy one has a frame too many or too few, a
gap above 1 ms at any join, or a click above the codec's own noise.
"""
import array
import math
import os
import statistics
import subprocess
import sys
import tempfile
import wave

# Nowhere near a block's border.
FILE_CUTS = [0, 22099, 40033, 66493, 88200, 110250]
# In CD frames of 588 samples, as sheets count.
CUE_CUTS = [588 * frame for frame in (0, 40, 71, 72, 150, 187)]
LOSSLESS = [("wav", "pcm_s16le"), ("flac", "flac"), ("m4a", "alac"), ("wv", "wavpack")]
LOSSY = [("mp3", "libmp3lame"), ("m4a", "aac"), ("ogg", "libvorbis"), ("opus", "libopus")]


def rate_of(codec):
    """Opus knows one rate only: in its own nothing has to be resampled."""
    return 48000 if codec == "libopus" else 44100


def tone(frames, rate):
    """Between 300 and 5,300 Hz and back, four times a second: within 10 ms it is like no other place near it."""
    samples, phase = array.array("h"), 0.0
    for frame in range(frames):
        along = frame / rate * 4 % 1
        phase += 2 * math.pi * (300 + 5000 * (1 - abs(2 * along - 1))) / rate
        samples.append(int(20000 * math.sin(phase)))
        samples.append(int(15000 * math.cos(phase)))
    return samples


def write(path, samples, rate):
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())


def encode(source, codec, target):
    options = ["-b:a", "192k"] if (os.path.splitext(target)[1][1:], codec) in LOSSY else []
    command = ["ffmpeg", "-loglevel", "error", "-y", "-i", source, "-c:a", codec, *options, target]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def decode(file, rate, frames):
    """What the codec's own library, or ffmpeg, makes of a file: so many frames, which is how long it was."""
    source = file
    if file.endswith(".ogg"):
        # ffmpeg doesn't cut Vorbis to the sample. (16 bits are fine enough beside the codec's noise.)
        source = file + ".wav"
        subprocess.run(["oggdec", "--quiet", "--output", source, file], check=True)
    command = ["ffmpeg", "-loglevel", "error", "-i", source, "-f", "f32le", "-ac", "2", "-ar", str(rate), "-"]
    samples = array.array("f")
    samples.frombytes(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    # Nor the end of AAC.
    return samples[: 2 * frames]


def heard(probe, files, rate, folder):
    """What reaches the sink."""
    capture = os.path.join(folder, "capture")
    sink = (
        "audioconvert ! audioresample ! audio/x-raw,format=F32LE,layout=interleaved,channels=2,"
        f'rate={rate} ! filesink location="{capture}"'
    )
    command = [probe, "--output", sink, "--fast", *files]
    subprocess.run(command, stdout=subprocess.DEVNULL, timeout=120, check=True)
    samples = array.array("f")
    with open(capture, "rb") as file:
        samples.frombytes(file.read())
    return samples


def shift(samples, original, first, count, limit):
    """By how many frames these frames of the original come late in `samples`: where their product is the largest."""
    best, found = -math.inf, 0
    wanted = [original[2 * frame] for frame in range(first, first + count, 2)]
    for late in range(-limit, limit + 1):
        start = 2 * (first + late)
        if start < 0 or start + 2 * count > len(samples):
            continue
        product = sum(a * b for a, b in zip(wanted, samples[start : start + 2 * count : 4]))
        if product > best:
            best, found = product, late
    return found


def worst_gap(samples, original, cuts, rate):
    """In ms: of all joins the largest change of how late the sound is, from 10 ms before to 10 ms behind it."""
    window, worst = rate // 100, 0
    for before, cut, after in zip(cuts, cuts[1:], cuts[2:]):
        if min(cut - before, after - cut) < 2 * window:
            continue  # too short a track to find it in
        limit = rate // 100
        change = shift(samples, original, cut + window // 4, window, limit) - shift(
            samples, original, cut - window - window // 4, window, limit
        )
        worst = max(worst, change, key=abs)
    return worst * 1000 / rate


def differences(a, b, places):
    return [max(abs(a[i] - b[i]) for i in place if i < len(a) and i < len(b)) for place in places]


def lateness(samples, ideal, start, end):
    """By how many frames a track comes late, to the sample: from where the difference in its middle is the least."""
    count = min(400, (end - start) // 2)
    first = (start + end - count) // 2

    def difference(late):
        places = range(2 * first, 2 * (first + count))
        return sum(abs(samples[i + 2 * late] - ideal[i]) for i in places if 0 <= i + 2 * late < len(samples))

    return min(range(-12, 13), key=difference)


def bend(samples, frames):
    """The sharpest bend of the sound between these frames."""
    places = [2 * frame + channel for frame in frames for channel in (0, 1)]
    return max(abs(samples[i - 2] - 2 * samples[i] + samples[i + 2]) for i in places if 2 <= i < len(samples) - 2)


def click(samples, ideal, cuts, rate):
    """The largest difference within 5 ms of a join, each side where it lies; and where samples are too many, by how much
    the sound bends there more sharply than it does near it."""
    near, worst = rate // 200, 0.0
    late = [lateness(samples, ideal, start, end) for start, end in zip(cuts, cuts[1:])]
    for cut, before, after in zip(cuts[1:], late, late[1:]):
        sides = [(range(2 * (cut - near), 2 * cut), before), (range(2 * cut, 2 * (cut + near)), after)]
        for places, shift in sides:
            moved = [i for i in places if 0 <= i + 2 * shift < len(samples) and i < len(ideal)]
            worst = max(worst, max(abs(samples[i + 2 * shift] - ideal[i]) for i in moved))
        if before != after:
            join = range(cut + min(before, after) - 2, cut + max(before, after) + 2)
            worst = max(worst, bend(samples, join) - bend(ideal, range(cut - 4 * near, cut + 4 * near)))
    return worst


def noise(ideal, original, rate):
    near = 2 * (rate // 200)
    floats = array.array("f", (sample / 32768 for sample in original))
    ends = range(0, min(len(ideal), len(floats)) - near, near)
    return statistics.median(differences(ideal, floats, [range(start, start + near) for start in ends]))


def pieces(original, codec, suffix, rate, folder):
    """A file for each piece of the tone; None where the encoder is missing."""
    files = []
    for index, (start, end) in enumerate(zip(FILE_CUTS, FILE_CUTS[1:])):
        piece = os.path.join(folder, f"piece{index}.wav")
        write(piece, original[2 * start : 2 * end], rate)
        files.append(os.path.join(folder, f"{index}.{suffix}"))
        if not encode(piece, codec, files[-1]):
            return None
    return files, files


def parts(original, codec, suffix, rate, folder):
    """The parts of one file with the whole tone, as the engine's probe takes them, and that file."""
    whole = os.path.join(folder, "whole.wav")
    write(whole, original[: 2 * CUE_CUTS[-1]], rate)
    image = os.path.join(folder, f"image.{suffix}")
    if not encode(whole, codec, image):
        return None
    times = [cut * 10**9 // rate for cut in CUE_CUTS]
    # The last one ends with the file.
    return [f"{image}#t={start}-{end}" for start, end in zip(times, [*times[1:-1], ""])], [image]


def main():
    probe, failed, ran = os.path.abspath(sys.argv[1]), 0, 0
    originals = {rate: tone(FILE_CUTS[-1], rate) for rate in (44100, 48000)}
    print(f"{'format':<21}{'tracks':>7}{'frames':>9}{'missing':>9}{'gap':>9}{'click':>11}{'noise':>11}")
    for make, cuts, kind in ((pieces, FILE_CUTS, ""), (parts, CUE_CUTS, "cue ")):
        for suffix, codec in LOSSLESS + LOSSY:
            name, rate = f"{kind}{codec} .{suffix}", rate_of(codec)
            original = originals[rate]
            with tempfile.TemporaryDirectory() as folder:
                made = make(original, codec, suffix, rate, folder)
                if made is None:
                    print(f"{name:<21}  no encoder here")
                    continue
                samples = heard(probe, made[0], rate, folder)
                ideal = array.array("f")
                ends = cuts if len(made[1]) > 1 else [0, cuts[-1]]
                for file, start, end in zip(made[1], ends, ends[1:]):
                    ideal.extend(decode(file, rate, end - start))
            ran += 1
            frames = len(samples) // 2
            missing = frames - cuts[-1]
            gap = worst_gap(samples, original, cuts, rate)
            at_joins, own = click(samples, ideal, cuts, rate), noise(ideal, original, rate)
            if (suffix, codec) in LOSSLESS:
                exact = array.array("f", (sample / 32768 for sample in original[: 2 * cuts[-1]]))
                good = samples == exact
            else:
                good = missing == 0 and abs(gap) <= 1 and at_joins <= own
            failed += not good
            print(
                f"{name:<21}{len(made[0]):>7}{frames:>9}{missing:>+9}{gap:>+9.2f}{at_joins:>11.6f}{own:>11.6f}"
                f"{'' if good else '  BAD'}"
            )
    sys.exit(failed > 0 or ran == 0)


main()
