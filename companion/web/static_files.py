"""Static files: addresses with a digest; minified and compressed once each, with only the headers that they need."""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

import brotli
from flask import Flask, Response, current_app, request, url_for
from rjsmin import jsmin

TEXTS = ("text/css", "text/javascript", "image/svg+xml")
SUBRESOURCES = TEXTS[:2]  # governed by the policies of the page that loads them
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}  # highest compression, too slow for pages
SPACES = re.compile(r"(?:/\*.*?\*/|\s)+", re.DOTALL)  # and comments, of a stylesheet
OF_PAGES = (  # headers without effect on a file whose address contains its digest
    "Permissions-Policy",
    "Cross-Origin-Opener-Policy",
    "Content-Disposition",
    "Accept-Ranges",
    "Expires",
    "Last-Modified",
)


def install(app: Flask) -> None:
    """Compress static files before the pages' own compression, which would repeat it for every phone."""
    app.after_request(pack)


def pack(response: Response) -> Response:
    """Compress a stylesheet or script as the browser accepts it; leave every other response alone."""
    if request.endpoint != "static":
        return response
    for header in OF_PAGES:
        response.headers.pop(header, None)
    if response.mimetype in SUBRESOURCES:
        for header in ("Content-Security-Policy", "Referrer-Policy"):
            response.headers.pop(header, None)
    encoding = request.accept_encodings.best_match(PACKERS)
    if encoding and response.mimetype in TEXTS and response.status_code == 200:
        file = Path(str(current_app.static_folder)) / str((request.view_args or {})["filename"])
        response.direct_passthrough = False
        response.set_data(packed(file, file.stat().st_mtime_ns, encoding))
        response.headers["Content-Encoding"] = encoding
        response.set_etag(response.get_etag()[0] or "", weak=True)  # weak: the same file in any encoding
    if "v" in request.args:  # its address has the digest, so that it is never requested again
        response.headers.pop("ETag", None)
    return response


@lru_cache(maxsize=128)
def packed(file: Path, _changed: int, encoding: str) -> bytes:
    """Return the file minified and compressed, once for each change of it."""
    data: bytes = PACKERS[encoding](minified(file).encode())
    return data


def minified(file: Path) -> str:
    """Return the text of a file without comments and unneeded spaces."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".css":
        return SPACES.sub(" ", text)
    return str(jsmin(text)) if file.suffix == ".js" and ".min" not in file.name else text


def static(name: str) -> str:
    """Return the address of a static file, with a digest so that a new version is loaded at once."""
    return url_for("static", filename=name, v=digest(str(current_app.static_folder), name))


@lru_cache(maxsize=64)
def digest(folder: str, name: str) -> str:
    """Return the first ten digits of a file's SHA-256."""
    return hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()[:10]
