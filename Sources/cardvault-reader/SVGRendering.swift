internal import Glibc
internal import Reading

/// Renders one SVG of ours from standard input to standard output, then ends.
enum SVGRendering {
  /// Pixels to the inch: three for each CSS pixel (1/96 inch), so that modules, which are whole CSS
  /// pixels, have sharp edges, and a printed picture is near 300 dpi.
  private static let resolution = 288.0

  static func run(as form: String?) throws(Ending) {
    guard let form, ["png", "pdf"].contains(form) else { throw .usage }
    _ = try Sandbox.enter().close()
    try Sandbox.allowOnePicture()
    let svg = try input()
    let rendered: [UInt8]
    do {
      rendered =
        form == "pdf" ? try Renderer.pdf(svg: svg) : try Renderer.png(svg: svg, dpi: resolution)
    } catch {
      throw .rendering
    }
    try output(rendered)
  }

  private static func input() throws(Ending) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= Renderer.maximumByteCount {
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      guard count >= 0 else { throw .link }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func output(_ bytes: [UInt8]) throws(Ending) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw .link }
      rest = rest.dropFirst(count)
    }
  }
}
