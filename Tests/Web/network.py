"""A computer and a phone in a network of their own: two network namespaces with a cable, which need root."""

import contextlib
import ctypes
import json
import os
import subprocess
from pathlib import Path

from person import HANG, eventually

COMPUTER, PHONE = "10.77.0.1", "10.77.0.2"
NEW_NETWORK = 0x40000000  # sched.h, CLONE_NEWNET
CABLE = "lan0"
# There where the kernel has IPv6.
IPV6 = Path("/proc/sys/net/ipv6")


class Network:
    """A computer and a phone with a cable between them. Gone after the block."""

    def __init__(self):
        self.names = [f"cardvault-{os.getpid()}-{side}" for side in ("computer", "phone")]

    def __enter__(self) -> "Network":
        computer, phone = self.names
        try:
            for name in self.names:
                self._ip("netns", "add", name)
            self._ip("link", "add", CABLE, "netns", computer, "type", "veth", "peer", "name", CABLE, "netns", phone)
            for name, address in ((computer, COMPUTER), (phone, PHONE)):
                if IPV6.exists():
                    # Otherwise the cable gets another address a second or two after it came up, when browsers run
                    # already: they drop what is under way.
                    self._ip("-n", name, "link", "set", CABLE, "addrgenmode", "none")
                self._ip("-n", name, "address", "add", f"{address}/24", "dev", CABLE)
                for device in ("lo", CABLE):
                    self._ip("-n", name, "link", "set", device, "up")
            if not eventually(lambda: all(map(self._is_settled, self.names)), HANG):
                raise RuntimeError("the network does not settle")
        except (RuntimeError, subprocess.CalledProcessError):
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

    def _is_settled(self, name: str) -> bool:
        """Whether the cable is plugged in, which the kernel tells up to a second late, and each address is final."""
        devices = json.loads(self._ip("-json", "-n", name, "address", "show"))
        addresses = [each for device in devices for each in device.get("addr_info", ())]
        is_plugged = any(device.get("ifname") == CABLE and device.get("operstate") == "UP" for device in devices)
        return is_plugged and not any(each.get("tentative") for each in addresses)

    @staticmethod
    def _ip(*words: str) -> bytes:
        return subprocess.run(["ip", *words], capture_output=True, check=True).stdout
