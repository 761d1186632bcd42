import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `History commands` {
  struct Change: Decodable {
    struct Field: Decodable, Equatable {
      let field: String
      var from: String?
      var to: String?
    }
    let id: String
    let made: String
    let device: String
    let thisDevice: Bool
    let changes: [Field]
    let removed: Bool
    let undo: Bool
    let undone: Bool

    var shownID: String { String(id.prefix(8)) }
  }

  func history(_ person: Person, _ card: String) async throws -> [Change] {
    let outcome = try await person.types("history", card, "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Change].self, from: Data(outcome.output.utf8))
  }

  /// A person with a card that was added and edited once.
  func edited() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types(
      "add", "--name", "Gym", "--code", "5901234123457", "--number", "12345678", "--tag", "sport")
    let edit = try await person.types(
      "edit", "Gym", "--name", "Fitness", "--untag", "sport", "--tag", "town", "--note", "x")
    try #require(edit.status == 0, "\(edit.errors)")
    return person
  }

  @Test func `a history describes changes in words, with masked numbers`() async throws {
    let person = try await edited()
    let table = try await person.types("history", "fitness")
    for words in [
      "this device", "added", "name “Gym”", "code EAN-13 ••••3457 added", "number ••••78",
      "name “Gym” → “Fitness”", "− tag sport", "+ tag town", "note “x”",
    ] {
      #expect(table.output.contains(words), "\(table.output)")
    }
    let json = try await person.types("history", "fitness", "--format", "json").output
    for outcome in [table.output, json] {
      #expect(!outcome.contains("5901234123457") && !outcome.contains("12345678"))
    }
    let changes = try await history(person, "fitness")
    #expect(changes.allSatisfy { $0.id.count == 64 } && table.output.contains(changes[1].shownID))
    #expect(changes[0].changes.contains(.init(field: "code", to: "EAN-13 ••••3457")))
    #expect(
      changes[1].changes == [
        .init(field: "name", from: "Gym", to: "Fitness"), .init(field: "tag", from: "sport"),
        .init(field: "tag", to: "town"), .init(field: "note", to: "x"),
      ])
    #expect(changes.allSatisfy { $0.thisDevice && $0.device.count == 16 && !$0.undone })
    #expect(changes.allSatisfy { $0.made.hasSuffix("Z") })
  }

  @Test func `undo reports what it reverted, goes further back, and ends`() async throws {
    let person = try await edited()
    let first = try await person.types("undo")
    #expect(first.status == 0 && first.output == "Undone: edited Gym (name, tags, note)\n")
    let marked = try await history(person, "gym")
    #expect(marked.map(\.undone) == [false, true, false])
    #expect(marked.map(\.undo) == [false, false, true])
    #expect(try await person.types("history", "gym").output.contains("undone"))
    let second = try await person.types("undo", "gym", "--format", "json")
    #expect(second.status == 0 && second.output.contains("\"action\":\"added\""))
    #expect(second.output.hasPrefix("{\"cards\":[{"), "\(second.output)")
    #expect(try await person.types("undo", "gym").status == 14)
    let none = try await person.types("undo")
    #expect(none.status == 14 && none.errors.contains("nothing was undone"))
    #expect(try await person.types("undo", "nobody").status == 14)
  }

  @Test func `a removed card comes back by undo and by restore`() async throws {
    let person = try await edited()
    let removed = try await person.types("remove", "fitness", "--yes")
    #expect(removed.errors.contains("Its history stays in the vault.\n"))
    #expect(removed.errors.contains("cardvault undo"))
    #expect(try await history(person, "fitness").map(\.removed) == [false, false, true])
    #expect(try await person.types("undo", "fitness").output.contains("Undone: removed Fitness\n"))
    #expect(try await person.types("show", "fitness", "--as", "text").output == "5901234123457\n")
    _ = try await person.types("remove", "fitness", "--yes")
    #expect(try await person.types("restore").output.contains("Fitness"))
    #expect(try await person.types("restore", "fitness").status == 0)
    #expect(try await person.types("restore").status == 14)
    #expect(try await person.types("show", "fitness", "--as", "text").output == "5901234123457\n")
    let there = try await person.types("restore", "fitness")
    #expect(there.status == 15 && there.errors.contains("it has the ids for --to"))
    #expect(try await person.types("restore", "nobody").status == 14)
    // Bringing a card back is a change like any other.
    #expect(
      try await person.types("undo").output.contains(
        "Undone: brought back Fitness (removed again)\n"))
  }

  @Test func `a card is restored to its state after a given change`() async throws {
    let person = try await edited()
    let ids = try await history(person, "fitness").map(\.id)
    let back = try await person.types("restore", "fitness", "--to", String(ids[0].prefix(8)))
    #expect(
      back.status == 0 && back.output == "Restored: Gym, as after change \(ids[0].prefix(8))\n")
    #expect(try await person.types("list").output.contains("sport"))
    let same = try await person.types("restore", "gym", "--to", ids[0], "--format", "json")
    #expect(same.status == 0 && same.output.hasPrefix("{\"changed\":[],"))
    let there = try await person.types("restore", "gym", "--to", ids[1], "--format", "json")
    #expect(there.status == 0 && there.output.contains("{\"changed\":[\""))
    #expect(try await person.types("undo").output.contains("Undone: edited Gym (name, "))
    for digits in ["0", "1", String(ids[0].prefix(7)), ids[0] + "0"] {
      #expect(try await person.types("restore", "gym", "--to", digits).status == 14)
    }
    _ = try await person.types("remove", "gym", "--yes")
    let last = try #require(try await history(person, "gym").last)
    let gone = try await person.types("restore", "gym", "--to", last.id)
    #expect(gone.status == 14 && gone.errors.contains("left it removed"))
    #expect(try await person.types("restore", "gym", "--to", ids[1]).status == 0)
    #expect(try await person.types("list").output.contains("Fitness"))
  }

  @Test func `moments are local, except for scripts`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Coupon", "--one-time")
    _ = try await person.types("use", "coupon")
    let zone = ["TZ": "UTC-5"]
    for format in ["table", "plain"] {
      let shown = try await person.types(
        "history", "coupon", "--format", format, environment: zone
      ).output
      #expect(shown.contains("used at 20") && !shown.contains("Z"), "\(shown)")
    }
    let used = try #require(try await history(person, "coupon").last)
    let moment = try #require(used.changes.first { $0.field == "usedAt" }?.to)
    #expect(moment.hasSuffix("Z") && used.made.hasSuffix("Z"))
    #expect(try await person.types("undo").output == "Undone: used Coupon\n")
    #expect(try await person.types("undo").output == "Undone: added Coupon\n")
  }

  @Test func `a removal that was undone does not count as one before`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Coupon")
    _ = try await person.types("remove", "coupon", "--yes")
    #expect(try await person.types("undo").output == "Undone: removed Coupon\n")
    #expect(try await person.types("undo").output == "Undone: added Coupon\n")
  }

  @Test func `undoing one command on many cards is reported in one line`() async throws {
    let person = try await Person.withVault()
    for name in ["A", "B", "C", "D", "E", "F"] {
      _ = try await person.types("add", "--name", "Card \(name)", "--tag", "food")
    }
    _ = try await person.types("edit", "--all-tagged", "food", "--note", "x")
    #expect(
      try await person.types("undo").output
        == "Undone: edited 6 cards: Card A, Card B, Card C and 3 more\n")
  }

  @Test func `a change made elsewhere names another device`() async throws {
    let person = try await edited()
    let elsewhere = ["XDG_STATE_HOME": person.home.appending("other").string]
    let named = try await person.types("sync", "--device-name", "elsewhere", environment: elsewhere)
    #expect(named.output.hasPrefix("This device: elsewhere\n"))
    #expect(named.errors.contains("once you have saved a change here and synced"))
    #expect(try await person.types("sync", "--status").errors.isEmpty)
    _ = try await person.types("edit", "fitness", "--note", "theirs", environment: elsewhere)
    let changes = try await history(person, "fitness")
    #expect(changes.map(\.thisDevice) == [true, true, false])
    let table = try await person.types("history", "fitness").output
    #expect(table.contains("  elsewhere    note “x” → “theirs”"), "\(table)")
    // This device's last save is not the card's last change.
    #expect(try await person.types("undo").output.contains("Undone: edited Gym (name, tags"))
    #expect(try await person.types("undo", "gym").output.contains("note “x” again, not “theirs”"))
  }

  @Test(arguments: [
    ("old\nlaptop", "has a line break, a control character or one that cannot be seen"),
    ("\u{1B}[2J", "has a line break, a control character or one that cannot be seen"),
    ("\u{200B}", "has a line break, a control character or one that cannot be seen"),
    ("\u{FE0F}", "has a line break, a control character or one that cannot be seen"),
    (String(repeating: "x", count: 65), "it has 65 characters, and the limit is 64"),
  ])
  func `a device's name that would be shown otherwise is refused`(
    name: String, reason: String
  ) async throws {
    let person = try await Person.withVault()
    try #require(try await person.types("sync", "--device-name", "laptop").status == 0)
    let refused = try await person.types("sync", "--device-name", name)
    #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
    #expect(try await person.types("sync", "--status").output.hasPrefix("This device: laptop\n"))
    let longest = String(repeating: "ü", count: 64)
    #expect(try await person.types("sync", "--device-name", " \(longest)\n").status == 0)
    #expect(
      try await person.types("sync", "--status").output.hasPrefix("This device: \(longest)\n"))
  }

  @Test func `a name cannot control the terminal`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types(
      "add", "--name", "evil\u{1B}]0;x\u{7}\u{202E}", "--note", "\u{1B}[2J")
    for words in [["history", "evil"], ["history", "evil", "--format", "plain"], ["undo"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 0 && !outcome.output.contains("\u{1B}"))
      #expect(!outcome.output.contains("\u{202E}"))
    }
  }
}
