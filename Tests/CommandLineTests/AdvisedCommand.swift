import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A command that was advised, as it was printed: it is pasted into a shell after the line that printed it.
struct AdvisedCommand {
  /// The command, which may have placeholders.
  let line: String
  /// What it waits for on a terminal; `nil` if its note does not say that it asks.
  let question: String?

  /// What stands for a placeholder.
  private static let values = [
    "AMOUNT": "\"2.50 EUR\"", "BUNDLE": "x.cardvault", "CARD": "gym", "CHANGE": "3fa94c21",
    "DATE": "2030-12-31", "FILE": "file",
    "FOLDER": "folder", "N": "0", "NAME": "gym", "NUMBER": "123", "PACKAGE": "./cardvault.deb",
    "PHOTO": "sheet.jpg", "TARGET": "./copy",
  ]

  /// The programs that are advised besides `cardvault`; those that install something are not run.
  private static let programs = ["cardvault", "cardvault-reader", "chmod", "mv", "rclone"]

  /// The commands in what a command printed: behind `try: ` and `or: `, and behind what a suggestion is for; also the
  /// command itself, with an option that it should have.
  ///
  /// - Parameters:
  ///   - text: What was printed.
  ///   - command: The command line that printed it; `nil` if that is not known, so that its options are left out.
  /// - Returns: The commands in their order.
  static func all(in text: String, of command: Substring?) -> [AdvisedCommand] {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { " !|".contains($0) } }
    // The shell's variables for the command, such as its home.
    let last = command?.matches(of: /((?:[A-Z_]+=\S+ )*)cardvault( |$)/).last
    let variables = last?.1 ?? ""
    return lines.indices.compactMap { index -> AdvisedCommand? in
      let line = lines[index]
      let isAdvice = line.hasPrefix("try: ") || line.hasPrefix("or:  ")
      if isAdvice, let command,
        let option = line.firstMatch(of: /^.{5}use (--[a-z-]+(?: [^ ]+)?)($| \()/)?.1
      {
        return AdvisedCommand(line: "\(command) \(option)", question: nil)
      }
      let start = isAdvice ? line.index(line.startIndex, offsetBy: 5) : suggested(in: line)
      guard let start, programs.contains(where: { line[start...].hasPrefix("\($0) ") }) else {
        return nil
      }
      let asks = index + 1 < lines.endIndex && lines[index + 1].hasPrefix("on a terminal")
      return AdvisedCommand(
        line: "\(variables)\(line[start...])", question: asks ? question(of: line[start...]) : nil)
    }
  }

  private static func question(of command: Substring) -> String {
    if command.contains(" import ") { return "Press Enter" }
    return command.contains(" key restore ") ? "Line 1" : "assphrase"
  }

  private static func suggested(in line: Substring) -> String.Index? {
    line.range(of: ": cardvault ").map { line.index($0.lowerBound, offsetBy: 2) }
  }

  /// The command with values for its placeholders.
  ///
  /// - Throws: If it has one that is unknown.
  var filled: String {
    get throws {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      let filled = words.map { Self.values[String($0)] ?? String($0) }
      let unknown = filled.filter { word in
        word.count > 1 && word.allSatisfy { $0.isASCII && $0.isUppercase }
      }
      try #require(unknown.isEmpty, "unknown placeholders: \(line)")
      return filled.joined(separator: " ")
    }
  }

  private var isServer: Bool { line.contains("cardvault serve") }

  /// What the command must not repeat: the error and its cause.
  private static func error(in text: String) -> String? {
    guard let start = text.range(of: "cardvault: error: ") else { return nil }
    let lines = text[start.lowerBound...].split(whereSeparator: \.isNewline)
    return lines.prefix(2).joined(separator: "\n")
  }

  /// Runs the command where it was advised, and puts everything back to how it was.
  ///
  /// - Parameters:
  ///   - printed: What the command that advised it printed.
  ///   - person: Who is advised.
  /// - Returns: The command, and how it ended: its exit code and its first error, unless it succeeded.
  /// - Throws: If the command cannot be run at all.
  func follow(after printed: String, _ person: Person) async throws -> String {
    let filled = try filled
    let (home, kept) = (person.home.string, person.home.string + "-kept")
    let copied = try await person.runs("/bin/cp", ["-a", home, kept])
    try #require(copied.status == 0, "\(copied)")
    let ended = await Task { try await run(filled, person) }.result
    let opened = try await person.runs("/bin/chmod", ["-R", "u+rwX", home])
    try #require(opened.status == 0, "\(opened)")
    try FileManager.default.removeItem(atPath: home)
    try FileManager.default.moveItem(atPath: kept, toPath: home)
    let outcome = try ended.get()
    let text = outcome.output + outcome.errors
    // 1 is an unexpected error of ours; from 97 on they are those of what runs it: a question that was not asked, no end
    // after a minute, no such program, a signal.
    #expect(outcome.status < 97 || outcome.status == 130, "\(line): \(outcome)")
    #expect(outcome.status != 1 || !line.contains("cardvault "), "\(line): \(outcome)")
    #expect(
      !text.contains("cardvault: error: the command line is not valid"), "\(line): \(outcome)")
    if let error = Self.error(in: printed) {
      #expect(!text.contains(error), "\(line): \(text)")
    }
    if outcome.status == 0 || isServer && outcome.status == 130 { return filled }
    let error = text.split(whereSeparator: \.isNewline).first {
      $0.hasPrefix("cardvault: error: ")
    }
    let words = error?.trimmingPrefix("cardvault: error: ") ?? ""
    return "\(filled) [\(outcome.status)]" + (words.isEmpty ? "" : " \(words)")
  }

  private func run(_ filled: String, _ person: Person) async throws -> Person.Outcome {
    let environment = ["PATH": "\(Person.executables.string):/usr/bin:/bin"]
    // A server goes on until it is stopped. Whatever else waits for ever is stopped, and its status refused.
    let limit = isServer ? ["--preserve-status", "--signal=INT", "10"] : ["60"]
    let command = limit + ["/bin/bash", "-c", filled]
    guard let question else {
      return try await person.runs("/usr/bin/timeout", command, environment: environment)
    }
    return try await person.converses(
      ["--foreground"] + command, answers: [(question, "\u{3}")], program: "/usr/bin/timeout",
      environment: environment)
  }
}
