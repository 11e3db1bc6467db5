"""Small ARFF files for tests of the whole program."""

import random


def write_arff(path, *, n_rows=40, n_classes=2, seed=1):
    """Write a noisy set with a number, a nominal attribute and missing values."""
    rng = random.Random(seed)
    classes = [f"k{c}" for c in range(n_classes)]
    lines = [
        "@relation tiny",
        "@attribute size numeric",
        "@attribute colour {red,green,blue}",
        f"@attribute class {{{','.join(classes)}}}",
        "@data",
    ]
    for _ in range(n_rows):
        label = rng.randrange(n_classes)
        size = "?" if rng.random() < 0.1 else f"{label + rng.gauss(0, 0.4):.3f}"
        colour = rng.choice(["red", "green", "blue"][: 2 + label % 2])
        lines.append(f"{size},{colour},{classes[label]}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
