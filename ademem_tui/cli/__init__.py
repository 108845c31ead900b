"""The command line: each verb parses what was typed, calls one part of the engine and shows the result."""
