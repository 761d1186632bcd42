internal import Drawing
internal import ReaderLink
internal import Reading

/// Renders our own SVGs from standard input to standard output.
enum Rendering {
  /// Pixels per inch: three for each CSS pixel (1/96 inch), so that modules, which are whole CSS pixels, have sharp
  /// edges, and a printed picture has nearly 300 dpi.
  private static let resolution = 288.0

  /// Renders one drawing.
  static func renderOne(as form: String?) throws(Ending) {
    let output = try output(form)
    try Sandbox.enter().closeReporting()
    try Sandbox.allowOnePicture()
    let svg = try ReaderStreams.input(atMost: Renderer.maxByteCount)
    guard ReaderStreams.output(try rendered(svg, as: output)) else { throw .link }
  }

  /// Renders several drawings, each to a PNG.
  static func renderEach() throws(Ending) {
    try ReaderStreams.answerEach(
      atMost: PictureRenderer.maxGroupCount,
      byteCount: PictureRenderer.maxRequestByteCount
    ) { (svg) throws(Ending) in try rendered(svg, as: .png) }
  }

  /// Draws one recovery sheet, and renders it.
  static func renderSheet(as form: String?) throws(Ending) {
    let output = try output(form)
    try Sandbox.enter(outputLimit: UInt64(PictureRenderer.maxOutputByteCount)).closeReporting()
    try Sandbox.allowOnePicture()
    let request: SheetRequest
    do throws(ReaderLinkError) { request = try SheetRequest() } catch { throw .link }
    let sheet: RecoverySheet
    do throws(DrawingError) {
      sheet = try RecoverySheet(request.details, keyLine: request.keyLine)
    } catch {
      throw .rendering
    }
    let picture = try rendered(Array(sheet.svg.utf8), as: output)
    guard ReaderStreams.output(picture) else { throw .output }
  }

  private static func output(_ form: String?) throws(Ending) -> PictureRenderer.Output {
    guard let output = form.flatMap(PictureRenderer.Output.init) else { throw .usage }
    return output
  }

  private static func rendered(
    _ svg: [UInt8], as output: PictureRenderer.Output
  ) throws(Ending) -> [UInt8] {
    do {
      return switch output {
      case .pdf: try Renderer.pdf(svg: svg)
      case .png: try Renderer.png(svg: svg, dpi: resolution)
      }
    } catch {
      throw .rendering
    }
  }
}
