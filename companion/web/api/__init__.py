"""The companion for programs: questions, matches, feeds and files over HTTP."""
