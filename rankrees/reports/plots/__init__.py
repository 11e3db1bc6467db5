"""The plots of a report, one kind a file."""
