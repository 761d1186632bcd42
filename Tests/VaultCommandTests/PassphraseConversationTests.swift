import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// Passphrases that a person types on a real terminal.
  @Suite struct `Passphrase conversations` {
    @Test func `a new vault's passphrase is typed twice, and not shown`() async throws {
      let person = try Person()
      let outcome = try await person.converses(
        ["init", "--passphrase"],
        answers: [
          ("not shown):", "Zauberwört\n"), ("Again:", "Zauberwort\n"), ("differ", ""),
          ("not shown):", "Zauberwört\n"), ("Again:", "Zauberwört\n"),
          ("is weak", ""), ("instead? [y/N]", "\n"), ("ready", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("Zauber"))
      let listed = try await person.types("list", "--passphrase-fd", "0", input: "Zauberwört\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a mistyped passphrase can be typed again`() async throws {
      let person = try await Person.withVault(passphrase: "right")
      let outcome = try await person.converses(
        ["list"],
        answers: [
          ("not shown):", "wrong\n"), ("not the passphrase", ""), ("not shown):", "\n"),
          ("not the passphrase", ""), ("not shown):", "right\n"), ("is empty", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("right") && !outcome.output.contains("wrong"))
    }

    @Test func `three wrong passphrases end the command`() async throws {
      let person = try await Person.withVault(passphrase: "right")
      let wrong = (wait: "not shown):", type: "wrong\n")
      let outcome = try await person.converses(["list"], answers: [wrong, wrong, wrong])
      #expect(outcome.status == 12 && outcome.output.contains("because that is not the passphrase"))
      #expect(outcome.output.contains("try: cardvault key check"), "\(outcome.output)")
      #expect(!outcome.output.contains("--passphrase-fd"))
      let script = try await person.types("list", "--passphrase-fd", "0", input: "wrong\n")
      #expect(script.status == 12 && script.errors.contains("write one line for each passphrase"))
      let ended = try await person.converses(["list"], answers: [("not shown):", "\u{4}")])
      #expect(ended.status == 12 && ended.output.contains("ended"))
    }

    @Test func `a passphrase is changed on the terminal`() async throws {
      let person = try await Person.withVault(passphrase: "old one")
      let outcome = try await person.converses(
        ["key", "passphrase"],
        answers: [
          ("Passphrase for the key \(try person.keyName().prefix(8)) (not shown):", "old one\n"),
          ("New passphrase for the key (not shown):", "new one\n"), ("Again:", "new one\n"),
          ("instead? [y/N]", "\n"), ("was changed", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("new one"))
      let listed = try await person.types("list", "--passphrase-fd", "0", input: "new one\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a question names the key that it is about, also after a change of keys`()
      async throws
    {
      let person = try await Person.withVault(passphrase: "old")
      let old = try person.keyName()
      let rotated = try await person.converses(
        ["key", "rotate", "--yes"],
        answers: [
          ("Passphrase for the key \(old.prefix(8)) (not shown):", "old\n"),
          ("New passphrase for the new key (not shown):", "new\n"), ("Again:", "new\n"),
          ("instead? [y/N]", "\n"), ("was changed", ""),
        ])
      #expect(rotated.status == 0, "\(rotated.output)")
      let new = try person.keyName()
      let listed = try await person.converses(
        ["list"], answers: [("Passphrase for the key \(new.prefix(8)) (not shown):", "new\n")])
      #expect(listed.status == 0 && !listed.output.contains(old.prefix(8)), "\(listed.output)")
    }

    /// The six words that the terminal showed.
    func suggestion(in outcome: Person.Outcome) throws -> String {
      let lines = outcome.output.split(whereSeparator: \.isNewline).map(String.init)
      let line = try #require(
        lines.first { line in
          let words = line.split(separator: " ")
          return line.hasPrefix("  ") && words.count == 6
            && words.allSatisfy { $0.allSatisfy { ("a"..."z").contains($0) } }
        })
      return String(line.dropFirst(2))
    }

    @Test func `six words are suggested, shown once and typed once`() async throws {
      let person = try await Person.withVault()
      let outcome = try await person.converses(
        ["key", "passphrase", "--suggest"],
        answers: [
          ("Type it (not shown):", "\n"), ("not what is shown", ""), ("Type it", "oak\n"),
          ("not what is shown", ""), ("Type it", "{six words}\n"), ("now has a passphrase", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      let words = try suggestion(in: outcome)
      #expect(outcome.output.ranges(of: words).count == 1)
      let listed = try await person.types("list", "--passphrase-fd", "0", input: words + "\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a weak passphrase brings an offer of six words`() async throws {
      let person = try Person()
      let outcome = try await person.converses(
        ["init", "--passphrase"],
        answers: [
          ("not shown):", "password1\n"), ("Again:", "password1\n"), ("is weak", ""),
          ("instead? [y/N]", "y\n"), ("Type it", "{six words}\n"), ("ready", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      let words = try suggestion(in: outcome)
      let listed = try await person.types("list", "--passphrase-fd", "0", input: words + "\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a strong passphrase brings no question`() async throws {
      let person = try Person()
      let typed = "lantern orbit puddle tango walnut\n"
      let outcome = try await person.converses(
        ["init", "--passphrase"], answers: [("not shown):", typed), ("Again:", typed)])
      #expect(outcome.status == 0 && !outcome.output.contains("guessed"), "\(outcome.output)")
    }

    @Test func `words that are not typed as shown change nothing`() async throws {
      let person = try await Person.withVault(passphrase: "right")
      let path = person.keys.appending(try person.keyName()).string
      let before = FileManager.default.contents(atPath: path)
      let wrong = (wait: "Type it", type: "oak\n")
      let outcome = try await person.converses(
        ["key", "passphrase", "--suggest"],
        answers: [("not shown):", "right\n"), wrong, wrong, wrong])
      #expect(outcome.status == 12, "\(outcome.output)")
      #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test func `a script is warned, and never refused`() async throws {
      let person = try Person()
      let made = try await person.types("init", "--passphrase-fd", "0", input: "password1\n")
      #expect(made.status == 0 && made.errors.contains("this passphrase is weak"))
      #expect(!made.errors.contains("password1"))
      // It would change the key's passphrase, and this one may be a bundle's.
      #expect(!made.errors.contains("key passphrase"), "\(made.errors)")
      let suggested = try await person.types(
        "key", "passphrase", "--suggest", "--passphrase-fd", "0", input: "password1\n")
      #expect(suggested.status == 12 && suggested.errors.contains("on a terminal"))
    }

    @Test func `Ctrl-C at the question changes nothing`() async throws {
      let person = try await Person.withVault(passphrase: "right")
      let path = person.keys.appending(try person.keyName()).string
      let before = FileManager.default.contents(atPath: path)
      let outcome = try await person.converses(
        ["key", "passphrase"],
        answers: [("not shown):", "right\n"), ("New passphrase", "half\u{3}")])
      #expect(outcome.status == 130, "\(outcome.output)")
      #expect(FileManager.default.contents(atPath: path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: person.keys.string).count == 1)
    }
  }
}
