import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Deciding and joining` {
  struct Decisions: Decodable {
    struct Value: Decodable {
      let value: String?
      let made: String
      let device: String
      let thisDevice: Bool
      let masked: Bool
    }
    struct Conflict: Decodable {
      let card: String
      let name: String
      let field: String
      let values: [Value]
    }
    struct Duplicate: Decodable {
      struct Holder: Decodable {
        let id: String
        let name: String
      }
      let symbology: String
      let ending: String?
      let cards: [Holder]
    }
    let conflicts: [Conflict]
    let duplicates: [Duplicate]
  }

  func decisions(_ person: Person) async throws -> Decisions {
    let outcome = try await person.types("conflicts", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Decisions.self, from: Data(outcome.bytes))
  }

  /// A person with two devices that changed the name and printed number of one card at once.
  func conflicted() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    let other = person.home.appending("other")
    try FileManager.default.copyItem(atPath: person.vault.string, toPath: other.string)
    let here = try await person.types("edit", "Gym", "--name", "Left", "--number", "111122223333")
    let there = try await person.types(
      ["edit", "Gym", "--name", "Right", "--number", "444455556666", "--vault", other.string],
      environment: ["XDG_STATE_HOME": person.home.appending("other-state").string])
    try #require(here.status == 0 && there.status == 0, "\(there.errors)")
    let segments = other.appending("segments")
    for name in try FileManager.default.contentsOfDirectory(atPath: segments.string) {
      try? FileManager.default.copyItem(
        atPath: segments.appending(name).string,
        toPath: person.vault.appending("segments").appending(name).string)
    }
    return person
  }

  @Test func `concurrent changes of two devices are listed, masked, and marked in the list`()
    async throws
  {
    let person = try await conflicted()
    let table = try await person.types("conflicts")
    #expect(table.status == 0)
    for words in ["Right (shown)", "Left", "name", "number", "this device", "••••6666", "••••3333"]
    {
      #expect(table.output.contains(words), "\(table.output)")
    }
    let json = try await person.types("conflicts", "--format", "json")
    for outcome in [table, json] {
      #expect(!outcome.output.contains("44445555") && !outcome.output.contains("11112222"))
    }
    let found = try await decisions(person)
    #expect(found.conflicts.map(\.field) == ["name", "number"] && found.duplicates.isEmpty)
    let values = found.conflicts[0].values
    #expect(values.map(\.value) == ["Right", "Left"])
    #expect(values.map(\.thisDevice) == [false, true])
    #expect(values.allSatisfy { $0.device.count == 16 && !$0.masked })
    #expect(found.conflicts[1].values.map(\.masked) == [true, true])
    #expect(try await person.types("list").output.contains("conflict"))
    let shown = try await person.types("show", "Right", "--as", "text")
    #expect(shown.output == "5901234123457\n")
    #expect(shown.errors.contains("2 fields") && shown.errors.contains("cardvault resolve"))
    #expect(
      try await person.types("conflicts", "--format", "plain").output
        == "Right: name: Right / Left\nRight: number: ••••6666 / ••••3333\n")
  }

  @Test func `options decide when nobody can be asked`() async throws {
    let person = try await conflicted()
    let asked = try await person.types("resolve", "right")
    #expect(asked.status == 64 && asked.errors.contains("--keep"))
    for wrong in ["name", "name=3", "name=0", "note=1", "colour=x"] {
      #expect(try await person.types("resolve", "right", "--keep", wrong).status == 64)
    }
    #expect(try await decisions(person).conflicts.count == 2)
    let name = try await person.types(
      "resolve", "right", "--keep", "name=2", "--format", "json")
    #expect(name.status == 0 && name.output.contains("\"decided\":[\"name\"]"))
    #expect(try await decisions(person).conflicts.map(\.field) == ["number"])
    let rest = try await person.types("resolve", "left", "--keep-shown")
    #expect(rest.status == 0 && rest.output.contains("Kept: number ••••6666"))
    #expect(try await decisions(person).conflicts.isEmpty)
    #expect(try await person.types("conflicts").output == "There is nothing to decide.\n")
    let history = try await person.types("history", "left", "--format", "plain").output
    #expect(
      history.hasSuffix(
        "conflict resolved: name “Right” → “Left”\nconflict resolved: number stays ••••6666\n"),
      "\(history)")
    let json = try await person.types("history", "left", "--format", "json").output
    #expect(json.contains(#""decided":[{"field":"number","value":"••••6666"}]"#), "\(json)")
    let none = try await person.types("resolve", "left")
    #expect(none.status == 0 && none.output.contains("nothing to resolve"))
    #expect(try await person.types("resolve", "nobody").status == 14)
    // The decision left the number as it was shown, so that the one before it is undone.
    #expect(try await person.types("undo").output.contains("name “Right” again, not “Left”"))
    #expect(try await person.names() == ["Right"])
  }

  @Test func `a person is asked about each, and can postpone one`() async throws {
    let person = try await conflicted()
    let outcome = try await person.converses(
      ["resolve", "right"],
      answers: [("Which one stays?", "7\n"), ("from 1 to 2", "2\n"), ("Which one stays?", "\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("Kept: name “Left”"))
    #expect(try await decisions(person).conflicts.map(\.field) == ["number"])
    #expect(try await person.types("list").output.contains("Left"))
  }

  @Test func `cards that share a code are duplicates until they are joined`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("ean13-grocer.jpg").string
    _ = try await person.types("import", photo, "--name", "Photo", "--tag", "a")
    _ = try await person.types(
      "import", photo, "--name", "Typed", "--tag", "b", "--duplicate")
    let list = try await person.types("list").output
    #expect(list.components(separatedBy: "duplicate").count == 3)
    let found = try await decisions(person).duplicates
    #expect(found.count == 1 && found[0].cards.map(\.name) == ["Photo", "Typed"])
    #expect(found[0].symbology == "EAN-13" && found[0].ending?.count == 4)
    #expect(try await person.types("show", "Typed", "--as", "text").errors.contains("“Photo”"))
    #expect(try await person.types("resolve", "Typed").status == 64)
    #expect(try await person.types("resolve", "Typed", "--join-with", "Typed").status == 64)
    let joined = try await person.types("resolve", "Typed", "--join-with", "Photo")
    #expect(joined.status == 0 && joined.output == "Joined: “Photo” into “Typed”\n")
    let old = String(found[0].cards[0].id.prefix(10))
    #expect(try await person.types("show", old, "--as", "json").output.contains("\"Typed\""))
    #expect(try await person.types("conflicts").output.contains("nothing to decide"))
    // The id derived from the photo was that of the card that was joined into the other.
    let again = try await person.types("import", photo, "--no-review")
    #expect(again.output.contains("1 already there"))
    #expect(try await person.types("edit", old, "--note", "landed").status == 0)
    #expect(try await person.names() == ["Typed"])
    let history = try await person.types("history", old).output
    #expect(history.contains("joined with “Photo”") && history.contains("+ tag a"))
    _ = try await person.types("undo", old)
    let parted = try await person.types("undo", old)
    #expect(parted.output.contains("Undone: joined Typed with another card"), "\(parted.output)")
    #expect(try await person.names() == ["Photo", "Typed"])
    _ = try await person.types("resolve", "Typed", "--join-with", "Photo")
    #expect(try await person.types("remove", old, "--yes").status == 0)
    #expect(try await person.names().isEmpty)
    #expect(try await person.types("restore", old).status == 0)
    #expect(try await person.names() == ["Typed"])
  }

  @Test func `a person is asked which of two cards to keep`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "One", "--code", "5901234123457", "--tag", "a")
    _ = try await person.types(
      "add", "--name", "Two", "--code", "5901234123457", "--tag", "b", "--duplicate")
    let kept = try await person.converses(
      ["resolve", "One"], answers: [("Which one stays? 1", "\n")])
    #expect(kept.status == 0, "\(kept.output)")
    #expect(try await decisions(person).duplicates.count == 1)
    let outcome = try await person.converses(
      ["resolve", "One"], answers: [("Which one stays? 1", "2\n")])
    #expect(outcome.status == 0 && outcome.output.contains("Joined: “One” into “Two”"))
    let cards = try await person.cards()
    #expect(cards.map(\.name) == ["Two"] && cards.first?.tags == ["a", "b"])
  }
}
