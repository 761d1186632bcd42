import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Undo as a line in time: back, forth, and to any change in the log.
@Suite struct `Undo as a line` {
  private struct Logged: Decodable {
    struct Card: Decodable {
      let name: String
      let action: String
    }
    let id: String
    let cards: [Card]
    var undoes: String?
    var redoes: String?
    let undone: Bool
    let words: String

    var shownID: String { String(id.prefix(8)) }
  }

  private func log(_ person: Person) async throws -> [Logged] {
    let outcome = try await person.types("history", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Logged].self, from: Data(outcome.bytes))
  }

  /// A person who imported three photos, accepted the drafts, and renamed one.
  private func reviewed() async throws -> Person {
    let person = try await Person.withVault()
    let photos = ["qr-tea-house.jpg", "code39-gym.jpg", "ean8-bakery.webp"]
    _ = try await person.types(
      ["import", "--no-review"] + photos.map { Person.samples.appending($0).string })
    _ = try await person.types("review", "--accept-sure")
    let edit = try await person.types("edit", "gym", "--name", "My gym", "--tag", "sport")
    try #require(edit.status == 0, "\(edit.errors)")
    return person
  }

  private func states(_ person: Person) async throws -> [String] {
    try await person.cards().map { "\($0.name) \($0.state) \($0.tags)" }
  }

  @Test func `one undo too many is taken back, step by step`() async throws {
    let person = try await reviewed()
    let whole = try await states(person)
    #expect(whole.contains("My gym active [\"sport\"]"))
    for _ in 1...3 {
      let undone = try await person.types("undo")
      #expect(undone.status == 0 && undone.errors.contains("cardvault redo"), "\(undone.errors)")
    }
    #expect(try await states(person).isEmpty)
    #expect(try await person.types("undo").status == 14)
    let redone = try await person.types("redo")
    #expect(redone.output.hasPrefix("Redone: added"), "\(redone.output)")
    for _ in 1...2 { #expect(try await person.types("redo").status == 0) }
    #expect(try await states(person) == whole)
    let none = try await person.types("redo")
    #expect(none.status == 14 && none.errors.contains("nothing was redone"))
  }

  @Test func `cards that undos removed are restored as they were before, all at once`()
    async throws
  {
    let person = try await reviewed()
    let whole = try await states(person)
    for _ in 1...3 { _ = try await person.types("undo") }
    #expect(try await person.types("restore").output.contains("My gym"))
    let restored = try await person.types("restore", "my gym", "bakery", "tea")
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(restored.output == "Restored: My gym, ean8 bakery, qr tea house\n")
    #expect(try await states(person) == whole)
    // In one step.
    #expect(try await person.types("undo").status == 0)
    #expect(try await states(person).isEmpty)
  }

  @Test func `if one of several cards is unknown, none is restored`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] { _ = try await person.types("add", "--name", name) }
    for name in ["Gym", "Zoo"] { _ = try await person.types("remove", name, "--yes") }
    #expect(try await person.types("restore", "gym", "pool").status == 14)
    #expect(try await person.names().isEmpty)
    #expect(try await person.types("restore", "gym", "zoo", "--to", "3fa94c21").status == 64)
    #expect(try await person.types("restore", "gym", "zoo", "gym").status == 0)
    #expect(try await person.names() == ["Gym", "Zoo"])
  }

  @Test func `a decision that shows nothing new is passed over once, and named`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] { _ = try await person.types("add", "--name", name) }
    let other = try Person()
    try FileManager.default.createDirectory(
      atPath: other.home.appending(".config/cardvault").string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: person.keys.string, toPath: other.keys.string)
    let target = person.home.appending("stick").string
    _ = try await person.types("sync", target)
    _ = try await other.types("sync", target)
    _ = try await other.types("edit", "gym", "--note", "B")
    _ = try await other.types("sync")
    _ = try await person.types("edit", "gym", "--note", "A")
    _ = try await person.types("sync")
    _ = try await person.types("edit", "zoo", "--name", "Zoo typo")
    let kept = try await person.types("resolve", "gym", "--keep-shown")
    #expect(kept.output.contains("Kept: note"), "\(kept.output) \(kept.errors)")
    let first = try await person.types("undo")
    #expect(first.status == 0 && first.output.contains("Skipped: the last change of “Gym”"))
    #expect(first.output.contains("Undone: edited Zoo (name"), "\(first.output)")
    // What was decided stays, so undoing what it chose changes nothing either.
    #expect(try await person.types("undo").output == "Undone: added Zoo\n")
    // With the decision passed over, the card is not taken away unasked.
    let refused = try await person.types("undo")
    #expect(refused.status == 15 && refused.errors.contains("would remove that card"))
    let id = try #require(refused.errors.firstMatch(of: /cardvault undo ([0-9a-f]{8})/)?.1)
    #expect(try await person.types("undo", String(id)).output == "Undone: added Gym\n")
    for _ in 1...3 { #expect(try await person.types("redo").status == 0) }
    #expect(try await person.names() == ["Gym", "Zoo typo"])
  }

  @Test func `the log names every change, and any of them is undone`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    _ = try await person.types("add", "--name", "Zoo")
    _ = try await person.types("edit", "gym", "--note", "x", "--tag", "sport")
    _ = try await person.types("remove", "zoo", "--yes")
    let table = try await person.types("history").output
    for words in ["added Gym", "edited Gym (", "removed Zoo", "this device"] {
      #expect(table.contains(words), "\(table)")
    }
    let edit = try await log(person)[2].shownID
    #expect(table.contains(edit), "\(table)")
    #expect(try await person.types("undo", edit).output.contains("Undone: edited Gym"))
    #expect(try await person.types("undo", edit).errors.contains("\(edit) is undone already"))
    for digits in ["00000000", String(repeating: "0", count: 64)] {
      let none = try await person.types("undo", digits)
      #expect(none.status == 14 && none.errors.contains("there is no change \(digits)"))
    }
    // A few digits name no change, as they may be a part of a name.
    #expect(try await person.types("undo", String(edit.prefix(7))).status == 14)
    let log = try await log(person)
    #expect(Set(log.map(\.id)).count == 5)
    #expect(log[3].cards.map(\.action) == ["removed"] && log[3].cards[0].name == "Zoo")
    #expect(log[2].undone && log[4].undoes == log[2].id)
    // An undo is a change like any other.
    #expect(try await person.types("undo", log[4].shownID).status == 0)
    #expect(try await self.log(person).last?.redoes == log[2].id)
    #expect(try await person.cards().first { $0.name == "Gym" }?.tags == ["sport"])
    #expect(try await person.types("undo", log[3].id).output == "Undone: removed Zoo\n")
  }

  @Test func `the log shows the last fifty changes, or all`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    for number in 1...52 { _ = try await person.types("edit", "gym", "--note", "\(number)") }
    let short = try await person.types("history")
    #expect(short.output.split(separator: "\n").count == 51, "\(short.output)")
    #expect(short.errors.contains("3 older changes: cardvault history --all"))
    let long = try await person.types("history", "--all")
    #expect(long.output.split(separator: "\n").count == 54)
    #expect(try await log(person).count == 53)
  }

  @Test func `on a terminal, undo says what it does, and asks above five cards`() async throws {
    let person = try await Person.withVault()
    let cards = (1...6).map { "Card \($0),\($0)\($0)\($0)\($0)" }.joined(separator: "\n")
    _ = try person.file("cards.csv", Array("Name,Number\n\(cards)\n".utf8))
    let imported = try await person.types(
      "import", "cards.csv", "--columns", "Name=name,Number=number")
    try #require(imported.status == 0, "\(imported.errors)")
    let kept = try await person.converses(
      ["undo"], answers: [("Undoing change ", ""), ("Undo this for 6 cards? [y/N]", "\n")])
    #expect(kept.status == 0, "\(kept.output)")
    #expect(try await person.names().count == 6)
    let undone = try await person.converses(
      ["undo"], answers: [("Undo this for 6 cards? [y/N]", "y\n")])
    #expect(undone.status == 0, "\(undone.output)")
    #expect(try await person.names().isEmpty)
    let redone = try await person.converses(["redo", "--yes"], answers: [("Redoing change ", "")])
    #expect(redone.status == 0 && !redone.output.contains("[y/N]"), "\(redone.output)")
    #expect(try await person.names().count == 6)
    // Fewer are said, not asked about.
    _ = try await person.types("edit", "card_1", "--note", "x")
    let few = try await person.converses(["undo"], answers: [("Undoing change", "")])
    #expect(few.status == 0 && few.output.contains("edited Card 1"), "\(few.output)")
  }

  @Test func `what changed while undo asks is not undone instead`() async throws {
    let person = try await Person.withVault()
    for number in 1...6 { _ = try await person.types("add", "--name", "Card \(number)") }
    let tagged = try await person.types(["edit"] + (1...6).map { "Card \($0)" } + ["--tag", "a"])
    try #require(tagged.status == 0, "\(tagged.errors)")
    let window = try await Tmux(["undo"], person, size: (100, 30))
    let page = try await window.page(asking: "Undo this for 6 cards?", insteadOf: nil)
    _ = try await person.types("add", "--name", "Later")
    try await window.press(["y", "Enter"])
    let after = try await window.page(showing: "something else was changed", insteadOf: page)
    #expect(after.joined().contains("nothing was undone"))
    #expect(try await person.names().contains("Later"))
    #expect(try await person.cards().allSatisfy { $0.name == "Later" || $0.tags == ["a"] })
  }
}
