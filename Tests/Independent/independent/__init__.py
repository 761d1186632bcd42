"""A reader and writer of cardvault vaults, written from Format.md and vault.proto alone.

Its purpose is to disagree: its reading and writing are compared with the program's. It is slow, and it keeps keys
in ordinary memory, so do not use it for real cards.
"""
