internal import ReaderLink
internal import Reading

/// Turns one photo on standard input into plain pixels on standard output.
enum PhotoViewing {
  static func run(_ words: [String]) throws(Ending) {
    guard let request = PhotoViewRequest(words: words) else { throw .usage }
    let sandbox = try Sandbox.enter()
    do { try Decoders.warmUp() } catch { throw .decoders }
    try sandbox.closeReporting()
    try Sandbox.allowOnePicture()
    let photo = try ReaderStreams.input(atMost: ReadRequest.maxByteCount)
    guard photo.count <= ReadRequest.maxByteCount else { throw .picture }
    let (width, height, pixels): (Int, Int, [UInt8])
    do throws(ReadingError) {
      (width, height, pixels) = try unsafe PhotoCut.pixels(
        of: photo.span.bytes, page: request.page, corners: request.corners,
        longest: PhotoView.longestSide)
    } catch {
      throw .picture
    }
    guard ReaderStreams.output(PhotoView(width: width, height: height, pixels: pixels).bytes) else {
      throw .link
    }
  }
}
