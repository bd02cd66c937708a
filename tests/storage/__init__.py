"""What is kept, what it survives, and how it is brought back."""
