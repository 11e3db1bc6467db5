"""What the program can do with experiments, as functions: the command line calls these.

`rankrees.run`, `rankrees.compare`, `rankrees.report` and the others are looked up when
they are first used, so that `import rankrees` stays light. Nothing here prints: what
there is to say goes to a `Progress`, and remarks on the results stand in the results.
"""
