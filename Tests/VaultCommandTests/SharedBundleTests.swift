import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Bundles for someone else, of chosen cards, and as a backup.
@Suite struct `Bundles to hand on` {
  private struct Checked: Decodable {
    let cards: Int
    let of: String
    let photos: Int
    let segments: Int
  }

  private struct Listed: Decodable {
    let id: String
    let name: String
    let state: String
  }

  private func person(with names: String...) async throws -> Person {
    let person = try await Person.withVault()
    for name in names { _ = try await person.types("add", "--name", name) }
    return person
  }

  private func list(_ person: Person) async throws -> [Listed] {
    let outcome = try await person.types("list", "--all", "--format", "json")
    return try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
  }

  @Test
  func `a chosen card goes to someone else with a passphrase, and becomes one draft there`()
    async throws
  {
    let (person, other) = (
      try await person(with: "Gym", "Zoo", "Gym locker"), try await person(with: "Own")
    )
    let written = try await person.types(
      "export", "b", "--cards", "gym", "--passphrase", "--passphrase-fd", "0", input: "words\n")
    #expect(written.status == 0 && written.output.contains("1 card"), "\(written.errors)")
    #expect(written.errors.contains("Cards: Gym\n"))
    let bundle = person.home.appending("b").string
    let mistyped = try await other.types("merge", bundle, "--passphrase-fd", "0", input: "Words\n")
    #expect(mistyped.status == 12 && mistyped.errors.contains("nothing was merged"))
    #expect(mistyped.errors.contains("the bundle's passphrase"))
    let unasked = try await other.types("merge", bundle)
    #expect(unasked.status == 12 && unasked.errors.contains("--passphrase-fd"))
    let checked = try await other.types(
      "verify", bundle, "--format", "json", "--passphrase-fd", "0", input: "words\n")
    let report = try JSONDecoder().decode(Checked.self, from: Data(checked.output.utf8))
    #expect(report.cards == 1 && report.segments == 1 && report.of == "passphrase")
    let merged = try await other.types("merge", bundle, "--passphrase-fd", "0", input: "words\n")
    #expect(merged.output == "Merged: 1 draft added\n", "\(merged.errors)")
    let cards = try await list(other)
    #expect(cards.map(\.name) == ["Gym", "Own"] && cards.map(\.state) == ["draft", "active"])
    let again = try await other.types("merge", bundle, "--passphrase-fd", "0", input: "words\n")
    #expect(again.output == "Nothing new: everything is already here.\n")
    let back = try await person.types("merge", bundle, "--passphrase-fd", "0", input: "words\n")
    #expect(back.output == "Nothing new: everything is already here.\n", "\(back.errors)")
    let stranger = try await Person().types(
      "merge", bundle, "--passphrase-fd", "0", input: "words\n")
    #expect(stranger.status == 10 && stranger.errors.contains("cardvault init"))
  }

  @Test func `after undo, a merge tells that the cards stay removed, and how to bring them back`()
    async throws
  {
    let (person, other) = (try await person(with: "Gym"), try await person(with: "Own"))
    let bundle = person.home.appending("b").string
    let words = ["--passphrase-fd", "0"]
    _ = try await person.types(["export", "b", "--passphrase"] + words, input: "words\n")
    _ = try await other.types(["merge", bundle] + words, input: "words\n")
    _ = try await other.types("undo")
    let merged = try await other.types(["merge", bundle] + words, input: "words\n")
    #expect(
      merged.output
        == "Nothing was merged: 1 card of the bundle was removed or undone here, and stays removed.\n"
    )
    #expect(
      merged.status == 0
        && merged.errors
          == "Removed or undone here: “Gym”\nTo bring a card back: cardvault restore CARD\n"
    )
    #expect(try await other.types("restore", "gym").status == 0)
    #expect(try await list(other).map(\.name) == ["Gym", "Own"])
    // The same with a bundle of one's own vault.
    _ = try await person.types("export", "own")
    _ = try await person.types("undo")
    let own = try await person.types("merge", "own", "--format", "json").output
    #expect(own.contains("\"cardsStayRemoved\":[\"") && own.contains("\"filesReceived\":0"))
  }

  @Test func `a card corrected later becomes another draft, and the older one stays`()
    async throws
  {
    let (person, other) = (try await person(with: "Zoo"), try await person(with: "Own"))
    let added = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    #expect(added.status == 0, "\(added.errors)")
    for (name, note) in [("b1", "old"), ("b2", "new")] {
      _ = try await person.types("edit", "Gym", "--note", note)
      _ = try await person.types(
        "export", name, "--cards", "Gym", "--passphrase", "--passphrase-fd", "0", input: "words\n")
      let merged = try await other.types(
        "merge", person.home.appending(name).string, "--passphrase-fd", "0", input: "words\n")
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(
        merged.output
          == (note == "old"
            ? "Merged: 1 draft added\n"
            : "Merged: 1 draft added, 1 of them with the code of an existing card\n"))
      #expect(merged.errors.contains("cardvault resolve") == (note == "new"))
    }
    #expect(try await list(other).map(\.name) == ["Gym", "Gym", "Own"])
    #expect(try await other.types("conflicts").output.contains("Gym"))
  }

  @Test func `too costly a key derivation is refused before asking a passphrase`() async throws {
    let other = try await person(with: "Own")
    let vector = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Vectors/bundle/line-passes-5.vector")
    let body = try String(contentsOf: vector, encoding: .utf8).split(
      separator: "\n\n", maxSplits: 1)[1]
    let bytes = try #require(Data(base64Encoded: body.filter { $0 != "\n" }))
    let bundle = try other.file("dear", Array(bytes))
    for command in ["merge", "verify"] {
      let refused = try await other.types(command, bundle.string)
      #expect(refused.status == 13, "\(refused.errors)")
      #expect(refused.errors.contains("cost is outside the allowed range"))
    }
  }

  @Test func `a passphrase for someone else is typed twice, and asked for by name`() async throws {
    let (person, other) = (try await person(with: "Gym"), try await person(with: "Own"))
    let written = try await person.converses(
      ["export", "b", "--passphrase"],
      answers: [
        ("not shown):", "Wörter\n"), ("Again:", "Wörter\n"), ("instead? [y/N]", "\n"),
        ("Written", ""),
      ])
    #expect(written.status == 0, "\(written.output)")
    let merged = try await other.converses(
      ["merge", person.home.appending("b").string],
      answers: [
        ("for the bundle (not shown):", "wrong\n"), ("not the passphrase", ""),
        ("not shown):", "Wörter\n"), ("draft added", ""),
      ])
    #expect(merged.status == 0 && !merged.output.contains("rter"), "\(merged.output)")
  }

  @Test func `a wrapped key's passphrase is asked for first, the bundle's next`() async throws {
    let person = try await Person.withVault(passphrase: "mine")
    let added = try await person.types(
      "add", "--name", "Gym", "--passphrase-fd", "0", input: "mine\n")
    #expect(added.status == 0, "\(added.errors)")
    let written = try await person.types(
      "export", "b", "--passphrase", "--passphrase-fd", "0", input: "mine\ntheirs\n")
    #expect(written.status == 0, "\(written.errors)")
    let other = try await self.person(with: "Own")
    let merged = try await other.types(
      "merge", person.home.appending("b").string, "--passphrase-fd", "0", input: "theirs\n")
    #expect(merged.status == 0 && merged.output.contains("1 draft"), "\(merged.errors)")
    // Its reader's key may have a passphrase, too; and the lines have an order.
    let reader = try await Person.withVault(passphrase: "own")
    for (input, isRight) in [("theirs\nown\n", false), ("own\n", false), ("own\ntheirs\n", true)] {
      let outcome = try await reader.types(
        "merge", person.home.appending("b").string, "--passphrase-fd", "0", input: input)
      #expect(outcome.status == (isRight ? 0 : 12), "\(outcome.errors)")
      #expect(outcome.errors.contains("first the vault key's") != isRight, "\(outcome.errors)")
    }
  }

  @Test func `cards are chosen by name, id and words, and failed matches are named`() async throws {
    let person = try await person(with: "Gym", "Zoo", "Gym locker", "Library")
    let ids = Dictionary(uniqueKeysWithValues: try await list(person).map { ($0.name, $0.id) })
    for (words, names) in [
      (["Gym"], "Gym"), (["gy"], "Gym, Gym locker"), (["zoo", "lib"], "Library, Zoo"),
      ([ids["Library"] ?? ""], "Library"), ([String((ids["Zoo"] ?? "").prefix(10))], "Zoo"),
    ] as [([String], String)] {
      let file = "b-\(names.utf8.count)-\(words.count)-\(words[0].utf8.count)"
      let written = try await person.types(
        ["export", file] + words.flatMap { ["--cards", $0] })
      #expect(written.errors.contains("Cards: \(names)\n"), "\(written.errors)")
    }
    for words in ["nothing", " "] {
      let refused = try await person.types("export", "none", "--cards", words)
      #expect(refused.status == 14 && refused.errors.contains("no card matches"))
    }
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("none").string))
  }

  @Test func `a bundle and the recovery sheet's key restore a lost vault`() async throws {
    let person = try await person(with: "Gym", "Zoo")
    _ = try await person.types("remove", "Zoo", "--yes")
    _ = try await person.types("export", "backup")
    let bundle = person.home.appending("backup").string
    let other = try Person()
    let keyless = try await other.types("merge", bundle)
    #expect(keyless.status == 10 && keyless.errors.contains("key restore"), "\(keyless.errors)")
    #expect(try await other.types("verify", bundle).status == 12)
    let key = person.keys.appending(try person.keyName()).string
    let restored = try await other.types("key", "restore", key)
    #expect(restored.status == 0, "\(restored.errors)")
    let checked = try await other.types("verify", bundle)
    #expect(
      checked.status == 0 && checked.output.contains("vault is not on this device, but its key is"),
      "\(checked.errors)")
    let made = try await other.types("merge", bundle)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("The vault was restored") && made.output.contains("1 card added"))
    #expect(try await list(other).map(\.name) == ["Gym"])
    #expect(try await other.types("restore", "Zoo").status == 0)
    #expect(try await other.types("verify").status == 0)
    let own = try await other.types("verify", bundle)
    #expect(own.output.contains("1 card") && own.output.contains("belongs to this vault"))
  }

  @Test func `a vault is restored with one passphrase line, or nothing is left of the attempt`()
    async throws
  {
    let (person, words) = (
      try await Person.withVault(passphrase: "mine"), ["--passphrase-fd", "0"]
    )
    _ = try await person.types(["add", "--name", "Gym"] + words, input: "mine\n")
    let written = try await person.types(["export", "b"] + words, input: "mine\n")
    #expect(written.status == 0, "\(written.errors)")
    let key = person.keys.appending(try person.keyName()).string
    // From a bundle, and from a copy of the vault.
    for source in [person.home.appending("b"), person.vault] {
      let other = try Person()
      #expect(try await other.types("key", "restore", key).status == 0)
      let around = other.vault.removingLastComponent().string
      for input in ["", "wrong\n"] {
        let refused = try await other.types(["merge", source.string] + words, input: input)
        #expect(refused.status == 12, "\(refused.errors)")
        let left = try? FileManager.default.contentsOfDirectory(atPath: around)
        #expect(left ?? [] == [], "\(source)")
      }
      let made = try await other.types(["merge", source.string] + words, input: "mine\n")
      #expect(made.status == 0, "\(made.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: around) == ["vault"])
      let listed = try await other.types(["list", "--format", "plain"] + words, input: "mine\n")
      #expect(listed.status == 0 && listed.output.hasSuffix("  Gym\n"), "\(listed.errors)")
      #expect(try await other.types(["verify"] + words, input: "mine\n").status == 0)
    }
  }

  @Test func `a person who restores a vault types each passphrase once`() async throws {
    let person = try await Person.withVault(passphrase: "mine")
    _ = try await person.types("export", "b", "--passphrase-fd", "0", input: "mine\n")
    let other = try Person()
    let name = try person.keyName()
    _ = try await other.types("key", "restore", person.keys.appending(name).string)
    let made = try await other.converses(
      ["merge", person.home.appending("b").string],
      answers: [("for the key \(name.prefix(8)) (not shown):", "mine\n"), ("was restored", "")])
    #expect(made.status == 0, "\(made.output)")
    #expect(made.output.components(separatedBy: "not shown").count == 2, "\(made.output)")
  }

  @Test func `checking a bundle names what is wrong with it`() async throws {
    let person = try await person(with: "Gym")
    _ = try await person.types("export", "b")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: person.home.appending("b").string)))
    let cut = try person.file("cut", Array(bytes.dropLast()))
    bytes[bytes.count - 20] ^= 1
    for path in [cut, try person.file("flipped", bytes), try person.file("text", [1, 2, 3])] {
      let refused = try await person.types("verify", path.string)
      #expect(refused.status == 13 && refused.errors.contains("could not be verified"))
    }
    #expect(try await person.types("verify", "nothing").status == 14)
    #expect(try await person.types("verify", "b", "--without-key").status == 64)
    let other = try await self.person(with: "Own")
    let foreign = try await other.types("verify", person.home.appending("b").string)
    #expect(foreign.status == 12 && foreign.errors.contains("another vault"))
  }
}
