import Foundation
import Testing
import Wallet

/// The questions of the command line, each shown in a dialogue that people review: `Tests/Golden/prompts`.
@Suite struct Questions {
  /// What the dialogues show, without blanks and line ends: a window breaks its lines anywhere.
  private static func dialogues() throws -> String {
    let folder = GoldenText.folder.appending(path: "prompts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let lines = try files.flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
    }
    return lines.filter { $0.hasPrefix("| ") }.map { $0.dropFirst(2) }.joined()
      .filter { !$0.isWhitespace }
  }

  @Test(arguments: Question.allCases)
  func `each question is in a golden dialogue`(question: Question) throws {
    let parts = question.rawValue.filter { !$0.isWhitespace }.components(separatedBy: "{}")
    let pattern = parts.map { NSRegularExpression.escapedPattern(for: $0) }
      .joined(separator: ".{0,99}?")
    #expect(try Self.dialogues().range(of: pattern, options: .regularExpression) != nil)
  }
}
