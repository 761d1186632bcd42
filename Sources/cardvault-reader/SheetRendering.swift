internal import Drawing
internal import ReaderLink

/// Draws one recovery sheet from standard input, writes the picture to standard output, and exits.
enum SheetRendering {
  static func run(as form: String?) throws(Ending) {
    guard let form, let output = PictureRenderer.Output(rawValue: form) else { throw .usage }
    let limit = UInt64(PictureRenderer.maximumOutputByteCount)
    try Sandbox.enter(outputLimit: limit).closeTelling()
    try Sandbox.allowOnePicture()
    let request: SheetRequest
    do throws(ReaderLinkError) { request = try SheetRequest() } catch { throw .link }
    let sheet: RecoverySheet
    do throws(DrawingError) {
      sheet = try RecoverySheet(request.details, keyLine: request.keyLine)
    } catch {
      throw .rendering
    }
    let picture = try SVGRendering.render(Array(sheet.svg.utf8), as: output.rawValue)
    guard StandardStreams.output(picture) else { throw .output }
  }
}
