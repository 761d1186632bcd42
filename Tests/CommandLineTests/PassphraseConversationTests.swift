import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// Passphrases that a person types on a real terminal.
  @Suite struct `Passphrase conversations` {
    func make(_ person: Person, _ passphrase: String) async throws {
      let made = try await person.types("init", "--passphrase-fd", "0", input: passphrase + "\n")
      try #require(made.status == 0, "\(made.errors)")
    }

    @Test func `a new vault's passphrase is typed twice, and not shown`() async throws {
      let person = try Person()
      let outcome = try await person.converses(
        ["init", "--passphrase"],
        answers: [
          ("not shown):", "Zauberwört\n"), ("Again:", "Zauberwort\n"), ("differ", ""),
          ("not shown):", "Zauberwört\n"), ("Again:", "Zauberwört\n"), ("ready", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("Zauber"))
      let listed = try await person.types("list", "--passphrase-fd", "0", input: "Zauberwört\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a mistyped passphrase can be typed again`() async throws {
      let person = try Person()
      try await make(person, "right")
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
      let person = try Person()
      try await make(person, "right")
      let wrong = (wait: "not shown):", type: "wrong\n")
      let outcome = try await person.converses(["list"], answers: [wrong, wrong, wrong])
      #expect(outcome.status == 12 && outcome.output.contains("because that is not the passphrase"))
      let ended = try await person.converses(["list"], answers: [("not shown):", "\u{4}")])
      #expect(ended.status == 12 && ended.output.contains("ended"))
    }

    @Test func `a passphrase is changed on the terminal`() async throws {
      let person = try Person()
      try await make(person, "old one")
      let outcome = try await person.converses(
        ["key", "passphrase"],
        answers: [
          ("Passphrase for the key \(try person.keyName()) (not shown):", "old one\n"),
          ("New passphrase for the key (not shown):", "new one\n"), ("Again:", "new one\n"),
          ("was changed", ""),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("new one"))
      let listed = try await person.types("list", "--passphrase-fd", "0", input: "new one\n")
      #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test func `a question names the key that it is about, also after a change of keys`()
      async throws
    {
      let person = try Person()
      try await make(person, "old")
      let old = try person.keyName()
      let rotated = try await person.converses(
        ["key", "rotate", "--yes"],
        answers: [
          ("Passphrase for the key \(old) (not shown):", "old\n"),
          ("New passphrase for the new key (not shown):", "new\n"), ("Again:", "new\n"),
          ("was changed", ""),
        ])
      #expect(rotated.status == 0, "\(rotated.output)")
      let names = try FileManager.default.contentsOfDirectory(atPath: person.keys.string)
      let new = try #require(names.first { $0 != old })
      let listed = try await person.converses(
        ["list"], answers: [("Passphrase for the key \(new) (not shown):", "new\n")])
      #expect(listed.status == 0 && !listed.output.contains(old), "\(listed.output)")
    }

    @Test func `Ctrl-C at the question changes nothing`() async throws {
      let person = try Person()
      try await make(person, "right")
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
