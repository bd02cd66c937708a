"""Static files on the wire: packed as small as can be, once each, and with the headers that mean something to them."""

import gzip
import re
from functools import lru_cache
from pathlib import Path

import brotli
from flask import Flask, Response, current_app, request

TEXTS = ("text/css", "text/javascript", "image/svg+xml")
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}  # both as small as they can; dearer than a page may be
COMMENTS = {".css": re.compile(rb"/\*.*?\*/", re.DOTALL), ".js": re.compile(rb"(^|[ ]+)// .*$", re.MULTILINE)}
INDENTATION = re.compile(rb"^\s+", re.MULTILINE)
AROUND = re.compile(rb"\s*([{};,])\s*")  # in a stylesheet spaces say nothing around these
OF_PAGES = (  # what means nothing to a file whose address carries its digest
    "Permissions-Policy",
    "Cross-Origin-Opener-Policy",
    "Content-Disposition",
    "Accept-Ranges",
    "Expires",
    "Last-Modified",
)


def install(app: Flask) -> None:
    """Pack static files before the pages' own packing, which would do it anew for every phone, sees them."""
    app.after_request(pack)


def pack(response: Response) -> Response:
    """A stylesheet or script as the browser takes it; everything else as it is."""
    if request.endpoint != "static":
        return response
    for header in OF_PAGES:
        response.headers.pop(header, None)
    encoding = request.accept_encodings.best_match(PACKERS)
    if encoding and response.mimetype in TEXTS and response.status_code == 200:
        file = Path(str(current_app.static_folder)) / str((request.view_args or {})["filename"])
        response.direct_passthrough = False
        response.set_data(packed(file, file.stat().st_mtime_ns, encoding))
        response.headers["Content-Encoding"] = encoding
        response.set_etag(response.get_etag()[0] or "", weak=True)  # the same file, packed in one way or another
    if "v" in request.args:  # by its digest it is never asked for again
        response.headers.pop("ETag", None)
    return response


@lru_cache(maxsize=64)
def packed(file: Path, _changed: int, encoding: str) -> bytes:
    """The file packed, made once for each change of it."""
    data: bytes = PACKERS[encoding](spare(file))
    return data


def spare(file: Path) -> bytes:
    """The file without what only its readers need: comments, indentation and idle spaces."""
    comments = COMMENTS.get(file.suffix)
    if not comments or ".min" in file.name:
        return file.read_bytes()
    text = INDENTATION.sub(b"", comments.sub(b"", file.read_bytes()))
    return AROUND.sub(rb"\1", text) if file.suffix == ".css" else text
