"""How the rules behind printed tables were found: what is lost without each."""
