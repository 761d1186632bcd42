import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A terminal window in which a person uses full screens: what it shows is read as text.
final class Tmux: Sendable {
  private let person: Person
  private let socket: String

  /// Starts `cardvault` in a new window; the window stays when it ends.
  ///
  /// - Parameters:
  ///   - words: what is typed behind `cardvault`.
  ///   - person: whose home it gets.
  ///   - size: the window's columns and rows.
  ///   - variables: the environment's, such as `NO_COLOR=1`; `TERM=dumb` means a terminal without full screens.
  ///   - seconds: how long it does something else first, while a person may type ahead.
  /// - Throws: when tmux does not start.
  init(
    _ words: [String], _ person: Person, size: (columns: Int, rows: Int),
    variables: [String] = [], after seconds: Int = 0
  ) async throws {
    self.person = person
    // A server that is closed holds its name for a while.
    socket = person.home.appending("tmux-\(UUID())").string
    let program = Person.executables.appending("cardvault").string
    let command = ([program] + words).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await tmux([
      "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)",
      // The window outlives Ctrl-C.
      "trap : INT; sleep \(seconds); \((["TERM=screen-256color"] + variables).joined(separator: " ")) \(command); sleep 600",
    ])
    try #require(outcome.status == 0, "tmux: \(outcome.errors)")
  }

  /// Starts what was typed, `cardvault` included, which may have variables before it.
  convenience init(
    typed words: [String], _ person: Person, size: (columns: Int, rows: Int)
  ) async throws {
    let variables = words.prefix { $0.contains("=") }
    try await self.init(
      Array(words.dropFirst(variables.count + 1)), person, size: size, variables: Array(variables))
  }

  private func tmux(_ words: [String]) async throws -> Person.Outcome {
    try await person.runs("/usr/bin/tmux", ["-S", socket, "-f", "/dev/null"] + words)
  }

  /// Presses keys, by tmux's names for them; `"text"` is typed.
  func press(_ keys: [String]) async throws {
    _ = try await tmux(["send-keys"] + keys)
  }

  /// The page, once it shows a text and stays as it is.
  ///
  /// - Parameters:
  ///   - text: what it must show.
  ///   - earlier: the page before keys were pressed, which may already show the text; `nil` where none were.
  /// - Returns: its lines; none if it did not appear in time.
  /// - Throws: when tmux does not start.
  func page(showing text: String, insteadOf earlier: [String]?) async throws -> [String] {
    try await page(of: text, insteadOf: earlier) { $0.contains(text) }
  }

  /// The page, once its last line shows a question and it stays as it is; see `page(showing:insteadOf:)`.
  func page(asking question: String, insteadOf earlier: [String]?) async throws -> [String] {
    try await page(of: question, insteadOf: earlier) {
      $0.split(separator: "\n").last?.contains(question) == true
    }
  }

  private func page(
    of text: String, insteadOf earlier: [String]?, where isRight: (String) -> Bool
  ) async throws -> [String] {
    var last = ""
    // Far more than any machine needs: a test that fails should end, too.
    for _ in 0..<600 {
      let page = Self.text(of: try await tmux(["capture-pane", "-p", "-e"]).output)
      if isRight(page), page == last {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
        if earlier.map({ $0.isEmpty || !Self.isSame(lines, as: $0) }) ?? true { return lines }
      }
      last = page
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("“\(text)” was not shown: \(last)")
    return []
  }

  /// A page without its colours, but with full blocks for blanks on black, which are the full cells of a code.
  private static func text(of page: String) -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    var isBlack = false
    return lines.map { line in
      var text = ""
      for (index, part) in line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        .enumerated()
      {
        var part = part
        if index > 0 {
          let codes = part.dropFirst().prefix { $0 != "m" }.split(separator: ";")
          part = part.drop { $0 != "m" }.dropFirst()
          if codes.suffix(3) == ["48", "5", "16"] {
            isBlack = true
          } else if codes.isEmpty || ["0", "48", "49"].contains(where: codes.contains) {
            isBlack = false
          }
        }
        text += String(part).replacing(" ", with: isBlack ? "█" : " ")
      }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// Whether a page is an earlier one, perhaps with what was typed since in its last line.
  private static func isSame(_ page: [String], as earlier: [String]) -> Bool {
    let (now, before) = (page.filter { !$0.isEmpty }, earlier.filter { !$0.isEmpty })
    return now.dropLast() == before.dropLast() && (now.last ?? "").hasPrefix(before.last ?? "")
  }

  func close() async { _ = try? await tmux(["kill-server"]) }
}
