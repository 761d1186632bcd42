import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension `Golden files` {
  /// Full screens, and dialogues line by line, reviewed as text: `screens` and `prompts` in `Tests/Golden`.
  ///
  /// In a file, `@` gives the window's size, `$` has the shell prepare something, `%` starts a command in the window,
  /// and `>` presses keys. `:` waits for a question, in the last line. `?` waits for a text anywhere, and the page
  /// follows behind `| `.
  ///
  /// More than half a minute: a dozen dialogues wait for hundreds of questions and pages of a program in a terminal.
  @Suite struct Screens {
    private static let folder = Person.checkout.appending("Tests/Golden")

    private static var files: [String] {
      ["prompts", "screens"].flatMap { kind in
        let path = folder.appending(kind).string
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return (names ?? []).sorted().map { "\(kind)/\($0)" }
      }
    }

    /// Runs what prepares a dialogue, with `cardvault` where the shell finds it.
    private func prepare(_ command: Substring, _ person: Person) async throws {
      let outcome = try await person.runs(
        "/bin/sh", ["-c", String(command)],
        environment: ["PATH": "\(Person.executables.string):/usr/bin:/bin"])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }

    /// Follows what a program advised before it ended.
    private func follow(_ page: [String], of command: Substring, _ person: Person) async throws {
      let text = page.joined(separator: "\n")
      for advised in AdvisedCommand.all(in: text, of: command) {
        _ = try await advised.follow(after: text, person)
      }
    }

    @Test(arguments: files)
    func `screens read as reviewed, and their advice can be followed there`(file: String)
      async throws
    {
      let path = Self.folder.appending(file)
      let person = try Person()
      try FileManager.default.createSymbolicLink(
        atPath: person.home.appending("samples").string,
        withDestinationPath: Person.samples.string)
      var tmux: Tmux?
      // The command in the window, and the page that it showed last.
      var (command, shown): (Substring, [String]) = ("", [])
      // The last page, and the one before keys were pressed: a slow program still shows that for a while.
      var (last, earlier): ([String]?, [String]?)
      var size = (columns: 80, rows: 24)
      var played: [String] = []
      let lines = try String(contentsOfFile: path.string, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for line in lines where !line.hasPrefix("|") {
        played.append(String(line))
        let rest = line.dropFirst(2)
        switch line.prefix(2) {
        case "@ ":
          let numbers = rest.split(separator: "x").compactMap { Int($0) }
          size = (numbers[0], numbers[1])
        case "$ ": try await prepare(rest, person)
        case "% ":
          await tmux?.close()
          try await follow(shown, of: command, person)
          (command, shown, earlier) = (rest, [], nil)
          tmux = try await Tmux(typed: `Golden files`.words(in: rest), person, size: size)
        case "> ":
          earlier = last
          try await tmux?.press(`Golden files`.words(in: rest))
        case ": ":
          last = try await #require(tmux).page(asking: String(rest), insteadOf: earlier)
          earlier = nil
        case "? ":
          var page = try await #require(tmux).page(showing: String(rest), insteadOf: earlier)
          (last, earlier) = (page, nil)
          while page.last == "" { page.removeLast() }
          shown = page
          played += page.map { "| \(`Golden files`.normalised($0, person))" }
        default: break
        }
      }
      await tmux?.close()
      try await follow(shown, of: command, person)
      while played.last == "" { played.removeLast() }
      try GoldenFile.check(played.joined(separator: "\n") + "\n", against: path)
    }
  }
}
