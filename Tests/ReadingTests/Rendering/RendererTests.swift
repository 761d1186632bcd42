import Cards
import CommandLineSupport
import Cpictures
import Reading
import Testing

@testable import PictureSupport

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `RendererTests` {
  static let drawing = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="96mm" height="48mm" viewBox="0 0 96 48">
    <rect width="96" height="48" fill="#ffffff"/>
    <text x="4" y="12" font-family="sans-serif" font-size="6">Grüße 漢字 ไทย</text>
    <rect x="10" y="20" width="20" height="20"/></svg>
    """.utf8)

  @Test func `a PNG has the drawing's size at the requested resolution`() throws {
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

  @Test func `drawings between form feeds become pages, each of its own size`() throws {
    let other = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 21 29.7">
      <rect width="9" height="9"/></svg>
      """.utf8)
    let pdf = try Renderer.pdf(svg: Self.drawing + [0x0C] + other + [0x0C] + Self.drawing)
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.contains("/Count 3"))
    #expect(text.split(separator: "/MediaBox [ 0 0 272.125984 136.062992 ]").count == 3)
    #expect(text.contains("/MediaBox [ 0 0 595.275591 841.889764 ]"))
    #expect(throws: RenderingError.self) {
      try Renderer.pdf(svg: Self.drawing + [0x0C] + Array("<svg".utf8))
    }
    #expect(throws: RenderingError.self) {
      try Renderer.png(svg: Self.drawing + [0x0C] + Self.drawing)
    }
  }

  /// Colours that change from pixel to pixel: the file gets larger than anything needed to draw it.
  static let noise: [UInt8] = {
    let stops = (0..<64).map { index in
      let colour = (index * 7_919_317 + 104_729) & 0xFF_FFFF
      return "<stop offset=\"\(Double(index) / 64)\" stop-color=\"#\(hex(colour))\"/>"
    }
    return Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
      <radialGradient id="a" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="7.31" spreadMethod="repeat">
      \(stops.joined())</radialGradient><rect width="800" height="800" fill="url(#a)"/></svg>
      """.utf8)
  }()

  private static func hex(_ colour: Int) -> String {
    let digits = String(colour, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  @Test func `a PNG that needs too much memory is refused, never cut off`() async {
    await #expect(processExitsWith: .success) {
      _ = decoders
      cpictures_return_memory()
      guard let whole = try? Renderer.png(svg: RendererTests.noise, dpi: 96) else {
        exit(refused("drawing"))
      }
      let used = privateByteCount()
      let limits = Array(stride(from: 24 << 20, to: 0, by: -(256 << 10)))
      for spare in limits {
        var limit = rlimit(rlim_cur: rlim_t(used + spare), rlim_max: .max)
        if unsafe setrlimit(Int32(RLIMIT_DATA.rawValue), &limit) != 0 { exit(refused("limit")) }
        do throws(RenderingError) {
          let png = try Renderer.png(svg: RendererTests.noise, dpi: 96)
          if png != whole { exit(refused("cut off at \(png.count) of \(whole.count)")) }
        } catch {
          if case .notDrawable = error { exit(0) }
          exit(error == .outOfMemory ? 0 : refused("\(error)"))
        }
      }
      exit(refused("never short of memory"))
    }
  }

  @Test(
    arguments: [
      "", "<svg", "no drawing",
      "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='9'/>",
    ])
  func `anything but a drawing is refused`(svg: String) {
    #expect(throws: RenderingError.self) { try Renderer.pdf(svg: Array(svg.utf8)) }
  }

  @Test func `nothing outside the drawing is loaded`() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">
      <image width="9" height="9" href="file:///etc/passwd"/></svg>
      """
    #expect(try !Renderer.pdf(svg: Array(drawing.utf8)).isEmpty)
  }
}

/// What the kernel counts against this process's `RLIMIT_DATA`, in bytes.
private func privateByteCount() -> Int {
  guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
  defer { unsafe fclose(file) }
  var text = [CChar](repeating: 0, count: 256)
  guard unsafe fgets(&text, Int32(text.count), file) != nil else { return 0 }
  let pages = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
    separator: " ")
  return pages.count > 5 ? (Int(pages[5]) ?? 0) * Int(getpagesize()) : 0
}
