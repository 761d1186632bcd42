internal import Cards
package import SystemPackage

/// Which part of a photo to show.
package struct PhotoViewRequest: Sendable, Hashable {
  /// The page, from 1.
  package let page: Int
  /// The corners of the code as shares of the upright page's width and height; none for all of the page.
  package let corners: [SIMD2<Double>]

  /// Asks for a part of a page.
  package init(page: Int = 1, corners: [SIMD2<Double>] = []) {
    (self.page, self.corners) = (page, corners)
  }

  /// The arguments of a reader.
  var words: [String] { ["\(page)"] + corners.flatMap { ["\($0.x)", "\($0.y)"] } }

  /// Understands the arguments of a reader; `nil` if they are not valid.
  package init?(words: [String]) {
    let numbers = words.dropFirst().compactMap(Double.init).filter { (0...1).contains($0) }
    guard let page = words.first.flatMap({ Int($0) }), page >= 1, numbers.count % 2 == 0,
      numbers.count == words.count - 1, numbers.count <= 8
    else { return nil }
    self.init(
      page: page,
      corners: stride(from: 0, to: numbers.count, by: 2).map {
        SIMD2(numbers[$0], numbers[$0 + 1])
      })
  }
}

/// A part of a photo as plain pixels, which a reader made: nobody else has to parse a picture to show it.
package struct PhotoView: Sendable, Hashable {
  /// The longer side in pixels: half of a large window.
  package static let longestSide = 800

  /// The size in pixels.
  package let width: Int, height: Int
  /// Red, green and blue of each pixel, row by row.
  package let pixels: [UInt8]

  /// Takes pixels.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// What a reader answers: width and height in two bytes each, the high one first, and the pixels.
  package var bytes: [UInt8] {
    [width, height].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      + pixels
  }

  /// Takes the answer of a reader; `nil` if it is not within the limits.
  init?(bytes: [UInt8]) {
    guard bytes.count > 4 else { return nil }
    let (width, height) = (Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3]))
    guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height,
      bytes.count == 4 + width * height * 3
    else { return nil }
    self.init(width: width, height: height, pixels: Array(bytes[4...]))
  }
}

/// A kept photo, so small that a list does not show the number of the card.
package enum Thumbnail {
  /// The longer side in pixels.
  ///
  /// Colours and a logo are recognised, and printed digits, 2 to 4 mm high on a card of 86 mm, are not. At 480 pixels our
  /// own reader reads the codes of 48 sample photos, at 120 of 3, and at 72 of none; only a code that fills its photo is
  /// read then (measured).
  package static let longestSide = 72
  /// The most photos for one reader: as many tiles as a large screen shows.
  package static let maxGroupCount = 32
  /// The most bytes of all photos for one reader.
  package static let maxRequestByteCount =
    maxGroupCount * (KeptPicture.maxByteCount + PartList.headerByteCount)
  /// The most bytes of all thumbnails from one reader; each takes about 3 KB.
  static let maxAnswerByteCount = 1 << 20
  /// What a reader answers for a photo that cannot be shown, or whose code can still be read.
  package static let none: [UInt8] = [0]
}

/// Shows photos by a fresh, sandboxed reader: one for a part of a photo, or one for many thumbnails.
package struct PhotoViewer: Sendable {
  private let reader: OneTimeReader

  /// Makes a viewer.
  ///
  /// - Parameter executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  package init(executable: FilePath) {
    reader = OneTimeReader(executable: executable, timeout: ReaderPool.defaultTimeout)
  }

  /// Looks at a part of a photo.
  ///
  /// - Parameters:
  ///   - photo: Where the photo is.
  ///   - request: Which part.
  /// - Returns: The pixels; `nil` if they cannot be had, whatever the reason.
  package func view(of photo: PictureSource, _ request: PhotoViewRequest) async -> PhotoView? {
    guard let bytes = try? photo.contents() else { return nil }
    let limit = 4 + PhotoView.longestSide * PhotoView.longestSide * 3
    let answer = try? await reader.answer(
      ["--view"] + request.words, to: bytes, atMost: limit, onMissing: { _ in })
    return answer.flatMap(PhotoView.init(bytes:))
  }

  /// Makes thumbnails of kept photos.
  ///
  /// - Parameter photos: At most `Thumbnail.maxGroupCount` photos, each of at most `KeptPicture.maxByteCount` bytes.
  /// - Returns: A JPEG for each, of which only the length and the first and last bytes were checked; `nil` for one that
  ///   cannot be shown, or whose code can still be read.
  /// - Throws: `ReaderLinkError` if the reader does not deliver them.
  package func thumbnails(of photos: [[UInt8]]) async throws -> [[UInt8]?] {
    precondition(photos.count <= Thumbnail.maxGroupCount)
    precondition(photos.allSatisfy { $0.count <= KeptPicture.maxByteCount })
    var thumbnails: [[UInt8]?] = []
    try await reader.answerEach(
      ["--thumbnails"], of: photos,
      in: (Thumbnail.maxGroupCount, Thumbnail.maxRequestByteCount),
      atMost: Thumbnail.maxAnswerByteCount, onMissing: { _ in },
      onAnswer: { thumbnails.append(KeptPicture(bytes: $1).isWithinBounds ? $1 : nil) })
    return thumbnails
  }
}
