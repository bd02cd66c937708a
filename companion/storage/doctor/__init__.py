"""All that is kept, gone through match by match: what the doctor finds, and what a backup or an import has to pass."""
