"""Request guards: permissions and limits, checked before any screen."""
