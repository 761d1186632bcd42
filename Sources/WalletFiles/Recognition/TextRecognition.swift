internal import Cards

/// A text file of another wallet.
enum TextRecognition {
  /// Every known wallet's table has one of these columns.
  private static let columns = ["cardid", "reference", OwnTable.mark]
  /// How many bytes to search for a header.
  private static let headByteCount = 65_536
  /// The most bytes of a message with links: a thousand of them.
  private static let maxMessageByteCount = 262_144

  /// Reads a text file.
  ///
  /// - Returns: Its cards; `nil` if it is not a wallet's text.
  /// - Throws: Why a wallet's text cannot be read; `ForeignProblem.textTooLarge` for any text.
  static func reading(_ bytes: [UInt8]) throws(ForeignProblem) -> ForeignReading? {
    let decoded: DecodedText
    do throws(ForeignProblem) {
      decoded = try DecodedText(bytes)
    } catch {
      if case .textTooLarge = error { throw error }
      return nil
    }
    var reading = try reading(decoded.text)
    reading?.guessedCharset = decoded.guessedCharset
    return reading
  }

  /// Reads a table; `members` are the names of the archive's other members.
  ///
  /// - Returns: Its cards; `nil` if it is not a wallet's table.
  /// - Throws: Why a table that looks like a wallet's cannot be read.
  static func table(
    _ text: String, members: [String]
  ) throws(ForeignProblem) -> ForeignReading? {
    let table = TableText(text)
    let head = String(decoding: table.text.utf8.prefix(headByteCount), as: UTF8.self).lowercased()
    guard columns.contains(where: { head.contains($0) }) else { return nil }
    let rows = try SeparatedValues.numberedRows(
      of: table.text, separator: table.separator ?? separator(head), firstLine: table.headerLine)
    if OwnTable.match(rows) { return try OwnTable.reading(rows) }
    if FidMeTable.match(rows) { return try FidMeTable.reading(rows) }
    return try CatimaTables.match(rows) ? CatimaTables.reading(rows, members: members) : nil
  }

  private static func reading(_ text: String) throws(ForeignProblem) -> ForeignReading? {
    if let link = link(in: text) { return try CatimaLink.reading(link) }
    if CardabaseLines.match(text) { return try CardabaseLines.reading(text) }
    if JSONReader.mayRead(text) { return try json(text) }
    let links = try links(in: text)
    do throws(ForeignProblem) {
      return try table(text, members: []) ?? links
    } catch {
      // In a message, quotes can be anywhere.
      guard let links else { throw error }
      return links
    }
  }

  /// The header's separator: spreadsheets save comma-separated tables with semicolons or tabs.
  private static func separator(_ head: String) -> Character {
    let lines = head.split(whereSeparator: \.isNewline)
    let header = lines.first { line in columns.contains { line.contains($0) } }
    return header.flatMap { SeparatedValues.separator(of: $0) } ?? ","
  }

  private static func json(_ text: String) throws(ForeignProblem) -> ForeignReading? {
    let value = try JSONReader.value(of: text)
    if PassEntry.match(value) { return PassMembers.reading(value, texts: [:]) }
    try ForeignReading.check(entryCount: value.elements.count)
    if VoucherVaultList.match(value) { return VoucherVaultList.reading(value) }
    if VoucherVaultItems.match(value) { return VoucherVaultItems.reading(value) }
    if CardabaseList.match(value) { return CardabaseList.reading(value) }
    return OwnList.match(value) ? OwnList.reading(value) : nil
  }

  private static func link(in text: String) -> String? {
    guard text.utf8.count <= 65_536 else { return nil }
    let link = text.trimmed
    return CatimaLink.match(link) ? link : nil
  }

  /// The cards of all links in a text, such as a message; `nil` if there are none.
  static func links(in text: String) throws(ForeignProblem) -> ForeignReading? {
    guard text.utf8.count <= maxMessageByteCount else { return nil }
    var reading: ForeignReading?
    for word in text.split(whereSeparator: \.isWhitespace) {
      let start = word.drop { "<([\"'“„«".contains($0) }
      let signs = start.reversed().prefix { ".,;:!?>)]\"'”“»".contains($0) }
      let link = String(start.dropLast(signs.count))
      guard CatimaLink.match(link) else { continue }
      let one = try CatimaLink.reading(link)
      reading?.add(one)
      reading = reading ?? one
    }
    return reading
  }
}
