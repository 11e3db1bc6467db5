"""Tables, rendered as text, CSV, Markdown, LaTeX, JSON."""
