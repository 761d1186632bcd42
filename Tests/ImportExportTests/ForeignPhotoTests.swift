import CommandLineSupport
import SystemPackage
import Testing

/// The photos of Catima's cards.
extension `Other wallets' files` {
  @Test func `Catima's photos come along, and one that is none is reported`() async throws {
    let person = try await Person.withVault()
    let bytes = ZipFile.of([
      ("catima.csv", Array(Self.table.utf8)), ("card_1_front.png", try photo()),
      ("card_1_icon.png", try photo()), ("card_2_back.png", Array("no picture".utf8)),
    ])
    let path = try person.file("catima.zip", bytes).string
    let outcome = try await person.types("import", "--format", "json", path)
    #expect(outcome.status == 3, "\(outcome.errors)")
    let report = try Report(outcome)
    #expect(report.added.count == 2 && report.photosKept == 1)
    #expect(report.leftOut.map(\.name) == ["Gym"])
    #expect(
      report.leftOut[0].words == "its photo of the back was not kept, because it is not a picture")
    #expect(report.cards.map(\.leftOut) == [["icon"], nil])
    #expect(try await photos(person, "baker") == ["front"])
    #expect(try await photos(person, "gym") == nil)
    // Again, nothing changes, and a photo that a person took away stays away.
    _ = try await person.types("edit", "baker", "--remove-photos")
    let again = try Report(try await person.types("import", "--format", "json", path))
    #expect(again.counts.alreadyThere == 2 && again.changed.isEmpty && again.photosKept == nil)
    #expect(again.leftOut.map(\.name) == ["Gym"])
    #expect(try await photos(person, "baker") == nil)
  }

  @Test func `of two photos, the one that a person took away stays away`() async throws {
    let person = try await Person.withVault()
    let bytes = ZipFile.of([
      ("catima.csv", Array(Self.table.utf8)), ("card_1_front.png", try photo()),
      ("card_1_back.png", try photo()),
    ])
    let path = try person.file("catima.zip", bytes).string
    _ = try await person.types("import", "--no-review", path)
    #expect(try await photos(person, "baker") == ["front", "back"])
    let removed = try await person.types("edit", "baker", "--remove-photo", "2")
    try #require(removed.status == 0, "\(removed.errors)")
    let left = try await photos(person, "baker")
    let again = try Report(try await person.types("import", "--format", "json", path))
    #expect(again.counts.alreadyThere == 2 && again.changed.isEmpty && again.photosKept == nil)
    #expect(try await photos(person, "baker") == left && left?.count == 1)
  }

  @Test func `Catima's photos also come to cards whose table was imported without them`()
    async throws
  {
    let person = try await Person.withVault()
    let table = try person.file("catima.csv", Array(Self.table.utf8)).string
    _ = try await person.types("import", "--no-review", table)
    let bytes = ZipFile.of([
      ("catima.csv", Array(Self.table.utf8)), ("card_1_front.png", try photo()),
    ])
    let path = try person.file("catima.zip", bytes).string
    let report = try Report(try await person.types("import", "--format", "json", path))
    #expect(report.added.isEmpty && report.changed.count == 1 && report.photosKept == 1)
    #expect(try await photos(person, "baker") == ["front"])
    let again = try Report(try await person.types("import", "--format", "json", path))
    #expect(again.counts.alreadyThere == 2 && again.changed.isEmpty && again.photosKept == nil)
  }

  @Test func `more photos than are in memory at once come along`() async throws {
    let person = try await Person.withVault()
    // 10 MB together; what follows a picture's end is ignored.
    let large = try photo() + [UInt8](repeating: 0, count: 500_000)
    let rows = (1...20).map { "\($0),Shop \($0),,A-\($0),CODE_128\n" }
    let table = "_id,store,note,cardid,barcodetype\n" + rows.joined()
    var files = [(name: "catima.csv", bytes: Array(table.utf8))]
    for card in 1...20 { files.append((name: "card_\(card)_front.png", bytes: large)) }
    let path = try person.file("catima.zip", ZipFile.of(files)).string
    let report = try Report(try await person.types("import", "--format", "json", path))
    #expect(report.added.count == 20 && report.photosKept == 20)
    #expect(try await photos(person, "shop 20") == ["front"])
  }
}
