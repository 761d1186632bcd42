internal import Glibc

/// The name of this machine.
package enum HostName {
  /// The name up to its first dot, as people know it; empty where the system has none.
  package static var current: String {
    // Linux: at most HOST_NAME_MAX, 64 bytes, and a zero.
    var bytes = [CChar](repeating: 0, count: 65)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return DeviceName.cleaned(String(name.prefix { $0 != "." }))
  }
}
