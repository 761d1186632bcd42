internal import Csodium

/// Memory allocation for a process that lives for a tenth of a second.
public enum ProcessMemory {
  /// Makes the allocator request 64 MiB at a time from the system, and return nothing.
  ///
  /// Otherwise, opening a vault of ten thousand cards spends a quarter of its time on page faults and system
  /// calls (measured). Untouched memory costs nothing.
  public static func takeInLargePieces() {
    cardvault_take_memory_in_pieces(64 << 20)
  }
}
