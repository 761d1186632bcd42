import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct ConflictTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    folder = try VaultFolder()
  }

  private func open(_ device: String = "first") throws -> Vault {
    try Vault.open(at: folder.locations(device))
  }

  /// Two devices that changed the same fields at once.
  private func made() async throws -> Vault {
    let first = try Vault.create(at: folder.locations(), now: { Timestamp(milliseconds: 1_000) })
    try await first.save([card])
    let second = try Vault.open(
      at: folder.locations("second"), now: { Timestamp(milliseconds: 2_000) })
    try await first.save([card.with { ($0.name, $0.note) = ("Left", "left") }])
    try await second.save([card.with { $0.name = "Right" }])
    return try open()
  }

  @Test func `each side is reported, with who wrote it and when`() async throws {
    let vault = try await made()
    let conflict = try #require(await vault.conflicts.first)
    #expect(await vault.conflicts.count == 1)
    #expect(conflict.card == card.id && conflict.field == "name")
    #expect(conflict.sides.map(\.card.name) == ["Right", "Left"])
    #expect(conflict.sides.map(\.card.note) == ["left", "left"])
    #expect(conflict.sides.map(\.isOwn) == [false, true])
    #expect(conflict.sides.map(\.made.milliseconds) == [2_000, 1_000])
  }

  @Test(arguments: [0, 1]) func `a decision settles it everywhere`(index: Int) async throws {
    let vault = try await made()
    let conflict = try #require(await vault.conflicts.first)
    try await vault.decide([(conflict, conflict.sides[index])])
    for device in ["first", "second", "third"] {
      let vault = try open(device)
      #expect(await vault.conflicts.isEmpty)
      #expect(await vault.cards.map(\.name) == [["Right", "Left"][index]])
      #expect(await vault.cards.map(\.note) == ["left"])
      #expect(await vault.changes(of: card.id).map(\.decided) == [[], [], [], ["name"]])
    }
  }

  @Test func `a change by another device while a person decides stays a conflict`() async throws {
    let vault = try await made()
    let conflict = try #require(await vault.conflicts.first)
    try await open("third").save([card.with { ($0.name, $0.note) = ("Third", "left") }])
    try await vault.decide([(conflict, conflict.sides[1])])
    let names = try #require(try await open().conflicts.first).sides.map(\.card.name)
    #expect(Set(names) == ["Left", "Third"])
  }

  @Test(arguments: [0, 1])
  func `when two devices decide the same conflict, the history names both decisions`(
    index: Int
  ) async throws {
    let here = try await made()
    let there = try open("second")
    let (conflict, same) = (await here.conflicts.first, await there.conflicts.first)
    let (chosen, other) = (try #require(conflict), try #require(same))
    try await here.decide([(chosen, chosen.sides[0])])
    try await there.decide([(other, other.sides[index])])
    for device in ["first", "second"] {
      let vault = try open(device)
      #expect(await vault.conflicts.count == index)
      #expect(
        await vault.changes(of: card.id).map(\.decided) == [[], [], [], ["name"], ["name"]])
    }
  }

  @Test func `an edit that had not seen a conflict decides nothing`() async throws {
    func vault(_ device: String, at milliseconds: Int64) throws -> Vault {
      try Vault.open(
        at: folder.locations(device), now: { Timestamp(milliseconds: milliseconds) })
    }
    let first = try Vault.create(at: folder.locations(), now: { Timestamp(milliseconds: 1_000) })
    try await first.save([card])
    let third = try vault("third", at: 2_000)
    try await first.save([card.with { $0.name = "Left" }])
    let second = try vault("second", at: 3_000)
    try await third.save([card.with { $0.name = "Right" }])
    // It agrees with the third device without knowing of it.
    try await second.save([card.with { $0.name = "Right" }])
    #expect(try await open().conflicts.isEmpty)
    #expect(try await open().changes(of: card.id).map(\.decided) == [[], [], [], []])
  }

  @Test func `choosing a balance keeps everything spent from it`() async throws {
    func counter(_ operation: FieldChange.Operation, _ amount: Int64) -> CardEdit {
      CardEdit(
        card: card.id, kind: .edit,
        changes: [
          FieldChange(
            field: 10, mergeClass: .counter, operation: operation,
            value: UInt64(bitPattern: amount).bigEndianBytes
              + (operation == .set ? Array("EUR".utf8) : []))
        ])
    }
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    let second = try open("second")
    try await first.write([counter(.set, 50_000)], at: first.now())
    try await first.write([counter(.add, -10_000)], at: first.now())
    try await second.write([counter(.set, 80_000)], at: second.now())
    let vault = try open()
    let conflict = try #require(await vault.conflicts.first)
    #expect(conflict.field == "balance")
    // The later base did not know of the spending either; the other one is reduced by it.
    #expect(conflict.sides.map(\.card.balance?.thousandths) == [70_000, 40_000])
    try await vault.decide([(conflict, conflict.sides[1])])
    #expect(try await open("second").cards.first?.balance?.thousandths == 40_000)
    #expect(try await open("second").cards.first?.balance?.currency == "EUR")
    #expect(try await open("second").conflicts.isEmpty)
  }

  @Test func `a clearing is a side, and so is a value that only a newer program knows`()
    async throws
  {
    let first = try Vault.create(at: folder.locations())
    try await first.save([card.with { $0.note = "x" }])
    let second = try open("second")
    func unknown(_ value: UInt8) -> FieldChange {
      FieldChange(field: 99, mergeClass: .register, operation: .set, value: [value])
    }
    try await first.save([card])
    try await second.save([card.with { $0.note = "y" }])
    try await first.write(
      [CardEdit(card: card.id, kind: .edit, changes: [unknown(1)])], at: first.now())
    try await second.write(
      [CardEdit(card: card.id, kind: .edit, changes: [unknown(2)])], at: second.now())
    let vault = try open()
    let conflicts = await vault.conflicts
    #expect(conflicts.map(\.field) == ["note", "field 99"])
    #expect(conflicts[0].sides.map(\.card.note) == ["y", ""])
    try await vault.decide(conflicts.map { ($0, $0.sides[1]) })
    let fields = try await open("third").fields(of: card.id)
    #expect(fields.value(of: 5, .register) == nil && fields.value(of: 99, .register) == [1])
    #expect(try await open("third").conflicts.isEmpty)
  }

  @Test func `cards that share a code by other symbologies are found, others not`() async throws {
    let vault = try Vault.create(at: folder.locations())
    func card(_ name: String, _ symbology: Symbology, _ digits: String) -> Card {
      var generator = SystemRandomNumberGenerator()
      return Card(
        id: CardID(using: &generator), name: name,
        codes: [Barcode(symbology: symbology, bytes: Array(digits.utf8), text: digits)])
    }
    try await vault.save([
      card("A", .upcA, "012345000065"), card("B", .ean13, "0012345000065"),
      card("C", .upcE, "01234565"), card("D", .code128, "0012345000065"),
      card("E", .code128, "9912345000065"),
    ])
    let duplicates = try await open().duplicates
    #expect(duplicates.map { $0.cards.map(\.name) } == [["A", "B", "C"]])
  }
}
