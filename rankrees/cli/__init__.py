"""The command line. Standard output carries results, standard error all else.

Nothing but click is imported here or at the top of the commands' modules, so that
`rankrees --help` answers at once.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from rankrees import __version__
from rankrees.cli.streams import fill_standard_streams, writing_results
from rankrees.errors import (
    FileError,
    InterruptedRunError,
    OutputError,
    RankreesError,
)

_COMMANDS = {
    "run": "rankrees.cli.run:run",
    "compare": "rankrees.cli.compare:compare",
    "fit": "rankrees.cli.fit:fit",
    "rank": "rankrees.cli.rank:rank",
    "tree": "rankrees.cli.tree:tree",
    "evaluate": "rankrees.cli.evaluate:evaluate",
    "plot": "rankrees.cli.plot:plot",
    "forensics": "rankrees.cli.forensics:forensics",
    "report": "rankrees.cli.report:report",
    "export": "rankrees.cli.export:export",
    "status": "rankrees.cli.status:status",
    "list": "rankrees.cli.listing:list_things",
    "datasets": "rankrees.cli.datasets:datasets",
}


class _Program(click.Group):
    """A group that imports its commands when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def main(self, *args: Any, **named: Any) -> Any:
        from rankrees.cli.options import say

        fill_standard_streams()
        try:
            with writing_results():
                return super().main(*args, **named)
        except OutputError as error:
            say(str(error))
            sys.exit(error.exit_code)

    def invoke(self, ctx: click.Context) -> object:
        from rankrees.cli.options import say
        from rankrees.experiment.interrupts import exit_code, stopped_by_signals
        from rankrees.files import guarded_inputs

        try:
            with guarded_inputs(), stopped_by_signals():
                return super().invoke(ctx)
        except FileError as error:
            say(str(error))  # starts with file:line already
            ctx.exit(error.exit_code)
        except RankreesError as error:
            say(f"rankrees: error: {error}")
            ctx.exit(error.exit_code)
        except InterruptedRunError as stop:
            say(f"\nrankrees: {stop}")
            ctx.exit(exit_code(stop))
        except KeyboardInterrupt as stop:
            say("rankrees: interrupted")
            ctx.exit(exit_code(stop))


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rankrees")
def main() -> None:
    """Replicate the tables of papers on ranking with decision trees, and compare.

    Start with `rankrees run --config table3.yaml`: it computes the AUC table of Wang &
    Zhang (2006) and prints it beside the printed numbers. `rankrees list configs` shows
    what else comes with the program; a config of your own is a YAML file.

    Exit codes: 0 done, 1 some results are incomplete or failed, 2 bad input, 130
    interrupted (143 by SIGTERM, 129 by SIGHUP).
    """
