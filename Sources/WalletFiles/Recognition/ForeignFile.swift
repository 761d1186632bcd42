internal import Cards

/// A file of another wallet, recognised by its content.
package enum ForeignFile: Sendable, Hashable {
  /// A zip archive, which only a reader opens.
  case archive
  /// A text with cards: JSON, CSV or a link.
  case text(ForeignReading)
  /// A table of cards from no known wallet; a person must confirm what its columns mean.
  case table(GenericTable)

  /// The size limit for texts.
  package static let maxTextByteCount = DecodedText.maxByteCount

  /// Recognises a file; `nil` if it is not a wallet's, so perhaps a picture.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isOfCards: Whether column names are those of a table of cards.
  ///   - takesAnyTable: Whether tables with any other column names count, too, as for a file that a person chose.
  /// - Throws: Why a text that looks like a wallet's cannot be read.
  package init?(
    _ bytes: [UInt8], isOfCards: ([String]) -> Bool = TableColumns.isOfCards,
    takesAnyTable: Bool = false
  ) throws(ForeignProblem) {
    if Self.isArchive(bytes) {
      self = .archive
      return
    }
    guard !Self.isBinary(bytes) else { return nil }
    do throws(ForeignProblem) {
      if let reading = try TextRecognition.reading(bytes) {
        try reading.check()
        self = .text(reading)
      } else if let table = try GenericTable(
        bytes, isOfCards: isOfCards, takesAny: takesAnyTable)
      {
        self = .table(table)
      } else {
        return nil
      }
    } catch .textTooLarge(let limit) {
      guard
        Self.mayBeWallet(
          beginningWith: bytes, isOfCards: isOfCards, takesAnyTable: takesAnyTable)
      else { return nil }
      throw .textTooLarge(limit: limit)
    }
  }

  /// Why an oversized file is not imported; `nil` if it is not a wallet's, so perhaps a picture.
  ///
  /// - Parameters:
  ///   - beginning: Its first bytes, at least 64 KiB.
  ///   - limit: The size limit for archives, in bytes.
  ///   - isOfCards: Whether column names are those of a table of cards.
  /// - Returns: `ForeignProblem.tooLarge` for any archive, `.textTooLarge` for a wallet's text.
  package static func problem(
    ofTooLong beginning: [UInt8], limit: Int, isOfCards: ([String]) -> Bool
  ) -> ForeignProblem? {
    if isArchive(beginning) { return .tooLarge(limit: limit) }
    guard !isBinary(beginning),
      mayBeWallet(beginningWith: beginning, isOfCards: isOfCards, takesAnyTable: false)
    else { return nil }
    return .textTooLarge(limit: maxTextByteCount)
  }

  /// Why an unrecognised file with a text's name cannot be read; `nil` if it can be decoded, or may be a picture after all.
  ///
  /// - Returns: `ForeignProblem.notText`, for example for UTF-32, `.cutOff` or `.textTooLarge`.
  package static func problem(ofUnknownText bytes: [UInt8]) -> ForeignProblem? {
    let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x00, 0xFE, 0xFF]]
    let isMarked = marks.contains { bytes.starts(with: $0) }
    // In wide charsets, the bytes of letters alternate with zeros.
    guard isMarked || isText(beginningWith: bytes.prefix(1_024).filter { $0 != 0 }) else {
      return nil
    }
    do throws(ForeignProblem) {
      return try DecodedText(bytes).text.utf8.contains(0) ? .notText : nil
    } catch {
      return error
    }
  }

  /// Whether a text is a link with which a wallet shares a card.
  package static func isLink(_ text: String) -> Bool { CatimaLink.match(text.trimmed) }

  /// Whether a text, such as a message, contains a link with which a wallet shares a card.
  package static func hasLink(_ text: String) -> Bool {
    // A link that cannot be read still is one.
    do throws(ForeignProblem) { return try TextRecognition.links(in: text) != nil } catch {
      return true
    }
  }

  /// Whether a file may be a wallet's, judging by its beginning.
  ///
  /// - Parameter beginning: Its first thousand bytes, or all of it.
  /// - Returns: `false` for what certainly is not, such as a film.
  package static func mayBeWallet(beginningWith beginning: [UInt8]) -> Bool {
    isArchive(beginning) || !isBinary(beginning)
  }

  /// Whether a file with this beginning can only be a text, so that the size limit for texts applies.
  ///
  /// - Returns: `false` also for a document or picture that begins with text.
  package static func isText(beginningWith beginning: [UInt8]) -> Bool {
    let controls = beginning.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
    let mark = Array("%PDF-".utf8)
    let isDocument = beginning.prefix(1_024 + mark.count).indices.contains { index in
      beginning[index] == mark[0] && beginning[index...].starts(with: mark)
    }
    return !beginning.isEmpty && !controls && !isDocument
  }

  /// Whether an oversized text is a wallet's, judging by its beginning.
  private static func mayBeWallet(
    beginningWith text: [UInt8], isOfCards: ([String]) -> Bool, takesAnyTable: Bool
  ) -> Bool {
    let head = text.prefix(65_536)
    let lines = head.lastIndex(of: UInt8(ascii: "\n")).map { head[..<$0] } ?? head
    do throws(ForeignProblem) {
      let file = try ForeignFile(
        Array(lines), isOfCards: isOfCards, takesAnyTable: takesAnyTable)
      if case nil = file { return false }
    } catch {
      // The error may come from cutting the text here.
      return true
    }
    return true
  }

  /// Texts of wallets contain no zero bytes, except in UTF-16.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return bytes.isEmpty || !isWide && bytes.prefix(1_024).contains(0)
  }
}
