/// A file of another wallet, recognised by what is in it.
package enum ForeignFile: Sendable, Hashable {
  /// A zip archive, which only a reader opens.
  case archive
  /// A text with cards: JSON, CSV or a link.
  case text(ForeignReading)
  /// A table of cards by no wallet that is known; a person must confirm what its columns mean.
  case table(GenericTable)

  /// The most bytes of a text that is read.
  package static let maximumTextByteCount = PlainText.maximumByteCount

  /// Recognises a file by its content; `nil` if it is no file of a wallet, so perhaps a picture.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isOfCards: Whether these names of columns are those of a table of cards.
  ///   - takesAnyTable: Whether a table counts whose columns have any other names, as in a file that a person chose.
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
      if let reading = try TextFile.reading(bytes) {
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

  /// Why a file that is longer than any that is read is not imported; `nil` if it is no wallet's, so perhaps a picture.
  ///
  /// - Parameters:
  ///   - beginning: Its first bytes, 64 KiB or more.
  ///   - limit: The most bytes of an archive that is read.
  ///   - isOfCards: Whether these names of columns are those of a table of cards.
  /// - Returns: `ForeignProblem.tooLarge` for any archive, `.textTooLarge` for a wallet's text.
  package static func problem(
    ofTooLong beginning: [UInt8], limit: Int, isOfCards: ([String]) -> Bool
  ) -> ForeignProblem? {
    if isArchive(beginning) { return .tooLarge(limit: limit) }
    guard !isBinary(beginning),
      mayBeWallet(beginningWith: beginning, isOfCards: isOfCards, takesAnyTable: false)
    else { return nil }
    return .textTooLarge(limit: PlainText.maximumByteCount)
  }

  /// Why a file cannot be read that was not recognised, but is called a text; `nil` if it can be decoded, or may be a
  /// picture all the same.
  ///
  /// - Returns: `ForeignProblem.notText`, for UTF-32 for example, `.cutOff` or `.textTooLarge`.
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

  /// Whether an archive that is too long to be opened may be a wallet's, as far as the name of its first member tells.
  ///
  /// - Parameter beginning: Its first bytes, at least a thousand.
  /// - Returns: Whether that is what a wallet puts first.
  package static func mayBeWallet(tooLongBeginningWith beginning: [UInt8]) -> Bool {
    // The length of the name is at 26 and the name at 30 (APPNOTE.TXT, 4.3.7).
    guard isArchive(beginning), beginning.count > 30 else { return false }
    let length = Int(beginning[26]) | Int(beginning[27]) << 8
    let name = String(decoding: beginning.dropFirst(30).prefix(min(length, 1_024)), as: UTF8.self)
    return mayBeWallet(withMembers: [name])
  }

  /// Whether a text is a link with which a wallet shares a card.
  package static func isLink(_ text: String) -> Bool { CatimaLink.match(PlainText.trimmed(text)) }

  /// The members that wallets keep their tables in, the first one to be read first.
  private static let tableNames = ["catima.csv", "loyalty_programs.csv"]

  /// What an archive lacks in which no member is known.
  package static let noWallet = ForeignProblem.missing(
    "pass.json, catima.csv, loyalty_programs.csv or cards/cards")

  /// The most bytes of all texts in an archive together: a thousand passes have 5 MB.
  package static let maximumArchiveTextByteCount = 16 << 20

  /// Whether a member of an archive is a text that cards are read from; only the names of all others matter.
  ///
  /// - Parameter name: Its name among those of the archive that was opened.
  /// - Returns: Whether it is.
  package static func isText(_ name: String) -> Bool {
    let member = name.split(separator: passSeparator).last.map(String.init) ?? ""
    if isLeftBySystem(name) { return false }
    return PassMembers.isPass(member) || member.lowercased().hasSuffix(".csv")
      || CardabaseList.isMember(member) || isTranslation(name)
  }

  /// Whether a member of an archive is the translation of a pass, which can be read without it.
  package static func isTranslation(_ name: String) -> Bool {
    PassMembers.language(of: name) != nil
  }

  /// Reads the members of an archive that a reader opened.
  ///
  /// - Parameters:
  ///   - members: The members by name, with the bytes of those that are texts.
  ///   - languages: Languages that the person reads, the best first, as `de` or `pt_BR`.
  /// - Returns: What is in it; tables of cards that are not read are left out by name.
  /// - Throws: `ForeignProblem`; `noWallet` if no member is known.
  package static func reading(
    _ members: [String: [UInt8]], languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    var found: ForeignReading?
    if PassMembers.pass(in: members.keys) != nil {
      found = try PassMembers.reading(members, languages: languages)
    } else {
      found = try CardabaseList.reading(members)
    }
    var problem: ForeignProblem?
    var unread: [ForeignReading.Unreadable] = []
    for (name, bytes) in tables(in: members) {
      do throws(ForeignProblem) {
        let decoded = try DecodedText(bytes)
        guard var reading = try TextFile.table(decoded.text, members: Array(members.keys)) else {
          if tableNames.contains(name) { throw .missing("columns of a wallet's table in \(name)") }
          continue
        }
        if case nil = found {
          reading.guessedCharset = decoded.guessedCharset
          found = reading
        } else {
          unread.append(.init(name: name, reason: .otherTable))
        }
      } catch {
        problem = problem ?? error
        unread.append(.init(name: name, reason: .file(error)))
      }
    }
    guard var reading = found else { throw problem ?? noWallet }
    reading.unreadable += unread
    return reading
  }

  /// The members that may be tables: first those with the names that wallets give them, then the others by name.
  private static func tables(in members: [String: [UInt8]]) -> [(name: String, bytes: [UInt8])] {
    let others = members.keys.filter {
      $0.lowercased().hasSuffix(".csv") && !tableNames.contains($0)
    }
    return (tableNames + others.sorted()).compactMap { name in
      members[name].map { (name: name, bytes: $0) }
    }
  }

  /// Separates the name of a pass in an archive from that of a member of it; no archive's names contain it.
  static let passSeparator: Character = "\0"

  /// The members of an archive that are passes themselves, as in a `.pkpasses`.
  ///
  /// - Parameter members: The members' bytes by name, those of passes included.
  /// - Returns: The passes, sorted by name, with their members by name; none for one that is no archive.
  static func passes(
    in members: [String: [UInt8]]
  ) -> [(name: String, members: [String: [UInt8]])] {
    var passes: [String: [String: [UInt8]]] = [:]
    for (name, bytes) in members {
      let parts = name.split(
        separator: passSeparator, maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        passes[String(parts[0]), default: [:]][String(parts[1])] = bytes
      } else if name.lowercased().hasSuffix(".pkpass"), passes[name] == nil {
        passes[name] = [:]
      }
    }
    return passes.sorted { $0.key < $1.key }.map { (name: $0.key, members: $0.value) }
  }

  /// The name of a member among those of the archive that was opened.
  ///
  /// - Parameters:
  ///   - member: Its name.
  ///   - pass: The pass in the archive that it is in; `nil` if it is in none.
  /// - Returns: The name.
  package static func name(of member: String, inPass pass: String?) -> String {
    pass.map { "\($0)\(passSeparator)\(member)" } ?? member
  }

  /// Whether an archive whose members cannot be opened yet may be a wallet's, so that its password is worth asking for.
  ///
  /// - Returns: Whether one of them is what a wallet puts there.
  package static func mayBeWallet(withMembers names: some Sequence<String>) -> Bool {
    names.contains { name in
      let file = name.lowercased().split(separator: "/").last ?? ""
      return PassMembers.isPass(name) || file.hasSuffix(".csv") || file.hasSuffix(".pkpass")
        || CardabaseList.isMember(name)
    }
  }

  /// Whether a file may be a wallet's, as far as its beginning tells.
  ///
  /// - Parameter beginning: Its first bytes, at least a thousand where it has so many.
  /// - Returns: `false` for what is surely none, such as a film.
  package static func mayBeWallet(beginningWith beginning: [UInt8]) -> Bool {
    isArchive(beginning) || !isBinary(beginning)
  }

  /// Whether a file whose beginning this is can only be a text, so that no more of it than of texts need be read.
  ///
  /// - Returns: `false` also for a document or picture that begins with text.
  package static func isText(beginningWith beginning: [UInt8]) -> Bool {
    let controls = beginning.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
    let mark = Array("%PDF-".utf8)
    let isDocument = beginning.prefix(1_024 + mark.count).indices.contains { place in
      beginning[place] == mark[0] && beginning[place...].starts(with: mark)
    }
    return !beginning.isEmpty && !controls && !isDocument
  }

  /// Whether a text that is too large to be read is a wallet's, as far as its beginning tells.
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
      // A text that ends there does not contradict it.
      return true
    }
    return true
  }

  // A local file header, or the end of an archive without members (APPNOTE.TXT, 4.3.7 and 4.3.16).
  private static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// How many bytes at the end of an archive tell whether it is there: 1 MiB holds the record that ends it, the longest
  /// comment (64 KiB: APPNOTE.TXT, 4.3.16), and zeros that some disks and cameras put behind a file.
  package static let archiveEndByteCount = 1 << 20

  /// Whether an archive has the record that ends it, so that it was copied completely.
  ///
  /// That of a pass inside it does not count: it states places from where that pass begins.
  ///
  /// - Parameters:
  ///   - ending: Its last bytes, `archiveEndByteCount` or all of it.
  ///   - byteCount: How many bytes it has.
  /// - Returns: Whether that is in them.
  package static func hasArchiveEnd(_ ending: [UInt8], byteCount: Int) -> Bool {
    let start = byteCount - ending.count
    return ending.indices.contains { place in
      guard ending[place] == 0x50, ending[place...].starts(with: [0x50, 0x4B, 0x05, 0x06]),
        ending.count - place >= 22
      else { return false }
      // The list of files, which is in front of it: how many bytes it has, and where it begins (APPNOTE.TXT, 4.3.16).
      let listEnd = number(at: place + 12, in: ending) + number(at: place + 16, in: ending)
      // With numbers that are too large for it, another record comes in between (4.3.15).
      return listEnd == start + place
        || place >= 20 && ending[(place - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07])
    }
  }

  /// An unsigned 32-bit little-endian integer.
  private static func number(at place: Int, in bytes: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Texts of wallets contain no zero bytes, except in UTF-16.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return bytes.isEmpty || !isWide && bytes.prefix(1_024).contains(0)
  }
}
