"""What templates may call: values and words for a page to walk over."""
