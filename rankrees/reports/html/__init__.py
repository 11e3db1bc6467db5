"""One self-contained page of results: a typed model of it, then rendering.

`build` makes the model from the same `Scored` and `Table` values that `rankrees run`
and `rankrees compare` print; `render` turns it into HTML, style and scripts inside.
"""
