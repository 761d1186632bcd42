import Cards
import ReaderLink
import Testing

@testable import WebApp

@Suite("What the headers of a frame say")
struct ScanFrameTests {
  static let code = Barcode(
    symbology: .ean13, bytes: Array("9780143007234".utf8), text: "9780143007234")

  static func headers(
    _ width: String? = "64", _ height: String? = "32", _ stride: String? = "64",
    wanted: String? = nil
  ) -> (String) -> String? {
    let all = ["X-Width": width, "X-Height": height, "X-Stride": stride, "X-Wanted": wanted]
    return { all[$0] ?? nil }
  }

  @Test func `a frame has exactly as many bytes as its headers say`() throws {
    let headers = try ScanFrame(Self.headers())
    #expect(throws: Never.self) { try headers.frame([UInt8](repeating: 128, count: 64 * 32)) }
    for count in [0, 64 * 32 - 1, 64 * 32 + 1] {
      #expect(throws: DecodingError.self) {
        try headers.frame([UInt8](repeating: 128, count: count))
      }
    }
  }

  @Test func `a JPEG needs no size, and begins like one`() throws {
    let headers = try ScanFrame { $0 == "Content-Type" ? "image/jpeg" : nil }
    #expect(try headers.frame([0xFF, 0xD8, 0xFF, 0xE0]).form == .jpeg)
    for bytes: [UInt8] in [[], [0xFF], Array("GIF89a".utf8), [UInt8](repeating: 128, count: 4_096)]
    {
      #expect(throws: DecodingError.self) { try headers.frame(bytes) }
    }
  }

  @Test(arguments: [nil, "", "-64", "6e1", "0x40", "64.0", " 64", "٦٤", "100000"])
  func `a size is a plain number`(text: String?) {
    #expect(throws: DecodingError.self) { try ScanFrame(Self.headers(text)) }
    #expect(throws: DecodingError.self) { try ScanFrame(Self.headers("64", text)) }
    #expect(throws: DecodingError.self) { try ScanFrame(Self.headers("64", "32", text)) }
  }

  @Test func `only what is looked for is told`() throws {
    let sure = FoundBarcode(barcode: Self.code, position: [])
    let doubtful = FoundBarcode(barcode: Self.code, position: [], doubt: .weakEvidence)
    for (wanted, finds) in ["": true, "ISBN": true, "Product codes": true, "QR Code": false] {
      #expect(try ScanFrame(Self.headers(wanted: wanted)).wants(sure) == finds, "\(wanted)")
    }
    #expect(try ScanFrame(Self.headers(wanted: "ISBN")).wants(doubtful))
    #expect(try ScanFrame(Self.headers(wanted: "EAN-13")).wants(doubtful))
  }

  @Test func `only sure codes of another kind are offered`() throws {
    let sure = FoundBarcode(barcode: Self.code, position: [])
    let doubtful = FoundBarcode(barcode: Self.code, position: [], doubt: .weakEvidence)
    for (wanted, offers) in ["": false, "ISBN": false, "QR Code": true, "EAN-13": false] {
      #expect(try ScanFrame(Self.headers(wanted: wanted)).offers(sure) == offers, "\(wanted)")
      #expect(!(try ScanFrame(Self.headers(wanted: wanted)).offers(doubtful)))
    }
    let milk = Barcode(
      symbology: .ean13, bytes: Array("5901234123457".utf8), text: "5901234123457")
    #expect(
      try ScanFrame(Self.headers(wanted: "ISBN")).offers(FoundBarcode(barcode: milk, position: [])))
  }

  @Test(arguments: ["nothing", "ISBN,EAN-13", "isbn", "ean13", "../EAN-13"])
  func `nothing else can be looked for`(wanted: String) {
    #expect(throws: DecodingError.self) { try ScanFrame(Self.headers(wanted: wanted)) }
  }
}
