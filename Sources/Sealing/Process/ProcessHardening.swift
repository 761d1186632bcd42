internal import Csodium
internal import Glibc

/// What keeps a process that holds keys from leaving them behind.
public enum ProcessHardening {
  /// Forbids core dumps, and reading this process's memory by others of the same user.
  ///
  /// - Returns: whether the system agreed to both.
  @discardableResult
  public static func apply() -> Bool {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    let noCore = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
    return cardvault_forbid_dumping() == 0 && noCore
  }
}
