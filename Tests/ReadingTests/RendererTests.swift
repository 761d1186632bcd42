import Cards
import Reading
import Testing

@Suite struct `RendererTests` {
  static let drawing = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="96mm" height="48mm" viewBox="0 0 96 48">
    <rect width="96" height="48" fill="#ffffff"/>
    <text x="4" y="12" font-family="sans-serif" font-size="6">Grüße 漢字 ไทย</text>
    <rect x="10" y="20" width="20" height="20"/></svg>
    """.utf8)

  @Test func `a PNG has the drawing's size at the resolution asked for`() throws {
    let png = try Renderer.png(svg: Self.drawing, dpi: 254)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let page = try #require(try pages(of: png).first)
    #expect((page.width, page.height) == (960, 480))
  }

  @Test func `a PDF is one page of the drawing's size with its fonts`() throws {
    let pdf = try Renderer.pdf(svg: Self.drawing)
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.contains("/Count 1"))
    // 96 x 48 mm in points.
    #expect(text.contains("/MediaBox [ 0 0 272.125984 136.062992 ]"))
    #expect(text.contains("/FontFile"))
    #expect(!text.contains("/Subtype /Image"))
  }

  @Test(
    arguments: [
      "", "<svg", "no drawing",
      "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='9'/>",
    ])
  func `what is no drawing is refused`(svg: String) {
    #expect(throws: ReadingError.self) { try Renderer.pdf(svg: Array(svg.utf8)) }
  }

  @Test func `nothing outside the drawing is loaded`() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">
      <image width="9" height="9" href="file:///etc/passwd"/></svg>
      """
    #expect(try !Renderer.pdf(svg: Array(drawing.utf8)).isEmpty)
  }
}
