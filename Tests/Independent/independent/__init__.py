"""A reader and writer of cardvault vaults, written from Format.md and vault.proto alone.

It is here to disagree: what it reads and writes is compared with what the program reads and writes. It is slow,
and it keeps keys in ordinary memory, so it is no tool for anybody's real cards.
"""
