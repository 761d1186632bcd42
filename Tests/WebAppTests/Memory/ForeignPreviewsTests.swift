import Cards
import ReaderLink
import Testing
import Wallet

@testable import WalletFiles
@testable import WebApp

@Suite("Files that a person chooses from")
struct ForeignPreviewsTests {
  static func file(_ count: Int = 1, noteLength: Int = 0) -> ForeignPreviews.File {
    var reading = ForeignReading(source: .catima)
    for number in 0..<count {
      var card = ForeignCard(source: .catima, sourceID: "card \(number)", name: "\(number)")
      card.note = String(decoding: [UInt8](repeating: 0x78, count: noteLength), as: UTF8.self)
      reading.cards.append(card)
    }
    return ForeignPreviews.File(ForeignContents(reading))
  }

  @Test func `a file is there for its tab alone, until it is dropped`() {
    let previews = ForeignPreviews()
    let id = previews.keep(Self.file(), for: "tab")
    #expect(id.count == 64)
    #expect(previews.file(id, of: "tab") == Self.file())
    #expect(previews.file(id, of: "other tab") == nil)
    previews.drop([id], of: "other tab")
    #expect(previews.file(id, of: "tab") != nil)
    previews.drop([id], of: "tab")
    #expect(previews.file(id, of: "tab") == nil)
    let next = previews.keep(Self.file(), for: "tab")
    previews.dropAll()
    #expect(previews.file(next, of: "tab") == nil)
  }

  @Test func `nothing stays for longer than half an hour`() {
    let clock = SetClock()
    let previews = ForeignPreviews(now: { clock.now })
    let id = previews.keep(Self.file(), for: "tab")
    clock.advance(by: .seconds(1_799))
    #expect(previews.file(id, of: "tab") != nil)
    clock.advance(by: .seconds(1))
    #expect(previews.file(id, of: "tab") == nil)
  }

  @Test func `files, cards and bytes are bounded: the oldest files go`() {
    let previews = ForeignPreviews()
    func kept(_ ids: [String]) -> [Bool] {
      ids.map { previews.file($0, of: "tab") != nil }
    }
    let many = (0..<300).map { _ in previews.keep(Self.file(), for: "tab") }
    #expect(kept(many).count { $0 } == ForeignPreviews.maxFiles)
    #expect(kept(many).last == true && kept(many).first == false)
    let long = (0..<3).map { _ in previews.keep(Self.file(8_000), for: "tab") }
    #expect(kept(long) == [false, true, true])
    let large = (0..<3).map { _ in
      previews.keep(Self.file(1, noteLength: 25 << 20), for: "tab")
    }
    #expect(kept(large) == [false, true, true])
  }

  @Test func `a file that alone has too much is not kept`() {
    let large = Self.file(1, noteLength: 65 << 20)
    #expect(ForeignPreviews.takes(Self.file(ForeignPreviews.maxCards)))
    #expect(!ForeignPreviews.takes(Self.file(ForeignPreviews.maxCards + 1)))
    #expect(!ForeignPreviews.takes(large))
    let previews = ForeignPreviews()
    #expect(previews.file(previews.keep(large, for: "tab"), of: "tab") == nil)
  }

  @Test func `an archive counts while a photo in it may be kept, and is dropped otherwise`() {
    let bytes = [UInt8](repeating: 1, count: 30 << 20)
    let archive = ForeignArchive(.bytes(bytes), password: nil)
    func file(_ side: CardPhoto.Side, keepsPhotos: Bool) -> ForeignPreviews.File {
      var reading = ForeignReading(source: .pass)
      var card = ForeignCard(source: .pass, sourceID: "1", name: "Cinema")
      card.photos = [.init(side: side, member: "photo.png")]
      reading.cards = [card]
      var contents = ForeignContents(reading, from: archive)
      contents.keepsPhotos = keepsPhotos
      return ForeignPreviews.File(contents)
    }
    #expect(file(.other, keepsPhotos: false).contents.archive == nil)
    #expect(file(.other, keepsPhotos: false).byteCount < 10_000)
    for kept in [file(.other, keepsPhotos: true), file(.front, keepsPhotos: false)] {
      #expect(kept.contents.archive == archive && kept.byteCount > 30 << 20)
      #expect(ForeignPreviews.takes(kept))
      let previews = ForeignPreviews()
      let ids = (0..<2).map { _ in previews.keep(kept, for: "tab") }
      #expect(ids.map { previews.file($0, of: "tab") != nil } == [false, true])
    }
  }

  @Test func `very many empty parts count as well`() {
    var reading = ForeignReading(source: .cardvault)
    var card = ForeignCard(source: .cardvault, sourceID: "1", name: "Many")
    card.tags = Array(repeating: "", count: 1 << 20)
    reading.cards = [card]
    #expect(!ForeignPreviews.takes(.init(ForeignContents(reading))))
  }
}
