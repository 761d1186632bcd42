import Cards
import Czxing
import Drawing
import Testing
import WalletFiles

/// A code of a Catima card is drawn as Catima draws it: module by module what ZXing draws of the same text with the
/// same hints.
///
/// ZXing's writers for Java, which Catima uses, state a charset only where the table says; the bundled ZXing is given
/// just that.
@Suite struct CatimaDrawingTests {
  /// What Catima names, what it draws, and whether ZXing's writers for Java state it in each kind of symbol.
  struct Case: Sendable {
    let kind: String
    let format: ZXing_BarcodeFormat
    let charset: String
    let text: String
    let eci: Int?
  }

  private static let texts = ["4711", "CLUB 4711", "https://gym.example/c?id=4711", "Café é"]

  private static let cases: [Case] = ["", "ISO-8859-1", "UTF-8", "windows-1252", "US-ASCII"]
    .flatMap { charset in
      let number = ["UTF-8": 26, "windows-1252": 23, "US-ASCII": 27][charset]
      let drawable = texts.filter { charset != "US-ASCII" || $0.utf8.allSatisfy { $0 < 0x80 } }
      return drawable.flatMap { text -> [Case] in
        // Digits, capital letters and some signs have modes of their own in a QR Code.
        let isPlain = !text.contains { $0.isLowercase }
        return [
          Case(
            kind: "QR_CODE", format: ZXing_BarcodeFormat_QRCode, charset: charset, text: text,
            eci: isPlain ? nil : number),
          Case(
            kind: "AZTEC", format: ZXing_BarcodeFormat_Aztec, charset: charset, text: text,
            eci: number),
          Case(
            kind: "PDF_417", format: ZXing_BarcodeFormat_PDF417, charset: charset, text: text,
            eci: number),
          Case(
            kind: "DATA_MATRIX", format: ZXing_BarcodeFormat_DataMatrix, charset: charset,
            text: text, eci: nil),
        ]
      }
    }

  @Test(arguments: cases)
  func `a card of Catima is drawn as ZXing draws it`(original: Case) throws {
    let table = """
      store,cardid,barcodetype,barcodeencoding
      Gym,\(original.text),\(original.kind),\(original.charset)

      """
    let card = try #require(try Self.reading(table).cards.first)
    let code = try #require(card.codes.first)
    #expect(card.doubts.isEmpty && code.traits.eci == original.eci)
    let drawn = try DrawnSymbol(code)
    let expected = Self.modules(of: original)
    #expect(drawn.differences.isEmpty)
    #expect(Self.upright(drawn) == expected, "\(original)")
    #expect(Scan.all(Bitmap(drawn), isPure: true).map(\.eci) == [original.eci])
  }

  @Test func `every charset and kind is compared`() {
    #expect(Self.cases.count == 4 * (4 * Self.texts.count + 3))
  }

  @Test(
    arguments: [
      "store%3DXtra%26note%3D%26cardid%3Dhttps%253A%252F%252Fgym.example%252Fqr%26barcodetype%3DQR_CODE%26barcodeencoding%3DISO-8859-1"
    ])
  func `a link with ISO-8859-1 states nothing in its symbol`(link: String) throws {
    let reading = try Self.reading("https://catima.app/share#\(link)\n")
    let code = try #require(reading.cards.first?.codes.first)
    #expect(code.traits.eci == nil)
    #expect(Scan.all(Bitmap(try DrawnSymbol(code)), isPure: true).map(\.eci) == [nil])
  }

  private static func reading(_ text: String) throws -> ForeignReading {
    guard case .text(let reading)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    return reading
  }

  /// A row for each module's height, as a picture of one pixel per module has.
  private static func upright(_ symbol: DrawnSymbol) -> [[Bool]] {
    zip(symbol.rows, symbol.rowHeights).flatMap { row, height in
      Array(repeating: row, count: height)
    }
  }

  /// The bundled ZXing's modules.
  private static func modules(of original: Case) -> [[Bool]] {
    let options = original.eci.map { #"{"eci":"\#($0)"}"# } ?? ""
    let creator = unsafe ZXing_CreatorOptions_new(original.format)
    unsafe ZXing_CreatorOptions_setOptions(creator, options)
    let writer = unsafe ZXing_WriterOptions_new()
    unsafe ZXing_WriterOptions_setScale(writer, 1)
    unsafe ZXing_WriterOptions_setAddQuietZones(writer, false)
    defer {
      unsafe ZXing_WriterOptions_delete(writer)
      unsafe ZXing_CreatorOptions_delete(creator)
    }
    guard
      let symbol = unsafe ZXing_CreateBarcodeFromText(
        original.text, Int32(original.text.utf8.count), creator)
    else { return [] }
    defer { unsafe ZXing_Barcode_delete(symbol) }
    guard let image = unsafe ZXing_WriteBarcodeToImage(symbol, writer) else { return [] }
    defer { unsafe ZXing_Image_delete(image) }
    guard let data = unsafe ZXing_Image_data(image) else { return [] }
    let (width, height) = unsafe (Int(ZXing_Image_width(image)), Int(ZXing_Image_height(image)))
    return (0..<height).map { row in
      (0..<width).map { unsafe data[row * width + $0] < 128 }
    }
  }
}
