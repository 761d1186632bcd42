/// A single-use reader's report of missing protections: a line on standard error, as its other streams are in use.
///
/// A reader of pictures reports the same in its first message.
public enum ProtectionNotice {
  private static let mark = "cardvault-reader: missing protections: "
  private static let separator = ", "

  /// Makes the line.
  ///
  /// - Parameter names: Names of the protections that this kernel lacks.
  /// - Returns: The line, with its end; `nil` when nothing is missing.
  public static func line(_ names: [String]) -> String? {
    names.isEmpty ? nil : mark + names.joined(separator: separator) + "\n"
  }

  /// The reported names, found among the output of libraries; empty if nothing is missing.
  static func names(in errors: [UInt8]) -> [String] {
    for line in errors.split(separator: UInt8(ascii: "\n")) where line.starts(with: mark.utf8) {
      let names = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
        .split(separator: separator).map(String.init)
      return names.allSatisfy { $0.utf8.count <= WireBounds.wordByteCount } ? names : []
    }
    return []
  }
}
