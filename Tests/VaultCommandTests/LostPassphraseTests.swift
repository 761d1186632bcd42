import CommandLineSupport
import Foundation
import SystemPackage
import Testing

extension Passphrases {
  /// A passphrase that nobody knows any more, and a recovery sheet from before it was set.
  @Suite struct `Lost passphrase` {
    private struct Check: Decodable { let file: String }

    /// What the program advises.
    private static let advice = "first move the key file away"

    private func text(_ owner: SheetOwner) throws -> String {
      try String(
        contentsOfFile: owner.person.keys.appending(owner.keyID).string, encoding: .ascii)
    }

    @Test func `the advice, followed word for word, opens the vault again`()
      async throws
    {
      let owner = try await SheetOwner()
      let person = owner.person
      _ = try await person.types("add", "--name", "Grocer")
      _ = try await owner.makesSheet()
      let sheet = "\(owner.stem).png"
      let set = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", input: "forgotten\n")
      try #require(set.status == 0, "\(set.errors)")
      let script = try await person.types("list", "--passphrase-fd", "0", input: "guess\n")
      #expect(script.status == 12 && script.errors.contains(Self.advice), "\(script.errors)")
      let wrong = (wait: "not shown):", type: "guess\n")
      let typed = try await person.converses(["list"], answers: [wrong, wrong, wrong])
      #expect(typed.status == 12, "\(typed.output)")
      // The terminal shows it in lines.
      #expect(
        typed.output.replacing("\r\n", with: " ").contains(Self.advice), "\(typed.output)")

      // Too early, and never over a file.
      let wrapped = try text(owner)
      let early = try await person.types("key", "restore", sheet)
      #expect(early.status == 15 && early.output.isEmpty, "\(early.output)")
      #expect(early.errors.contains(owner.keyID) && early.errors.contains("move that file away"))
      #expect(early.errors.contains("a passphrase of its own"), "\(early.errors)")
      #expect(try text(owner) == wrapped)

      let checked = try await person.types("key", "check", "--format", "json")
      let file = try JSONDecoder().decode(Check.self, from: Data(checked.output.utf8)).file
      try FileManager.default.moveItem(
        atPath: file, toPath: person.home.appending("moved away").string)
      let restored = try await person.types("key", "restore", sheet)
      #expect(restored.status == 0, "\(restored.errors)")
      #expect(restored.output.hasPrefix("The key is restored.\n"), "\(restored.output)")
      #expect(try await person.names() == ["Grocer"])
    }

    @Test func `only a key file that whoever has the sheet can use counts as restored`()
      async throws
    {
      let owner = try await SheetOwner(isWrapped: true)
      let person = owner.person
      func restores(_ line: String) async throws -> Person.Outcome {
        try await person.types("key", "restore", "-", input: line)
      }
      #expect(try await restores(owner.line).output.contains("already restored"))
      let changed = try await person.types(
        "key", "passphrase", "--passphrase-fd", "0", input: owner.input + "another\n")
      try #require(changed.status == 0, "\(changed.errors)")
      #expect(try await restores(text(owner)).output.contains("already restored"))
      let older = try await restores(owner.line)
      #expect(older.status == 15 && older.output.isEmpty, "\(older.output)")
      #expect(older.errors.contains("a passphrase of its own"), "\(older.errors)")
      let removed = try await person.types(
        "key", "passphrase", "--remove", "--passphrase-fd", "0", input: "another\n")
      try #require(removed.status == 0, "\(removed.errors)")
      // It opens the vault without any passphrase.
      #expect(try await restores(owner.line).output.contains("already restored"))
      #expect(try text(owner).hasPrefix("cardvault-key1"))
    }
  }
}
