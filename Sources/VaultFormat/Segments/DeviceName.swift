internal import Glibc

/// The name that people give a device: `Format.md`, section 5.
package enum DeviceName {
  /// In characters, as many as a host's name may have (Linux, `HOST_NAME_MAX`).
  package static let maxCount = 64

  /// The name without white space around it, cut to the maximum length.
  package static func cleaned(_ name: String) -> String {
    let start = name.drop(while: \.isWhitespace)
    let trimmed = String(start.reversed().drop(while: \.isWhitespace).reversed())
    return String(trimmed.prefix(maxCount))
  }

  /// A name as stored; empty if it is not UTF-8.
  static func read(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self).map(cleaned) ?? ""
  }

  /// This machine's name up to its first dot, as people know it; empty if the system has none.
  package static var ofHost: String {
    // HOST_NAME_MAX bytes and a zero.
    var bytes = [CChar](repeating: 0, count: maxCount + 1)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return cleaned(String(name.prefix { $0 != "." }))
  }
}
