import Cards
import Testing
import VaultStore

@testable import ReaderLink
@testable import Wallet

/// What happens to the codes that readers find.
@Suite struct ImportBatchTests {
  private let folder: WalletFolder
  private let code = Barcode.ean13("5901234123457")
  private let other = Barcode.ean13("4006381333931")

  init() throws { folder = try WalletFolder() }

  private func batch(
    _ name: String? = nil, fields: TypedFields = .init(), keepsDuplicates: Bool = false
  ) throws -> ImportBatch {
    ImportBatch(
      into: folder.vault,
      try ImportRequest(name: name, fields: fields, keepsDuplicates: keepsDuplicates),
      today: try .someDay)
  }

  private func picture(
    _ codes: Barcode..., doubt: FoundBarcode.Doubt? = nil, holdsKey: Bool = false
  ) -> PictureOutcome {
    var outcome = PictureOutcome()
    let found = codes.map { FoundBarcode(barcode: $0, position: [], doubt: doubt) }
    outcome.pages = [
      PictureReading(
        page: 1, pageCount: 1, width: 9, height: 9, codes: found, holdsKey: holdsKey)
    ]
    return outcome
  }

  @Test func `each code becomes a draft, named after its picture`() async throws {
    var batch = try batch(fields: TypedFields(tags: ["new"]))
    #expect(await batch.take(picture(code, other), from: "photos/corner_shop-1.jpg").isEmpty)
    #expect(await folder.vault.cards.isEmpty)
    #expect(try await batch.store().map(\.outcome.name) == ["draft", "draft"])
    let cards = await folder.vault.cards
    #expect(cards.map(\.name) == ["corner shop 1 1", "corner shop 1 2"])
    #expect(
      cards.allSatisfy {
        $0.review == .draft && $0.tags == ["new"] && $0.origin == "photo corner_shop-1.jpg"
      })
    #expect(batch.outcome.drafts.map(\.count) == [2] && batch.outcome.added.count == 2)
  }

  @Test func `the same code on two pictures is one card`() async throws {
    var batch = try batch()
    _ = await batch.take(picture(code), from: "a.jpg")
    _ = try await batch.store()
    let card = try #require(await folder.vault.cards.first)
    #expect(
      await batch.take(picture(code), from: "b.jpg")
        == [ImportItem(code, .known(card), on: "b.jpg")])
    _ = try await batch.store()
    #expect(await folder.vault.cards.count == 1 && batch.outcome.knownCount == 1)
  }

  @Test func `a name accepts a draft that is in the vault, unless its code is doubtful`()
    async throws
  {
    var first = try batch()
    _ = await first.take(picture(code), from: "a.jpg")
    _ = await first.take(picture(other, doubt: .weakEvidence), from: "b.jpg")
    _ = try await first.store()
    var named = try batch("Gym", fields: TypedFields(tags: ["sport"]))
    #expect(await named.take(picture(code), from: "a.jpg").isEmpty)
    _ = try await named.store()
    #expect(named.outcome.items.map(\.outcome.name) == ["accepted"])
    let gym = try #require(await folder.vault.cards.first { $0.name == "Gym" })
    #expect(gym.review == .accepted && gym.tags == ["sport"] && gym.codes == [code])
    var doubtful = try batch("Zoo")
    _ = await doubtful.take(picture(other, doubt: .weakEvidence), from: "b.jpg")
    _ = try await doubtful.store()
    #expect(doubtful.outcome.savedCards.isEmpty && doubtful.outcome.doubtfulCount == 1)
    _ = await doubtful.take(picture(other), from: "sharper.jpg")
    _ = try await doubtful.store()
    #expect(doubtful.outcome.items.map(\.outcome.name) == ["known", "accepted"])
    #expect(await folder.vault.cards.allSatisfy { $0.review == .accepted })
  }

  @Test func `a draft that several readings leave doubtful counts once, and not after a sure one`()
    async throws
  {
    var first = try batch()
    _ = await first.take(picture(code, doubt: .weakEvidence), from: "a.jpg")
    _ = try await first.store()
    var named = try batch("Gym")
    _ = await named.take(picture(code, doubt: .weakEvidence), from: "a.jpg")
    _ = await named.take(picture(code, doubt: .weakEvidence), from: "b.jpg")
    #expect(named.outcome.doubtfulCount == 1)
    _ = await named.take(picture(code), from: "sharper.jpg")
    _ = try await named.store()
    #expect(named.outcome.savedCards.count == 1 && named.outcome.doubtfulCount == 0)
  }

  @Test func `a doubtful reading makes a doubtful draft, even with a name`() async throws {
    var batch = try batch("Gym")
    _ = await batch.take(picture(code, doubt: .weakEvidence), from: "a.jpg")
    _ = try await batch.store()
    #expect(await folder.vault.cards.map(\.review) == [.doubtfulDraft])
    #expect(batch.outcome.doubtfulCount == 1)
  }

  @Test func `codes that a camera saw become drafts that are no siblings`() async throws {
    var batch = try batch()
    await batch.take(FoundBarcode(barcode: code, position: []), isBook: false)
    await batch.take(FoundBarcode(barcode: code, position: []), isBook: false)
    let doubtful = FoundBarcode(barcode: other, position: [], doubt: .weakEvidence)
    await batch.take(doubtful, isBook: false)
    #expect(batch.outcome.items.isEmpty)
    #expect(try await batch.store().map(\.outcome.name) == ["draft", "draft"])
    let cards = await folder.vault.cards
    #expect(cards.count == 2 && cards.allSatisfy { $0.origin == "camera" && $0.isDraft })
    #expect(cards.count { $0.review == .doubtfulDraft } == 1)
    let queue = ReviewQueue(drafts: cards)
    #expect(queue.current != nil && queue.siblings.isEmpty)
    var again = try self.batch()
    await again.take(FoundBarcode(barcode: code, position: []), isBook: false)
    #expect(again.outcome.items.map(\.outcome.name) == ["known"])
    #expect(again.outcome.items.first?.words.contains("whose code you corrected") == false)
  }

  @Test func `a discarded draft that is held up again is a draft again`() async throws {
    var batch = try batch()
    await batch.take(FoundBarcode(barcode: code, position: []), isBook: false)
    _ = try await batch.store()
    try await folder.vault.remove(folder.vault.cards.map(\.id))
    var again = try self.batch()
    await again.take(FoundBarcode(barcode: code, position: []), isBook: false)
    #expect(try await again.store().map(\.outcome.name) == ["draft"])
    #expect(await folder.vault.cards.map(\.review) == [.draft])
  }

  @Test func `of a tray of books, each book's number makes a book, and no other code does`()
    async throws
  {
    var batch = try batch()
    await batch.take(FoundBarcode(barcode: code, position: []), isBook: true)
    let book = Barcode.ean13("9780143007234")
    let doubtful = FoundBarcode(barcode: book, position: [], doubt: .weakEvidence)
    await batch.take(doubtful, isBook: true)
    _ = try await batch.store()
    let cards = await folder.vault.cards
    #expect(cards.filter { $0.kind == .book }.map(\.codes) == [[book]])
    #expect(cards.filter { $0.kind == .book }.map(\.review) == [.doubtfulDraft])
    #expect(cards.count == 2)
  }

  @Test func `a code read in part makes a doubtful draft, once`() async throws {
    var outcome = picture()
    let partial = PartialBarcode(symbology: .ean13, pattern: "59012?41234?7", position: [])
    outcome.pages[0].partialCodes = [partial]
    var batch = try batch("Gym")
    _ = await batch.take(outcome, from: "a.jpg")
    _ = try await batch.store()
    let card = try #require(await folder.vault.cards.first)
    #expect(card.review == .doubtfulDraft && card.codes.map(\.text) == ["59012?41234?7"])
    #expect(card.codes.allSatisfy(\.isPartial) && batch.outcome.leftOut.isEmpty)
    var again = try self.batch()
    let items = await again.take(outcome, from: "a.jpg")
    #expect(items.map(\.outcome) == [.known(card)])
    #expect(items.first?.words == "this EAN-13 is already in the vault, as “Gym”")
    #expect(again.outcome.doubtfulCount == 0)
    var named = try self.batch("Gym")
    _ = await named.take(outcome, from: "a.jpg")
    #expect(named.outcome.doubtfulCount == 1)
    // Another card may have the same digits; a whole code on the page is enough.
    _ = await again.take(outcome, from: "b.jpg")
    outcome.pages[0].codes = picture(other).pages[0].codes
    _ = await again.take(outcome, from: "c.jpg")
    _ = try await again.store()
    #expect(
      await folder.vault.cards.map(\.hasPartialCode).sorted { $0 && !$1 } == [true, true, false])
    // Completed or removed, the photo's card stays what it is.
    try await folder.vault.save([card.with { $0.codes = [code] }])
    var third = try self.batch()
    outcome.pages[0].codes = []
    let completed = await third.take(outcome, from: "a.jpg")
    #expect(completed.map(\.outcome.name) == ["known"])
    #expect(completed.first?.words.hasSuffix("(whose code you corrected)") == true)
    try await folder.vault.remove([card.id])
    #expect(await third.take(outcome, from: "a.jpg").map(\.outcome.name) == ["staysRemoved"])
    // Books need a whole code.
    var books = ImportBatch(
      into: folder.vault, try ImportRequest(isForBooks: true), today: try .someDay)
    #expect(
      await books.take(outcome, from: "d.jpg").map(\.reason) == [.noCode(limit: "--isbn")])
  }

  @Test func `a photo that cannot be kept is reported`() async throws {
    var batch = ImportBatch(
      into: folder.vault, try ImportRequest(keepsPhotos: true), today: try .someDay)
    let items = await batch.take(picture(code), from: "a.jpg")
    #expect(items.map(\.reason?.name) == ["photoNotKept"])
    #expect(items.first?.outcome.card?.codes == [code])
    #expect(items.first?.words.hasPrefix("its photo of the front was not kept") == true)
    #expect(batch.outcome.unkeptPhotoCount == 1)
  }

  @Test func `a kept picture is stored once, for all cards of its photo`() async throws {
    var outcome = picture(code, other)
    outcome.keptPicture = KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 0xFF, 0xD9])
    var batch = try batch()
    _ = await batch.take(outcome, from: "a.jpg")
    _ = try await batch.store()
    let cards = await folder.vault.cards
    let photos = Set(cards.flatMap(\.photos))
    #expect(cards.count == 2 && cards.allSatisfy { $0.photos.count == 1 } && photos.count == 1)
    let photo = try #require(photos.first)
    #expect(photo.side == .front)
    #expect(try await folder.vault.file(of: photo)?.bytes == outcome.keptPicture?.bytes)
  }

  @Test func `a name is for one card, otherwise nothing is saved`() async throws {
    var batch = try batch("Gym")
    _ = await batch.take(picture(code), from: "a.jpg")
    _ = await batch.take(picture(code), from: "b.jpg")
    _ = await batch.take(picture(other), from: "c.jpg")
    let whole = batch
    await #expect(throws: WalletError.severalCodes(2)) {
      var batch = whole
      return try await batch.store()
    }
    #expect(await folder.vault.cards.isEmpty)
  }

  @Test func `a removed card stays removed, and a name brings it back`() async throws {
    var first = try batch("Grocer")
    _ = await first.take(picture(code), from: "a.jpg")
    _ = try await first.store()
    let card = try #require(await folder.vault.cards.first)
    try await folder.vault.remove([card.id])
    var again = try batch()
    let items = await again.take(picture(code), from: "a.jpg")
    #expect(items.map(\.outcome.name) == ["staysRemoved"])
    #expect(items.first?.outcome.card?.id == card.id)
    #expect(await again.take(picture(code), from: "b.jpg").isEmpty)
    var named = try batch("Market")
    #expect(await named.take(picture(code), from: "a.jpg").isEmpty)
    guard case .restored(let back, "Grocer") = try await named.store().first?.outcome else {
      Issue.record("it was not brought back")
      return
    }
    #expect(back.id == card.id && back.name == "Market")
    #expect(named.outcome.savedCards.count == 1 && named.outcome.added.isEmpty)
  }

  @Test func `duplicates are saved if requested`() async throws {
    for _ in 1...2 {
      var batch = try batch(keepsDuplicates: true)
      _ = await batch.take(picture(code), from: "a.jpg")
      _ = try await batch.store()
    }
    #expect(await folder.vault.cards.count == 2)
    #expect(await folder.vault.duplicates.count == 1)
  }

  @Test func `pictures without a code, unread ones and keys are named`() async throws {
    var batch = try batch()
    #expect(await batch.take(picture(), from: "a.jpg").map(\.reason) == [.noCode(limit: nil)])
    #expect(
      await batch.take(PictureOutcome(failure: .crashed), from: "b.jpg").map(\.reason)
        == [.photo(.crashed)])
    #expect(await batch.take(picture(holdsKey: true), from: "c.jpg").map(\.reason) == [.key])
    #expect(batch.outcome.leftOut.map(\.path) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(batch.outcome.isEmpty)
  }

  @Test func `a book's code makes a book, and a GS1 date its expiry`() async throws {
    var batch = try batch()
    var element = Barcode.code128("010952123454321317261231")
    element.traits = SymbolTraits(aimIdentifier: "]C1", gs1: true)
    _ = await batch.take(picture(.ean13("9780143007234"), element), from: "a.pdf")
    _ = try await batch.store()
    let cards = await folder.vault.cards
    #expect(
      cards.map(\.kind) == [.book, .loyalty] && cards.allSatisfy { $0.origin == "document a.pdf" })
    #expect(cards.last?.expires == CalendarDate("2026-12-31"))
  }
}
