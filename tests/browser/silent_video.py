"""Silent video, static/awake.mp4: 15 s of grey with a silent mono track, H.264 and AAC, which every browser plays.

python -m tests.browser.silent_video
"""

from struct import pack

from tests.test_architecture import ROOT

FILE = ROOT / "static" / "awake.mp4"
SECONDS = 15
SIDE = 8  # macroblocks: 128 pixels, a size that decoders in hardware take
RATE, WINDOW = 8000, 1024  # sound samples a second, and in one AAC frame
SILENCE = bytes.fromhex("00000007")  # one channel without a scale factor band, then the end of the frame
FRAMES = SECONDS * RATE // WINDOW
MATRIX = pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


def box(name: str, *parts: bytes) -> bytes:
    """Return an MP4 box."""
    body = b"".join(parts)
    return pack(">I4s", len(body) + 8, name.encode()) + body


def full(name: str, *parts: bytes, flags: int = 0) -> bytes:
    """Return an MP4 box with version and flags."""
    return box(name, pack(">I", flags), *parts)


def words(*numbers: int) -> bytes:
    """Return 32-bit numbers."""
    return pack(f">{len(numbers)}I", *numbers)


def ue(number: int) -> str:
    """Return the Exp-Golomb code of a number, as bits."""
    bits = f"{number + 1:b}"
    return "0" * (len(bits) - 1) + bits


def unit(kind: int, bits: str) -> bytes:
    """Return a NAL unit of H.264: its header, and the bits with a stop bit after them."""
    bits += "1"
    bits += "0" * (-len(bits) % 8)
    return bytes([kind]) + int(bits, 2).to_bytes(len(bits) // 8)


def sized(data: bytes) -> bytes:
    """Return a NAL unit after its length."""
    return words(len(data)) + data


LEVEL = bytes([66, 0xC0, 10])  # constrained baseline at level 1.0
SEQUENCE = unit(
    0x67,
    "".join(f"{byte:08b}" for byte in LEVEL)
    + ue(0) + ue(0) + ue(2) + ue(1) + "0" + ue(SIDE - 1) * 2 + "1" + "1" + "0" + "0",
)  # fmt: skip
PICTURE = unit(0x68, ue(0) * 2 + "00" + ue(0) * 3 + "000" + ue(0) * 3 + "000")
MACROBLOCK = ue(3) + ue(0) * 2 + "1"  # predicted from its neighbours without a residual: grey
KEY = sized(unit(0x65, ue(0) + ue(2) + ue(0) + "0000" + ue(0) + "00" + ue(0) + MACROBLOCK * SIDE**2))


def repeated(number: int) -> bytes:
    """Return a frame in which every macroblock is that of the frame before."""
    return sized(unit(0x41, ue(0) * 3 + f"{number % 16:04b}" + "000" + ue(0) + ue(SIDE**2)))


def track(number: int, scale: int, length: int, handler: str, media: bytes, entry: bytes, table: bytes) -> bytes:
    """Return a track of `length` units of 1/`scale` s."""
    side = SIDE * 16 << 16 if handler == "vide" else 0
    volume = 0 if side else 0x0100
    seconds = length * 1000 // scale
    return box(
        "trak",
        full(
            "tkhd", words(0, 0, number, 0, seconds, 0, 0, 0), pack(">HH", volume, 0), MATRIX, words(side, side), flags=3
        ),
        box(
            "mdia",
            full("mdhd", words(0, 0, scale, length), pack(">HH", 0x55C4, 0)),
            full("hdlr", words(0), handler.encode(), bytes(13)),
            box(
                "minf",
                media,
                box("dinf", full("dref", words(1), full("url ", flags=1))),
                box("stbl", full("stsd", words(1), entry), table),
            ),
        ),
    )


def table(count: int, length: int, sizes: tuple[int, ...], offset: int) -> bytes:
    """Return where the samples of a track are, all in one chunk; `sizes` has one number if all are alike."""
    alike = len(sizes) == 1
    return b"".join(
        (
            full("stts", words(1, count, length)),
            full("stsc", words(1, 1, count, 1)),
            full("stsz", words(sizes[0], count)) if alike else full("stsz", words(0, count, *sizes)),
            full("stco", words(1, offset)),
        )
    )


def movie(offset: int) -> bytes:
    """Return the description of both tracks, whose samples begin at `offset`."""
    frames = (KEY, *(repeated(number) for number in range(1, SECONDS)))
    picture = box(
        "avc1",
        bytes(6), pack(">H", 1), bytes(16), pack(">HH", SIDE * 16, SIDE * 16), words(72 << 16, 72 << 16, 0),
        pack(">H", 1), bytes(32), pack(">Hh", 24, -1),
        box("avcC", b"\1", LEVEL, b"\xff\xe1\0", bytes([len(SEQUENCE)]), SEQUENCE,
            b"\1\0", bytes([len(PICTURE)]), PICTURE),
    )  # fmt: skip
    sound = box(
        "mp4a",
        bytes(6), pack(">H", 1), bytes(8), pack(">HHI", 1, 16, 0), words(RATE << 16),
        full("esds", bytes.fromhex("0319 000100 0411 4015" + "00" * 11 + "0502 1588 060102")),  # LC, 8 kHz, mono
    )  # fmt: skip
    return box(
        "moov",
        full("mvhd", words(0, 0, 1000, SECONDS * 1000, 1 << 16), b"\1", bytes(11), MATRIX, bytes(24), words(3)),
        track(
            1, 1, SECONDS, "vide", full("vmhd", bytes(8), flags=1), picture,
            table(SECONDS, 1, tuple(map(len, frames)), offset) + full("stss", words(1, 1)),
        ),
        track(
            2, RATE, FRAMES * WINDOW, "soun", full("smhd", bytes(4)), sound,
            table(FRAMES, WINDOW, (len(SILENCE),), offset + sum(map(len, frames))),
        ),
    )  # fmt: skip


def video() -> bytes:
    """Return the file."""
    head = box("ftyp", b"mp42", words(0), b"mp42isomavc1")
    samples = b"".join((KEY, *(repeated(number) for number in range(1, SECONDS)), SILENCE * FRAMES))
    return head + movie(len(head) + len(movie(0)) + 8) + box("mdat", samples)


if __name__ == "__main__":
    FILE.write_bytes(video())
