import Cards
import Testing

@testable import ReaderLink
@testable import WebApp

@Suite("Photos in memory")
struct CropStoreTests {
  static func ids(_ count: Int) -> [CardID] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in CardID(using: &generator) }
  }

  static func picture(_ byteCount: Int) -> KeptPicture {
    // A JPEG begins with FF D8 FF and ends with FF D9 (ITU-T T.81, B.1.1.3).
    let bytes: [UInt8] =
      [0xFF, 0xD8, 0xFF] + Array(repeating: 0, count: byteCount - 5) + [0xFF, 0xD9]
    return KeptPicture(bytes: bytes)
  }

  @Test func `a photo is there until its draft is decided, or the vault is locked`() {
    let (store, ids) = (CropStore(), Self.ids(3))
    store.keep(Self.picture(100), of: ids)
    #expect(ids.allSatisfy { store[$0]?.count == 100 })
    store.drop([ids[0]])
    #expect(store[ids[0]] == nil && store[ids[1]] != nil)
    store.dropAll()
    #expect(ids.allSatisfy { store[$0] == nil })
  }

  @Test func `the oldest photos make room`() {
    let (store, ids) = (CropStore(), Self.ids(40))
    for id in ids { store.keep(Self.picture(1_000), of: [id]) }
    #expect(ids.filter { store[$0] != nil } == Array(ids.suffix(32)))
    let large = Self.ids(20)
    for id in large { store.keep(Self.picture(1 << 20), of: [id]) }
    #expect(large.filter { store[$0] != nil } == Array(large.suffix(16)))
  }

  @Test func `on a photo with several codes, each draft knows where its own is`() throws {
    let point = { FoundBarcode.Point(x: $0, y: $1) }
    let codes = [("one", 100), ("two", 300)].map { text, top in
      FoundBarcode(
        barcode: Barcode(symbology: .qrCode, bytes: Array(text.utf8), text: text),
        position: [point(50, top), point(150, top), point(150, top + 80), point(50, top + 80)])
    }
    let drafts = zip(Self.ids(2), codes).map { Card(id: $0, name: "", codes: [$1.barcode]) }
    func marks(_ codes: [FoundBarcode], placeCount: Int = .max) -> [CardID: PhotoMark] {
      var outcome = PictureOutcome()
      outcome.pages = [
        PictureReading(page: 1, pageCount: 1, width: 200, height: 400, codes: codes)
      ]
      outcome.keptPicture = Self.picture(100)
      outcome.keptPicture?.places = codes.prefix(placeCount).map { code in
        code.position.map { SIMD2(Double($0.x) / 200, Double($0.y) / 400) }
      }
      return PhotoMark.marks(of: drafts, on: outcome)
    }
    let found = marks(codes)
    #expect(
      found[drafts[1].id]?.corners == [[0.25, 0.75], [0.75, 0.75], [0.75, 0.95], [0.25, 0.95]])
    // One code needs no mark.
    #expect(marks([codes[0]]).isEmpty)
    // Nor can places be told that are not those of the codes.
    #expect(marks(codes, placeCount: 0).isEmpty && marks(codes, placeCount: 1).isEmpty)
    let store = CropStore()
    store.keep(Self.picture(100), of: drafts.map(\.id), marks: found)
    #expect(store.mark(of: drafts[0].id) == found[drafts[0].id])
    store.unmark(drafts[0].id)
    #expect(store.mark(of: drafts[0].id) == nil && store[drafts[0].id] != nil)
    #expect(store.mark(of: drafts[1].id) != nil)
  }
}
