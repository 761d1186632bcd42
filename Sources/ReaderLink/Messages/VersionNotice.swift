/// How a reader that is used once tells its version: in the first line on its standard error.
///
/// A reader of pictures says it in its first message.
public enum VersionNotice {
  private static let mark = "cardvault-reader: version "

  /// The line with its end.
  public static let line = mark + ProgramVersion.own + "\n"

  /// The version that was told first among whatever libraries say, too; empty when none was.
  static func version(in errors: [UInt8]) -> String {
    let lines = errors.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: mark.utf8) }) else { return "" }
    return String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
  }
}
