internal import Csodium

/// How the process allocates memory.
public enum ProcessMemory {
  /// Makes the allocator request 64 MiB at a time from the system, and keep 64 MiB of what is free.
  ///
  /// Otherwise, opening a vault of ten thousand cards spends a quarter of its time on page faults and system
  /// calls (measured). Untouched memory costs nothing.
  public static func takeInLargePieces() {
    cardvault_take_memory(64 << 20, 64 << 20)
  }

  /// Makes the allocator request little at a time and return free memory, as by default: for a command that handles
  /// many large things one after the other.
  public static func takeInSmallPieces() {
    cardvault_take_memory(0, 128 << 10)
    cardvault_share_memory()
  }
}
