internal import Csodium
internal import Glibc

/// What keeps a process that holds keys from leaving them behind.
public enum ProcessHardening {
  /// What the Swift runtime catches to show memory and registers on the terminal (`CrashHandlerLinux.cpp`).
  private static let crashes = [
    SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Forbids core dumps, backtraces, and reading this process's memory by others of the same user.
  ///
  /// - Returns: whether the system agreed to the first and the last.
  @discardableResult
  public static func apply() -> Bool {
    for number in crashes {
      let before = signal(number, SIG_DFL)
      // Whoever started us may want it ignored.
      let was = unsafe unsafeBitCast(before, to: Int.self)
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if was == ignored { signal(number, SIG_IGN) }
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    let noCore = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
    return cardvault_forbid_dumping() == 0 && noCore
  }
}
