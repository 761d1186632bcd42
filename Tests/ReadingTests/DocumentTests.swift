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

  @Test func `fine bars on a page are drawn at twice the resolution`() throws {
    let modules = Sample.modules(ZXing_BarcodeFormat_Code128, "GIFT-9988776655443322")
    let read = try pages(of: PDF.bytes(["coarse"], width: 595, height: 842, modules: modules))
    let codes = try #require(read.first).codes
    #expect(Set(codes.map(\.barcode.text)) == ["coarse", "GIFT-9988776655443322"])
    // 60 to about 190 points from the left, 300 to 340 from the bottom, at 200 dots per inch.
    let fine = try #require(codes.first { $0.barcode.symbology == .code128 })
    #expect(fine.isSure)
    #expect(
      fine.position.allSatisfy { (150...560).contains($0.x) && (1_380...1_520).contains($0.y) })
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

  @Test(arguments: [nil, "", "open barley", "open sesam", "Open sesame"])
  func `a document with a password is locked without it`(password: String?) throws {
    let bytes = PDF.bytes(["page one"], password: "open sesame")
    #expect(throws: ReadingError.locked) {
      try pages(of: bytes, password: password.map { Array($0.utf8) })
    }
  }

  @Test func `a document with a password is read with it, and another one needs none`() throws {
    let password = Array("open sesame".utf8)
    let locked = PDF.bytes(["page one", "page two"], password: "open sesame")
    let read = try pages(of: locked, password: password)
    #expect(read.map { $0.codes.map(\.barcode.text) } == [["page one"], ["page two"]])
    #expect(try pages(of: PDF.bytes(["page one"]), password: password).count == 1)
  }

  @Test func `an encrypted document that is cut off is refused at any place`() throws {
    let bytes = PDF.bytes(["page one"], password: "open sesame")
    for count in stride(from: 1, to: bytes.count, by: 211) {
      let cut = Array(bytes.prefix(count))
      _ = try? pages(of: cut, password: Array("open sesame".utf8))
    }
  }

  @Test func `of an animation the first picture is read, and the others are counted`() throws {
    var stack = Sample(width: 300, height: 600)
    for index in 0..<3 {
      stack.lay(
        Sample(ZXing_BarcodeFormat_QRCode, "frame \(index)", width: 300, height: 200), x: 0,
        y: 200 * index)
    }
    for suffix in [".gif", ".webp"] {
      guard let bytes = stack.saved(as: suffix, storage: .init(pageHeight: 200)) else { continue }
      let read = try pages(of: bytes)
      #expect(read.map { $0.codes.map(\.barcode.text) } == [["frame 0"]], "\(suffix)")
      #expect(read.map(\.pageCount) == [3], "\(suffix)")
    }
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
