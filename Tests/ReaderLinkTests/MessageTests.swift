import Cards
import FoundationEssentials
import SwiftProtobuf
import Testing

@testable import ReaderLink

@Suite struct Messages {
  static let found = FoundBarcode(
    barcode: Barcode(
      symbology: .qrCode, bytes: [0, 255, 29, 65], text: "\u{0}ÿ\u{1D}A",
      traits: SymbolTraits(
        aimIdentifier: "]Q2", errorCorrection: "M", version: "3", mask: 7, eci: 26, gs1: true,
        readerInitialisation: true, addOn: "52495", columns: 4,
        part: .init(index: 2, count: 3, id: "77"))),
    position: [.init(x: -3, y: 0), .init(x: 9, y: 1), .init(x: 9, y: 9), .init(x: 0, y: 9)],
    doubt: .contradicted)
  static let partial = PartialBarcode(
    symbology: .ean13, pattern: "59012?412??57",
    position: [.init(x: 1, y: 0), .init(x: 9, y: 1), .init(x: 9, y: 9), .init(x: 0, y: 9)])
  static let page = PictureReading(
    page: 2, pageCount: 3, width: 4_000, height: 3_000, codes: [found], partialCodes: [partial])

  @Test func `a page arrives complete`() throws {
    let bytes: [UInt8] = try Cardvault_Reader_Page(Self.page).serializedBytes()
    #expect(try Cardvault_Reader_Page(serializedBytes: bytes).reading() == Self.page)
  }

  @Test func `a key never crosses the link, but the fact that there was one does`() throws {
    var page = Self.page
    page.codes[0].barcode.bytes = Array("CARDVAULT-KEY1QQQQ".utf8)
    let bytes: [UInt8] = try Cardvault_Reader_Page(page).serializedBytes()
    let taken = try Cardvault_Reader_Page(serializedBytes: bytes).reading()
    #expect(taken.codes.isEmpty && taken.holdsKey)
    let sent: [UInt8] = try Cardvault_Reader_Page(page.withoutKeys()).serializedBytes()
    #expect(!String(decoding: sent, as: UTF8.self).contains("KEY1"))
    #expect(try Cardvault_Reader_Page(serializedBytes: sent).reading().holdsKey)
  }

  @Test func `missing traits stay missing`() throws {
    var page = Self.page
    page.codes[0].barcode.traits = SymbolTraits()
    page.codes[0].doubt = nil
    #expect(try Cardvault_Reader_Page(page).reading() == page)
  }

  @Test(
    arguments: [
      { $0.symbology = 0 }, { $0.symbology = 200 }, { $0.symbology = 70_000 },
      { $0.bytes = .init() }, { $0.bytes = .init(repeating: 65, count: 8_193) },
      { $0.text = String(repeating: "a", count: 32_769) },
      { $0.version = String(repeating: "9", count: 33) },
      { $0.position.removeLast() }, { $0.position[0] = .max }, { $0.position[0] = .min },
      { $0.doubt = 99 }, { $0.doubt = 300 }, { $0.eci = 1_000_000 }, { $0.mask = 8 },
      { $0.columns = 91 }, { $0.addOn = "5249" }, { $0.addOn = "\u{1B}[2Jm" }, { $0.addOn = "" },
    ] as [@Sendable (inout Cardvault_Reader_Code) -> Void])
  func `a code out of bounds is refused`(
    spoil: @Sendable (inout Cardvault_Reader_Code) -> Void
  ) throws {
    var code = Cardvault_Reader_Code(Self.found)
    #expect(try code.foundBarcode() == Self.found)
    spoil(&code)
    #expect(throws: WireError.malformed) { try code.foundBarcode() }
  }

  @Test(
    arguments: [
      { $0.symbology = 0 }, { $0.symbology = 70_000 },
      { $0.symbology = UInt32(Symbology.code128.rawValue) },
      { $0.symbology = UInt32(Symbology.upcA.rawValue) },
      { $0.pattern = "" }, { $0.pattern = "590123412345" }, { $0.pattern = "59012341234570" },
      { $0.pattern = "59012?41234?A" }, { $0.pattern = "59012?41234?\u{661}" },
      { $0.pattern = "5901?????3457\n" }, { $0.pattern = "590??????3457" },
      { $0.position.removeLast() }, { $0.position[0] = .max }, { $0.position[0] = .min },
    ] as [@Sendable (inout Cardvault_Reader_PartialCode) -> Void])
  func `a partial code out of bounds is refused`(
    spoil: @Sendable (inout Cardvault_Reader_PartialCode) -> Void
  ) throws {
    var code = Cardvault_Reader_PartialCode(Self.partial)
    #expect(try code.partialBarcode() == Self.partial)
    spoil(&code)
    #expect(throws: WireError.malformed) { try code.partialBarcode() }
  }

  @Test func `a page has 16 partial codes at most`() throws {
    var page = Self.page
    page.partialCodes = Array(repeating: Self.partial, count: 17)
    #expect(try Cardvault_Reader_Page(page).reading().partialCodes.count == 16)
    var message = Cardvault_Reader_Page(page)
    message.partialCodes.append(Cardvault_Reader_PartialCode(Self.partial))
    #expect(throws: WireError.malformed) { try message.reading() }
  }

  @Test(arguments: [(0, 1), (2, 1), (1, 0)] as [(UInt32, UInt32)])
  func `a page number out of bounds is refused`(page: UInt32, pageCount: UInt32) {
    var message = Cardvault_Reader_Page(Self.page)
    (message.page, message.pageCount) = (page, pageCount)
    #expect(throws: WireError.malformed) { try message.reading() }
  }

  /// A photo with that many codes.
  static func page(_ codeCount: Int) -> PictureReading {
    PictureReading(
      page: 1, pageCount: 1, width: 4_000, height: 3_000,
      codes: Array(repeating: found, count: codeCount))
  }

  static let kept = KeptPicture(
    bytes: [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3, 0xFF, 0xD9])

  @Test(arguments: [0, 1, 2])
  func `a kept picture comes through whole`(codes: Int) throws {
    var kept = Self.kept
    kept.places = (0..<codes).map { code in
      (0..<4).map { SIMD2(Double(code), Double($0)) / 3 }
    }
    let bytes: [UInt8] = try Cardvault_Reader_Kept(kept).serializedBytes()
    #expect(
      try Cardvault_Reader_Kept(serializedBytes: bytes).keptPicture(of: [Self.page(codes)]) == kept)
  }

  @Test func `no more than 256 places are sent, like codes`() throws {
    var kept = Self.kept
    kept.places = Array(repeating: Array(repeating: SIMD2(0.5, 0.5), count: 4), count: 300)
    #expect(try Cardvault_Reader_Kept(kept).keptPicture(of: [Self.page(256)]).places.count == 256)
  }

  @Test(
    arguments: [
      [], [0.5], [Double](repeating: 0, count: 9), [Double](repeating: 0, count: 16),
      [0, 0, 0, 0, 0, 0, 0, .nan], [0, 0, 0, 0, 0, 0, 0, 1.001], [-0.001, 0, 0, 0, 0, 0, 0, 0],
    ])
  func `a kept picture with broken places is refused`(places: [Double]) {
    var message = Cardvault_Reader_Kept(Self.kept)
    message.places = places
    #expect(throws: WireError.malformed) { try message.keptPicture(of: [Self.page(1)]) }
  }

  @Test(arguments: [0, 2])
  func `a picture of anything but one page is refused`(pageCount: Int) {
    let pages = Array(repeating: Self.page(0), count: pageCount)
    #expect(throws: WireError.malformed) {
      try Cardvault_Reader_Kept(Self.kept).keptPicture(of: pages)
    }
  }

  @Test func `the longest kept picture fits a frame`() throws {
    var reply = Cardvault_Reader_Reply()
    reply.kept = .init(Self.jpeg(byteCount: KeptPicture.maxByteCount))
    #expect(try !Frame.bytes(of: reply).isEmpty)
    #expect(try reply.kept.keptPicture(of: [Self.page(0)]).bytes.count == 1 << 20)
  }

  static func jpeg(byteCount: Int) -> KeptPicture {
    let middle = [UInt8](repeating: 0, count: byteCount - 5)
    return KeptPicture(bytes: [0xFF, 0xD8, 0xFF] + middle + [0xFF, 0xD9])
  }

  @Test(
    arguments: [
      [], [0xFF, 0xD8, 0xFF, 0xD9], Array(kept.bytes.dropFirst()), Array(kept.bytes.dropLast()),
      Array("<svg onload='x'/>".utf8), jpeg(byteCount: (1 << 20) + 1).bytes,
    ] as [[UInt8]])
  func `a kept picture that is none, or too long, is refused`(bytes: [UInt8]) {
    let message = Cardvault_Reader_Kept(KeptPicture(bytes: bytes))
    #expect(throws: WireError.malformed) { try message.keptPicture(of: [Self.page(0)]) }
  }

  @Test func `any flipped bit or cut gives a page or a refusal, never a trap`() throws {
    let bytes: [UInt8] = try Cardvault_Reader_Page(Self.page).serializedBytes()
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        _ = try? Cardvault_Reader_Page(serializedBytes: flipped).reading()
      }
      _ = try? Cardvault_Reader_Page(serializedBytes: Array(bytes[..<index])).reading()
    }
  }

  @Test func `a frame longer than any message is refused before it is read`() throws {
    #expect(try Frame.byteCount(header: [1, 2, 0, 0]) == 513)
    #expect(throws: WireError.tooLong) { try Frame.byteCount(header: [1, 0, 64, 0]) }
    #expect(throws: WireError.tooLong) { try Frame.byteCount(header: [255, 255, 255, 255]) }
  }

  @Test(
    arguments: [
      .empty, .notAPicture, .formatNotAccepted, .damaged, .tooLarge(megapixels: 3_600),
      .tooManyPages(count: 100), .outOfMemory,
    ] as [ReaderRefusal])
  func `a refusal keeps its number`(refusal: ReaderRefusal) {
    let wire = refusal.wireForm
    #expect(ReaderRefusal(reason: wire.reason, amount: wire.amount) == refusal)
  }
}
