"""A computer and a phone in a network of their own: two network namespaces with a cable, which need root."""

import contextlib
import ctypes
import os
import subprocess

COMPUTER, PHONE = "10.77.0.1", "10.77.0.2"
NEW_NETWORK = 0x40000000  # sched.h, CLONE_NEWNET


class Network:
    """A computer and a phone with a cable between them. Gone after the block."""

    def __init__(self):
        self.names = [f"cardvault-{os.getpid()}-{side}" for side in ("computer", "phone")]

    def __enter__(self) -> "Network":
        computer, phone = self.names
        try:
            for name in self.names:
                self._ip("netns", "add", name)
            self._ip("link", "add", "lan0", "netns", computer, "type", "veth", "peer", "name", "lan0", "netns", phone)
            for name, address in ((computer, COMPUTER), (phone, PHONE)):
                self._ip("-n", name, "address", "add", f"{address}/24", "dev", "lan0")
                for device in ("lo", "lan0"):
                    self._ip("-n", name, "link", "set", device, "up")
        except subprocess.CalledProcessError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], stderr=subprocess.DEVNULL, check=False)

    @contextlib.contextmanager
    def on(self, side: str):
        """This thread, and what it starts, is there within the block."""
        library = ctypes.CDLL(None, use_errno=True)
        name = self.names[("computer", "phone").index(side)]
        with open("/proc/thread-self/ns/net") as before, open(f"/run/netns/{name}") as there:
            if library.setns(there.fileno(), NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "setns")
            try:
                yield
            finally:
                library.setns(before.fileno(), NEW_NETWORK)

    @staticmethod
    def _ip(*words: str) -> None:
        subprocess.run(["ip", *words], capture_output=True, check=True)
