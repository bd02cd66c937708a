"""Checks over all stored matches: findings of the doctor, and the checks of backups and imports."""
