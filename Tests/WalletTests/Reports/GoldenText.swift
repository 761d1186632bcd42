import Foundation
import Testing

/// A text that people review, in `Tests/Golden`.
enum GoldenText {
  /// The folder of all of them.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")

  /// Compares a text with its file, or writes the file anew if that is asked for.
  static func check(_ text: String, against name: String) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["CARDVAULT_GOLDEN"] == "write" {
      try Data(text.utf8).write(to: file)
    }
    #expect(
      text == (try? String(contentsOf: file, encoding: .utf8)),
      "after a deliberate change: repeat it with CARDVAULT_GOLDEN=write, as Sources/README.md says")
  }
}
