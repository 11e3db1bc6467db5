"""rankrees: ranking with decision trees, replicated and compared."""

__version__ = "0.1.0"
