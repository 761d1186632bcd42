/// A file of another wallet, recognised by what is in it.
package enum ForeignFile: Sendable, Hashable {
  /// A zip archive, which only a reader opens.
  case archive
  /// A text with cards: JSON, CSV or a link.
  case text(ForeignReading)

  /// Recognises a file by its content; `nil` if it is no file of a wallet, so perhaps a picture.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: Why a text that looks like a wallet's cannot be read.
  package init?(_ bytes: [UInt8]) throws(ForeignProblem) {
    // A local file header, or the end of an archive without members (APPNOTE.TXT, 4.3.7 and 4.3.16).
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      self = .archive
      return
    }
    guard !Self.isBinary(bytes), let reading = try TextFile.reading(bytes) else { return nil }
    self = .text(reading)
  }

  /// Reads the members of an archive that a reader opened.
  ///
  /// - Parameters:
  ///   - members: The members' bytes by name.
  ///   - languages: Languages that the person reads, the best first, as `de`.
  /// - Returns: What is in it.
  /// - Throws: `ForeignProblem`; `.missing` if no member is known.
  package static func reading(
    _ members: [String: [UInt8]], languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    if members["pass.json"] != nil {
      return try PassMembers.reading(members, languages: languages)
    }
    for (name, bytes) in members.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".csv") {
      let text = try PlainText.decoded(bytes)
      if let reading = try TextFile.table(text, members: Array(members.keys)) { return reading }
    }
    throw .missing("pass.json, catima.csv, loyalty_programs.csv")
  }

  /// The members of an archive that are passes themselves, as in a `.pkpasses`.
  ///
  /// - Parameter members: The members' bytes by name.
  /// - Returns: Their names, sorted.
  package static func passes(in members: [String: [UInt8]]) -> [String] {
    members.keys.filter { $0.lowercased().hasSuffix(".pkpass") }.sorted()
  }

  /// Texts of wallets contain no zero bytes, except in UTF-16.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return bytes.isEmpty || !isWide && bytes.prefix(1_024).contains(0)
  }
}
