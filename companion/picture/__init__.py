"""A finished match as a picture to send on: drawn with Pillow, in fonts of the machine it is drawn on."""
