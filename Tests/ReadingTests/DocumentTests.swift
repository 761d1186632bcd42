import Cards
import Czxing
import Reading
import Testing

@testable import PictureSupport

@Suite struct `Documents` {
  @Test func `every page of a PDF is read`() throws {
    let texts = ["page one", "page two", "page three"]
    let read = try pages(of: PDF.bytes(texts))
    #expect(read.map(\.page) == [1, 2, 3])
    #expect(read.allSatisfy { $0.pageCount == 3 })
    #expect(read.map { $0.codes.map(\.barcode.text) } == texts.map { [$0] })
    // 3 x 2 inches at 200 dots per inch.
    #expect(read.allSatisfy { $0.width == 600 && $0.height == 400 })
  }

  @Test func `pages up to the limit are read before a document is refused`() throws {
    let bytes = PDF.bytes((1...100).map { "page \($0)" })
    var read: [Int] = []
    let reader = try PictureReader(pageLimit: 4)
    _ = decoders
    #expect(throws: ReadingError.tooManyPages(count: 100)) {
      try unsafe reader.read(bytes.span.bytes) { read.append($0.page) }
    }
    #expect(read == [1, 2, 3, 4])
  }

  @Test func `a PDF page as large as a house does not stop the document`() throws {
    let read = try pages(of: PDF.bytes(["x", "y"], width: 14_400, height: 7_200))
    #expect(read.map(\.page) == [1, 2])
    #expect(read.allSatisfy { $0.width == 4_800 && $0.height == 2_400 })
  }

  @Test func `every page of a TIFF is read`() throws {
    var stack = Sample(width: 300, height: 600)
    for index in 0..<3 {
      stack.lay(
        Sample(ZXing_BarcodeFormat_QRCode, "leaf \(index)", width: 300, height: 200), x: 0,
        y: 200 * index)
    }
    let bytes = try #require(stack.saved(as: ".tif", storage: .init(pageHeight: 200)))
    let read = try pages(of: bytes)
    #expect(read.map { $0.codes.map(\.barcode.text) } == [["leaf 0"], ["leaf 1"], ["leaf 2"]])
  }
}

/// A handmade PDF: each page has a QR Code of black squares, and a word in a font that is not embedded.
enum PDF {
  private static let font =
    "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"

  static func bytes(_ texts: [String], width: Int = 216, height: Int = 144) -> [UInt8] {
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count \(texts.count) /Kids ["
        + texts.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ") + "] >>",
    ]
    for (index, text) in texts.enumerated() {
      let symbol = Sample.drawn(ZXing_BarcodeFormat_QRCode, text, scale: 1)
      let squares = symbol.pixels.indices.filter { symbol.pixels[$0] == 0 }.map {
        "\(20 + $0 % symbol.width * 3) \(120 - $0 / symbol.width * 3) 3 3 re"
      }
      let drawing = squares.joined(separator: "\n") + "\nf\nBT /F1 8 Tf 130 20 Td (Card) Tj ET"
      let size = "/MediaBox [0 0 \(width) \(height)]"
      objects.append(
        "<< /Type /Page /Parent 2 0 R \(size) \(font) /Contents \(4 + 2 * index) 0 R >>")
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    var file = "%PDF-1.4\n"
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(file.utf8.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += table + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\n"
    file += "startxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }
}
