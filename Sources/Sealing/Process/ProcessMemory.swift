internal import Csodium

/// How the process allocates memory.
public enum ProcessMemory {
  /// Makes the allocator return free memory early: for a command that handles many large things one after the other.
  public static func returnEarly() { cardvault_return_memory_early() }
}
