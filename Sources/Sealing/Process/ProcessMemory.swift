internal import Csodium

/// How a process that lives for a tenth of a second takes its memory.
public enum ProcessMemory {
  /// Has the allocator ask the system for 64 MiB at a time, and give nothing back.
  ///
  /// Opening a vault of ten thousand cards spends a quarter of its time on page faults and system calls
  /// otherwise (measured). What is not touched costs nothing.
  public static func takeInLargePieces() {
    cardvault_take_memory_in_pieces(64 << 20)
  }
}
