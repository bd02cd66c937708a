"""Share picture of a finished match: drawn with Pillow, in fonts of the machine."""
