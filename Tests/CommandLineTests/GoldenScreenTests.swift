import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension `Golden files` {
  /// Full screens, reviewed as text: `Tests/Golden/screens`.
  ///
  /// In a file, `@` gives the window's size, `$` runs a command before, `%` starts one in the window, `>` presses keys,
  /// `?` waits for a text, and the page follows behind `| `.
  @Suite struct Screens {
    private static let folder = Person.checkout.appending("Tests/Golden/screens")

    private static var files: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string)
      return (names ?? []).sorted()
    }

    @Test(arguments: files) func `screens read as reviewed`(file: String) async throws {
      let path = Self.folder.appending(file)
      let person = try Person()
      try FileManager.default.createSymbolicLink(
        atPath: person.home.appending("samples").string,
        withDestinationPath: Person.samples.string)
      var tmux: Tmux?
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
        case "$ ":
          _ = try await person.types(Array(`Golden files`.words(in: rest).dropFirst()))
        case "% ":
          await tmux?.close()
          earlier = nil
          tmux = try await Tmux(
            Array(`Golden files`.words(in: rest).dropFirst()), person, size: size)
        case "> ":
          earlier = last
          try await tmux?.press(`Golden files`.words(in: rest))
        case "? ":
          var page = try await #require(tmux).page(showing: String(rest), insteadOf: earlier)
          (last, earlier) = (page, nil)
          while page.last == "" { page.removeLast() }
          played += page.map { "| \(`Golden files`.normalised($0, person))" }
        default: break
        }
      }
      await tmux?.close()
      while played.last == "" { played.removeLast() }
      try GoldenFile.check(played.joined(separator: "\n") + "\n", against: path)
    }
  }
}
