"""The screens, one module each: what is asked of them, and the page that answers."""
