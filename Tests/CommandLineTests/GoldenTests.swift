import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What commands print, reviewed as text: `Tests/Golden` has a file for each help and each scenario.
///
/// After a deliberate change of wording, a run with `CARDVAULT_GOLDEN=write` writes the files anew; the difference is
/// what a reviewer reads.
@Suite struct `Golden files` {
  private static let folder = Person.checkout.appending("Tests/Golden")

  /// The commands as `--help` lists them, those of `key` included.
  private static let commands: [[String]] =
    [
      [], ["add"], ["archive"], ["doctor"], ["edit"], ["export"],
      ["favourite"],
      ["find"], ["history"], ["import"], ["init"], ["key"], ["key", "check"],
      ["key", "passphrase"],
      ["key", "restore"], ["key", "rotate"], ["key", "sheet"], ["list"], ["merge"],
      ["picture"], ["pocket"], ["print"], ["read"], ["redo"], ["remove"], ["resolve"], ["restore"],
      ["review"],
      ["serve"],
      ["show"], ["spend"],
      ["stats"],
      ["sync"], ["top-up"], ["undo"], ["unlock"], ["use"], ["verify"],
    ]

  @Test(arguments: commands) func `help reads as reviewed`(command: [String]) async throws {
    let person = try Person()
    let outcome = try await person.types(command + ["--help"], environment: ["COLUMNS": "100"])
    #expect(outcome.status == 0)
    let name = (["help"] + command).joined(separator: "-")
    try GoldenFile.check(outcome.output, against: Self.folder.appending("help/\(name).txt"))
  }

  @Test(arguments: commands) func `help fits a terminal of 80 columns`(command: [String])
    async throws
  {
    func lines(columns: Int) async throws -> [Substring] {
      let words = command + ["--help"]
      let help = try await Person().types(words, environment: ["COLUMNS": "\(columns)"]).output
      return help.split(separator: "\n")
    }
    #expect(try await lines(columns: 80).filter { $0.count > 80 }.isEmpty)
    // The parser would continue a line of an example or a table at the margin.
    let overview = try await lines(columns: 200).prefix { !$0.hasPrefix("USAGE: ") }
    #expect(overview.filter { $0.hasPrefix("  ") && $0.count > 80 }.isEmpty)
  }

  @Test func `every command has a help file`() async throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending("help").string)
    #expect(names.count == Self.commands.count)
    let help = try await Person().types("--help").output
    for command in Self.commands where command.count == 1 {
      #expect(help.contains("\n  \(command[0]) "), "\(command)")
    }
  }

  private static var scenarios: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending("scenarios").string)
    // The kernel gives no keyring everywhere.
    return (names ?? []).filter { isKeyringThere || $0 != "unlocking.txt" }.sorted()
  }

  @Test(arguments: scenarios)
  func `commands print what was reviewed, and their advice can be followed there`(scenario: String)
    async throws
  {
    let path = Self.folder.appending("scenarios/\(scenario)")
    let person = try Person()
    try FileManager.default.createSymbolicLink(
      atPath: person.home.appending("samples").string,
      withDestinationPath: Person.samples.string)
    var played: [String] = []
    for line in try String(contentsOfFile: path.string, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("#") || line.isEmpty { played.append(String(line)) }
      guard line.hasPrefix("$ ") else { continue }
      played.append(String(line))
      played += try await lines(of: line.dropFirst(2), person)
    }
    while played.last == "" { played.removeLast() }
    // Blank lines are put between commands by hand; those in an output are marked.
    try GoldenFile.check(played.joined(separator: "\n") + "\n", against: path)
  }

  /// What a command prints: errors behind `! `, and its exit code where that is not 0; then, behind `> `, how each
  /// command ended that it advised.
  ///
  /// A line that begins with another word is for the shell.
  private func lines(of command: Substring, _ person: Person) async throws -> [String] {
    let words = Self.words(in: command)
    var environment = ["COLUMNS": "80"]
    var (program, arguments) = (Person.executables.appending("cardvault"), Array(words.dropFirst()))
    if words.first != "cardvault" || command.contains(" | ") || command.contains(" & ") {
      (program, arguments) = ("/bin/sh", ["-c", String(command)])
      environment["PATH"] = "\(Person.executables.string):/usr/bin:/bin"
    }
    let outcome = try await person.runs(program, arguments, environment: environment)
    let printed = outcome.output + outcome.errors
    var followed: [String] = []
    for advised in AdvisedCommand.all(in: printed, of: command) {
      followed.append(try await advised.follow(after: printed, person))
    }
    let marked = { (text: String, mark: String) in
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        mark + $0
      }
    }
    let shown = marked(outcome.output, "| ") + marked(outcome.errors, "! ")
    let lines = shown.map { Self.normalised(String($0), person) }
    return lines + (outcome.status == 0 ? [] : ["[\(outcome.status)]"])
      + followed.map { Self.normalised("> \($0)", person) }
  }

  /// What the shell's `date --date "10 days"` gives, today and should the day change meanwhile.
  private static let soon: [String] = [10, 11].map { days in
    Date(timeIntervalSinceNow: Double(days) * 86_400).formatted(.iso8601.year().month().day())
  }

  /// Replaces what differs each time: ids, fingerprints, moments, sizes and the home folder.
  static func normalised(_ line: String, _ person: Person) -> String {
    var line = line.replacingOccurrences(of: person.home.string, with: "~")
    for day in soon { line = line.replacingOccurrences(of: day, with: "IN_10_DAYS") }
    for (pattern, word) in [
      (#"\d{5}( \d{5}){5}"#, "FINGERPRINT"), (#"\b[0-9a-f]{64}\b"#, "HASH"),
      (#"\b[0-9a-f]{32}\b"#, "LONG-ID"), (#"\b[0-9a-f]{8}\b"#, "ID______"),
      (#"\b[0-9a-f]{16}(?=:\d)"#, "DEVICE-ID_______"),
      (#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#, "MOMENT"),
      (#"\d{4}-\d\d-\d\d \d\d:\d\d"#, "DATE AND TIME___"),
      (#"(?<=” on |removed )\d{4}-\d\d-\d\d"#, "THIS-DAY__"),
      (#"(?<=changed on )\d{4}-\d\d-\d\d"#, "DATE______"),
      (#"(?<=TIME___)  [0-9a-f]{4}$"#, "  ID__"), (#"\bdevice [0-9a-f]{4}\b"#, "device ID__"),
      (#"^  [a-z]+( [a-z]+){5}$"#, "  SIX RANDOM WORDS"),
      (#"(?<=[Gg]roup )\d+(?= on the sheet|, counted)"#, "N"), (#"\d+(\.\d+)? [KM]?B\b"#, "SIZE"),
      (#"\d+ ms\b"#, "TIME"),
    ] as [(String, String)] {
      line = line.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
    }
    return line
  }

  /// The words of a command line; double quotes keep blanks.
  static func words(in line: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}
