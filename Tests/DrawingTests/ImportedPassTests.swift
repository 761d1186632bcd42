import Cards
import Drawing
import Testing
import WalletFiles

/// What was imported from a pass is drawn, and each engine alone reads its message from the drawing.
@Suite struct ImportedPassTests {
  private static let latin = "Café Zürich".unicodeScalars.map { UInt8($0.value) }

  @Test(
    arguments: [
      ("QR", "CLUB 4711-B", "iso-8859-1", Array("CLUB 4711-B".utf8)),
      ("QR", "Café Zürich", "iso-8859-1", latin),
      ("QR", "Café Zürich", "utf-8", Array("Café Zürich".utf8)),
      ("Code128", "CLUB 4711-B", "iso-8859-1", Array("CLUB 4711-B".utf8)),
    ] as [(String, String, String, [UInt8])])
  func `a pass's message is read by ZXing alone and by ZBar alone`(
    original: (String, String, String, [UInt8])
  ) throws {
    let (format, message, charset, bytes) = original
    let pass = """
      {"formatVersion":1,"serialNumber":"1","organizationName":"Gym","barcode":
       {"format":"PKBarcodeFormat\(format)","message":"\(message)","messageEncoding":"\(charset)"}}
      """
    let reading = try ForeignFile.reading(["pass.json": Array(pass.utf8)], languages: [])
    let code = try #require(reading.cards.first?.codes.first)
    let bitmap = Bitmap(try DrawnSymbol(code))
    #expect(Scan.all(bitmap).map(\.bytes) == [bytes])
    #expect(ZBarScan.all(bitmap, isRaw: true) == [bytes])
  }
}
