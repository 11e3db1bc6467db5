"""One self-contained page of results: a typed model of it, then rendering.

`build` makes the model from the same `Comparison` and `Table` values that the commands
print; `render` turns it into HTML, style and scripts inside.
"""
