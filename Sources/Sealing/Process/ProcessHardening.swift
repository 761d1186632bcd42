internal import Csodium
internal import Glibc

/// Keeps a process that holds keys from leaking them.
public enum ProcessHardening {
  /// Signals that the Swift runtime catches to print memory and registers on the terminal
  /// (`CrashHandlerLinux.cpp`).
  private static let crashes = [
    SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Disables core dumps and backtraces, and keeps other processes of the same user from reading this process's
  /// memory.
  ///
  /// - Returns: whether the system accepted the first and the last.
  @discardableResult
  public static func apply() -> Bool {
    for number in crashes {
      let before = signal(number, SIG_DFL)
      // Our parent process may want it ignored.
      let was = unsafe unsafeBitCast(before, to: Int.self)
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if was == ignored { signal(number, SIG_IGN) }
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    let noCore = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
    return cardvault_forbid_dumping() == 0 && noCore
  }
}
