internal import Foundation
package import SystemPackage
internal import Testing

/// A text that people review, in `Tests/Golden`.
package enum GoldenFile {
  private static let writes = ProcessInfo.processInfo.environment["CARDVAULT_GOLDEN"] == "write"

  /// Compares a text with its file, or writes the file anew if that is asked for.
  package static func check(_ text: String, against path: FilePath) throws {
    if writes {
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path.string))
    }
    let reviewed = try? String(contentsOfFile: path.string, encoding: .utf8)
    #expect(
      text == reviewed,
      "after a deliberate change: repeat it with CARDVAULT_GOLDEN=write, as Sources/README.md says")
  }
}
