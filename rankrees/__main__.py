"""Make `python -m rankrees` the same program as `rankrees`."""

from rankrees.cli import main

if __name__ == "__main__":
    main()
