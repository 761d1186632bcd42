internal import ReaderLink
internal import Reading

/// Renders SVGs of ours from standard input to standard output, and exits.
enum SVGRendering {
  /// Pixels per inch: three for each CSS pixel (1/96 inch), so that modules, which are whole CSS pixels, have sharp
  /// edges, and a printed picture has nearly 300 dpi.
  private static let resolution = 288.0

  /// Renders one.
  static func run(as form: String?) throws(Ending) {
    guard let form, ["png", "pdf"].contains(form) else { throw .usage }
    try Sandbox.enter().closeTelling()
    try Sandbox.allowOnePicture()
    let svg = try StandardStreams.input(atMost: Renderer.maximumByteCount)
    let rendered = try render(svg, as: form)
    guard StandardStreams.output(rendered) else { throw .link }
  }

  /// Renders several, each to a PNG.
  static func runEach() throws(Ending) {
    try RequestGroup.answer(
      atMost: PictureRenderer.maximumGroupCount,
      byteCount: PictureRenderer.maximumRequestByteCount
    ) { (svg) throws(Ending) in try render(svg, as: "png") }
  }

  /// Renders to `form`, `png` or `pdf`.
  static func render(_ svg: [UInt8], as form: String) throws(Ending) -> [UInt8] {
    do {
      return form == "pdf"
        ? try Renderer.pdf(svg: svg) : try Renderer.png(svg: svg, dpi: resolution)
    } catch {
      throw .rendering
    }
  }
}
