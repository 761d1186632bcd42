import Cards
import Testing

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
    return KeptPicture(bytes: bytes, isStraightened: false)
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
}
