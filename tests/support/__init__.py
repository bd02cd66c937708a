"""What tests share: phones, servers, casebooks, and slow answers beside the clever ones."""
