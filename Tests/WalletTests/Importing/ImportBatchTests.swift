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
      into: folder.vault, name: name, fields: fields, keepsDuplicates: keepsDuplicates,
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
    #expect(try await batch.store().isEmpty)
    let cards = await folder.vault.cards
    #expect(cards.map(\.name) == ["corner shop 1 1", "corner shop 1 2"])
    #expect(
      cards.allSatisfy {
        $0.review == .draft && $0.tags == ["new"] && $0.origin == "photo corner_shop-1.jpg"
      })
    #expect(batch.summary.drafts.map(\.count) == [2] && batch.summary.added.count == 2)
  }

  @Test func `the same code on two pictures is one card`() async throws {
    var batch = try batch()
    _ = await batch.take(picture(code), from: "a.jpg")
    _ = try await batch.store()
    let card = try #require(await folder.vault.cards.first)
    #expect(
      await batch.take(picture(code), from: "b.jpg")
        == [.known(card, .ean13, isCorrected: false)])
    _ = try await batch.store()
    #expect(await folder.vault.cards.count == 1 && batch.summary.knownCount == 1)
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
    #expect(named.summary.added.isEmpty && named.summary.accepted.count == 1)
    let gym = try #require(await folder.vault.cards.first { $0.name == "Gym" })
    #expect(gym.review == .accepted && gym.tags == ["sport"] && gym.codes == [code])
    var doubtful = try batch("Zoo")
    _ = await doubtful.take(picture(other, doubt: .weakEvidence), from: "b.jpg")
    _ = try await doubtful.store()
    #expect(doubtful.summary.accepted.isEmpty && doubtful.summary.unacceptedCount == 1)
    _ = await doubtful.take(picture(other), from: "sharper.jpg")
    _ = try await doubtful.store()
    #expect(doubtful.summary.accepted.count == 1)
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
    #expect(named.summary.doubtfulCount == 1)
    _ = await named.take(picture(code), from: "sharper.jpg")
    _ = try await named.store()
    #expect(named.summary.accepted.count == 1 && named.summary.doubtfulCount == 0)
  }

  @Test func `a doubtful reading makes a doubtful draft, even with a name`() async throws {
    var batch = try batch("Gym")
    _ = await batch.take(picture(code, doubt: .weakEvidence), from: "a.jpg")
    _ = try await batch.store()
    #expect(await folder.vault.cards.map(\.review) == [.doubtfulDraft])
    #expect(batch.summary.doubtfulCount == 1)
  }

  @Test func `codes that a camera saw become drafts that are no siblings`() async throws {
    var batch = try batch()
    #expect(await batch.take(FoundBarcode(barcode: code, position: []), isBook: false) == nil)
    #expect(await batch.take(FoundBarcode(barcode: code, position: []), isBook: false) == nil)
    let doubtful = FoundBarcode(barcode: other, position: [], doubt: .weakEvidence)
    #expect(await batch.take(doubtful, isBook: false) == nil)
    #expect(try await batch.store().isEmpty)
    let cards = await folder.vault.cards
    #expect(cards.count == 2 && cards.allSatisfy { $0.origin == "camera" && $0.isDraft })
    #expect(cards.count { $0.review == .doubtfulDraft } == 1)
    let queue = ReviewQueue(drafts: cards)
    #expect(queue.current != nil && queue.siblings.isEmpty)
    var again = try self.batch()
    let event = await again.take(FoundBarcode(barcode: code, position: []), isBook: false)
    guard case .known(_, .ean13, isCorrected: false)? = event else {
      Issue.record("a known code is answered with \(String(describing: event))")
      return
    }
  }

  @Test func `a discarded draft that is held up again is a draft again`() async throws {
    var batch = try batch()
    _ = await batch.take(FoundBarcode(barcode: code, position: []), isBook: false)
    _ = try await batch.store()
    try await folder.vault.remove(folder.vault.cards.map(\.id))
    var again = try self.batch()
    #expect(await again.take(FoundBarcode(barcode: code, position: []), isBook: false) == nil)
    _ = try await again.store()
    #expect(await folder.vault.cards.map(\.review) == [.draft])
  }

  @Test func `of a tray of books, each book's number makes a book, and no other code does`()
    async throws
  {
    var batch = try batch()
    _ = await batch.take(FoundBarcode(barcode: code, position: []), isBook: true)
    let book = Barcode.ean13("9780143007234")
    let doubtful = FoundBarcode(barcode: book, position: [], doubt: .weakEvidence)
    _ = await batch.take(doubtful, isBook: true)
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
    #expect(card.codes.allSatisfy(\.isPartial) && batch.summary.leftOut.isEmpty)
    var again = try self.batch()
    #expect(
      await again.take(outcome, from: "a.jpg") == [.known(card, .ean13, isCorrected: false)])
    #expect(again.summary.unacceptedCount == 0)
    var named = try self.batch("Gym")
    _ = await named.take(outcome, from: "a.jpg")
    #expect(named.summary.unacceptedCount == 1)
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
    guard case .known(_, .ean13, isCorrected: true) = await third.take(outcome, from: "a.jpg").first
    else {
      Issue.record("a completed card was not recognised")
      return
    }
    try await folder.vault.remove([card.id])
    guard case .staysRemoved = await third.take(outcome, from: "a.jpg").first else {
      Issue.record("a removed card came back")
      return
    }
    // Books need a whole code.
    var books = ImportBatch(
      into: folder.vault, name: nil, fields: .init(), keepsDuplicates: false, isForBooks: true,
      today: try .someDay)
    #expect(await books.take(outcome, from: "d.jpg") == [.noCode])
  }

  @Test func `a photo that cannot be kept is reported`() async throws {
    var batch = ImportBatch(
      into: folder.vault, name: nil, fields: .init(), keepsDuplicates: false, keepsPhotos: true,
      today: try .someDay)
    guard
      case .photoNotKept(let card, isDocument: false) = await batch.take(
        picture(code), from: "a.jpg"
      ).last
    else {
      Issue.record("it was not reported")
      return
    }
    #expect(card.codes == [code] && batch.summary.unkeptCount == 1)
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
    #expect(!batch.isStoredByPicture)
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
    let events = await again.take(picture(code), from: "a.jpg")
    guard case .staysRemoved(let removed) = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    #expect(removed.id == card.id && again.summary.leftRemoved == [card.id])
    #expect(await again.take(picture(code), from: "b.jpg").isEmpty)
    var named = try batch("Market")
    #expect(await named.take(picture(code), from: "a.jpg").isEmpty)
    guard case .broughtBack(let back, "Grocer") = try await named.store().first else {
      Issue.record("it was not brought back")
      return
    }
    #expect(back.id == card.id && back.name == "Market")
    #expect(named.summary.restored.count == 1 && named.summary.added.isEmpty)
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
    #expect(await batch.take(picture(), from: "a.jpg") == [.noCode])
    #expect(
      await batch.take(PictureOutcome(failure: .crashed), from: "b.jpg") == [.failed(.crashed)])
    #expect(await batch.take(picture(holdsKey: true), from: "c.jpg") == [.key])
    #expect(batch.summary.leftOut.map(\.name) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(batch.summary.isEmpty)
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
