/// A text file of another wallet.
enum TextFile {
  /// The columns of which a header has at least one, in any of the tables that are known.
  private static let columns = ["cardid", "reference"]

  /// Reads a text file.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: Its cards; `nil` if it is no wallet's text.
  /// - Throws: Why a wallet's text cannot be read.
  static func reading(_ bytes: [UInt8]) throws(ForeignProblem) -> ForeignReading? {
    let text: String
    do throws(ForeignProblem) {
      text = try PlainText.decoded(bytes)
    } catch {
      if case .tooLarge = error, looksLikeJSON(bytes.prefix(64)) { throw error }
      return nil
    }
    if let link = link(in: text) { return try CatimaLink.reading(link) }
    if looksLikeJSON(text.utf8.prefix(64)) { return try json(text) }
    return try table(text, members: [])
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - members: The names of the archive's other members.
  /// - Returns: Its cards; `nil` if it is no wallet's table.
  /// - Throws: `ForeignProblem` if it looks like one.
  static func table(
    _ text: String, members: [String]
  ) throws(ForeignProblem) -> ForeignReading? {
    let head = String(decoding: text.utf8.prefix(65_536), as: UTF8.self).lowercased()
    guard columns.contains(where: { head.contains($0) }) else { return nil }
    let isFidMe = head.prefix { $0 != "\n" && $0 != "\r\n" }.contains(";")
    let rows = try SeparatedValues.rows(of: text, separator: isFidMe ? ";" : ",")
    if isFidMe, FidMeTable.match(rows) { return try FidMeTable.reading(rows) }
    return try CatimaTables.match(rows) ? CatimaTables.reading(rows, members: members) : nil
  }

  private static func json(_ text: String) throws(ForeignProblem) -> ForeignReading? {
    let value = try JSONReader.value(of: text)
    if PassEntry.match(value) { return PassMembers.reading(value, texts: [:]) }
    if VoucherVaultList.match(value) { return VoucherVaultList.reading(value) }
    return OwnList.match(value) ? OwnList.reading(value) : nil
  }

  private static func link(in text: String) -> String? {
    guard text.utf8.count <= 65_536 else { return nil }
    let link = PlainText.trimmed(text)
    return CatimaLink.match(link) ? link : nil
  }

  private static func looksLikeJSON(_ bytes: some Sequence<UInt8>) -> Bool {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
