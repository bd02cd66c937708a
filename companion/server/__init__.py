"""The server process: network addresses, waitress, worker processes and queues, shutdown, logs."""
