/// What people call a device: `Format.md`, section 5.
package enum DeviceName {
  /// The longest name that is kept, in characters; a host's name has at most 64 (Linux, `HOST_NAME_MAX`).
  package static let longest = 64

  /// A name as it is kept: without white space around it, and cut to the longest.
  package static func cleaned(_ name: String) -> String {
    let start = name.drop(while: \.isWhitespace)
    let trimmed = String(start.reversed().drop(while: \.isWhitespace).reversed())
    return String(trimmed.prefix(longest))
  }

  /// A name as it was written; what is not UTF-8 is no name.
  static func read(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self).map(cleaned) ?? ""
  }
}
