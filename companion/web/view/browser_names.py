"""Short name of a browser from its User-Agent, only for telling browsers apart in a list."""

FAMILIES = (  # the first match counts: most name Chrome or Safari as well
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
    """Return the family of a browser and its system, like "Safari · iPhone"; empty if both are unknown."""
    found = (next((name for mark, name in marks if mark in user_agent), "") for marks in (FAMILIES, SYSTEMS))
    return " · ".join(filter(None, found))
