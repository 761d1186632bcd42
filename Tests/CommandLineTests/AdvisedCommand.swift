import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A command that was advised, as it was printed: it is pasted into a shell after the line that printed it, in the
/// person's home, even if that line ran with another one or in another folder.
struct AdvisedCommand {
  /// The command, which may have placeholders.
  let line: String
  /// Whether its note says that it asks something.
  let needsTerminal: Bool

  /// What stands for a placeholder.
  private static let values = [
    "AMOUNT": "2.50", "BUNDLE": "x.cardvault", "CARD": "gym", "DATE": "2030-12-31", "FILE": "file",
    "FOLDER": "folder", "N": "1", "NAME": "gym", "NUMBER": "123", "PACKAGE": "./cardvault.deb",
    "PHOTO": "sheet.jpg", "TARGET": "copy",
  ]

  /// The commands in what a command printed: behind `try: ` and `or: `, and behind what a suggestion is for; also the
  /// command itself, with an option that it should have.
  static func all(in text: String, of command: Substring) -> [AdvisedCommand] {
    let lines = text.split(separator: "\n").map { $0.drop { " !|".contains($0) } }
    return lines.indices.compactMap { index in
      let line = lines[index]
      let isAdvice = line.hasPrefix("try: ") || line.hasPrefix("or:  ")
      if isAdvice, let option = line.firstMatch(of: /^.{5}use (--[a-z-]+ [^ ]+)($| \()/)?.1 {
        return AdvisedCommand(line: "\(command) \(option)", needsTerminal: false)
      }
      let start = isAdvice ? line.index(line.startIndex, offsetBy: 5) : suggested(in: line)
      guard let start, line[start...].hasPrefix("cardvault ") else { return nil }
      let note = index + 1 < lines.endIndex ? lines[index + 1] : ""
      return AdvisedCommand(
        line: String(line[start...]), needsTerminal: note.hasPrefix("on a terminal"))
    }
  }

  private static func suggested(in line: Substring) -> String.Index? {
    line.range(of: ": cardvault ").map { line.index($0.lowerBound, offsetBy: 2) }
  }

  /// The command with values for its placeholders.
  ///
  /// - Throws: If it has one that is unknown.
  var filled: String {
    get throws {
      let words = line.split(separator: " ").map { Self.values[String($0)] ?? String($0) }
      let unknown = words.filter { word in
        word.count > 1 && word.allSatisfy { $0.isASCII && $0.isUppercase }
      }
      try #require(unknown.isEmpty, "unknown placeholders: \(line)")
      return words.joined(separator: " ")
    }
  }

  /// What the command must not repeat: the error and its cause.
  private static func error(in text: String) -> String? {
    guard let start = text.range(of: "cardvault: error: ") else { return nil }
    let lines = text[start.lowerBound...].split(separator: "\n")
    return lines.prefix(2).joined(separator: "\n")
  }

  /// Runs the command where it was advised, and puts everything back to how it was.
  ///
  /// - Parameters:
  ///   - errors: What the command that advised it wrote to standard error.
  ///   - person: Who is advised.
  /// - Throws: If the command cannot be run at all.
  func follow(after errors: String, _ person: Person) async throws {
    let filled = try filled
    let (home, kept) = (person.home.string, person.home.string + "-kept")
    let copied = try await person.runs("/bin/cp", ["-a", home, kept])
    try #require(copied.status == 0, "\(copied)")
    let outcome = try await run(filled, person)
    try FileManager.default.removeItem(atPath: home)
    try FileManager.default.moveItem(atPath: kept, toPath: home)
    #expect(outcome.status < 126 || outcome.status == 130, "\(line): \(outcome)")
    #expect(!outcome.errors.contains("the command line is not valid"), "\(line): \(outcome)")
    if let error = Self.error(in: errors) {
      #expect(!outcome.errors.contains(error), "\(line): \(outcome.errors)")
    }
  }

  private func run(_ filled: String, _ person: Person) async throws -> Person.Outcome {
    let environment = ["PATH": "\(Person.executables.string):/usr/bin:/bin"]
    guard needsTerminal else {
      return try await person.runs("/bin/bash", ["-c", filled], environment: environment)
    }
    return try await person.converses(
      ["-c", filled], answers: [(":", "\u{3}")], program: "/bin/bash",
      environment: environment)
  }
}
