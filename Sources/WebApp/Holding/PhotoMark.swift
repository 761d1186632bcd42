internal import Cards
internal import ReaderLink

/// Where on a photo a code is: its corners, in shares of the photo's width and height.
struct PhotoMark: Encodable, Sendable, Hashable {
  /// Top left, top right, bottom right and bottom left in the symbol's own reading direction; each `[x, y]`.
  let corners: [[Double]]

  /// Writes the corners alone.
  func encode(to encoder: any Encoder) throws { try corners.encode(to: encoder) }

  /// Finds the codes of drafts on their photo, where it has several.
  ///
  /// - Parameters:
  ///   - drafts: The drafts.
  ///   - outcome: What was read on the photo.
  /// - Returns: The places; none for a photo with one code, which needs none.
  static func marks(of drafts: [Card], on outcome: PictureOutcome) -> [CardID: PhotoMark] {
    guard let page = outcome.pages.first, outcome.pages.count == 1,
      let places = outcome.keptPicture?.places
    else { return [:] }
    let codes = page.markedCodes
    guard codes.count > 1, places.count == codes.count else { return [:] }
    var marks: [CardID: PhotoMark] = [:]
    for draft in drafts {
      guard let own = draft.codes.first?.canonicalBytes,
        let code = codes.firstIndex(where: { $0.barcode.canonicalBytes == own })
      else { continue }
      marks[draft.id] = PhotoMark(corners: places[code].map { [$0.x, $0.y] })
    }
    return marks
  }
}
