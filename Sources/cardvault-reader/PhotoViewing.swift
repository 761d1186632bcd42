internal import Cards
internal import ReaderLink
internal import Reading

/// Makes small pictures of photos on standard input.
enum PhotoViewing {
  /// Turns a part of one photo into plain pixels.
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

  /// Makes a thumbnail of each of several photos.
  static func thumbnails() throws(Ending) {
    try ReaderStreams.answerEach(
      atMost: Thumbnail.maxGroupCount, byteCount: Thumbnail.maxRequestByteCount,
      warmUp: { () throws(Ending) in
        do { try Decoders.warmUp() } catch { throw .decoders }
      }
    ) { (photo) throws(Ending) in
      let made = try? unsafe PhotoCut.thumbnail(
        of: photo.span.bytes, longest: Thumbnail.longestSide)
      guard let made, (try? showsCode(made)) == false else { return Thumbnail.none }
      return made
    }
  }

  /// Whether a code can be read from a picture, even in part.
  private static func showsCode(_ picture: [UInt8]) throws(ReadingError) -> Bool {
    var isShown = false
    try unsafe PictureReader().read(picture.span.bytes) { page in
      isShown = !(page.codes.isEmpty && page.partialCodes.isEmpty)
    }
    return isShown
  }
}
