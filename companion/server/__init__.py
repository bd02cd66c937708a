"""The server process: network addresses, waitress or gunicorn, the process pool for searches, open house, logs."""
