"""What a browser is, in a few words, by what it says of itself: to tell one from another in a list, no more."""

FAMILIES = (  # the first that is named: most name Chrome or Safari as well
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def label(user_agent: str) -> str:
    """The family of a browser and its system, like "Safari · iPhone"; nothing where it tells neither."""
    found = (next((name for mark, name in marks if mark in user_agent), "") for marks in (FAMILIES, SYSTEMS))
    return " · ".join(filter(None, found))
