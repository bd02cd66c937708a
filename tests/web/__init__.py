"""Every screen over the wire, without a browser."""
