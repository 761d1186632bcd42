/// Zip archives of wallets, once a reader has opened them.
extension ForeignFile {
  /// The most bytes of all texts in an archive together: a thousand passes have 5 MB.
  package static let maxArchiveTextByteCount = 16 << 20
  /// The error for an archive without a known member.
  package static let noWallet = ForeignProblem.missing("file from which cards are read")

  /// The members in which wallets keep their tables, the first one to be read first.
  private static let tableNames = ["catima.csv", "loyalty_programs.csv"]
  /// The endings of archives that are not opened inside another one; passes are not opened inside a pass either.
  private static let archiveEndings = [".zip", ".pkpasses", ".cdb"]
  /// The extensions of pictures and documents that are read (those of the accepted formats).
  package static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff",
    "gif", "pdf",
  ]
  /// How the names of texts end in which any table or list may be.
  private static let textEndings = [".csv", ".tsv", ".json", ".txt"]
  /// Separates the name of an inner pass from that of its member; no archive's names contain it.
  private static let passSeparator: Character = "\0"

  /// Reads the undamaged part of an archive, which may be one of passes.
  ///
  /// - Parameters:
  ///   - members: The members by name (`name(of:inPass:)`), with the bytes of those that are texts.
  ///   - damage: Why the rest of the archive is unreadable; `nil` if it is complete.
  ///   - languages: The person's languages, preferred first, such as `de` or `pt_BR`.
  /// - Returns: The cards; unreadable passes, inner archives and a damaged rest are listed by name.
  /// - Throws: `ForeignProblem`; if no member is known, `damage`, or else `onlyArchives` or `noWallet`.
  package static func reading(
    ofArchive members: [String: [UInt8]], damage: ForeignProblem?, languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    let members = members.filter { !isLeftBySystem($0.key) }
    let inner = members.keys.filter(isInnerArchive).sorted()
    do throws(ForeignProblem) {
      let passes = passes(in: members)
      var reading =
        try passes.isEmpty
        ? Self.reading(members, languages: languages)
        : Self.reading(ofPasses: passes, languages: languages)
      if !passes.isEmpty { reading.add(othersBesidePasses(in: members, languages: languages)) }
      for name in inner {
        reading.leaveOut(name.replacing("\(passSeparator)", with: "/"), .innerArchive)
      }
      try reading.check()
      if let damage { reading.leaveOutRest(damage) }
      return reading
    } catch {
      guard error == noWallet else { throw error }
      throw damage ?? (inner.isEmpty ? error : .onlyArchives(inner[0]))
    }
  }

  /// Reads the members of one archive, which contains no passes.
  ///
  /// - Parameters:
  ///   - members: The members by name, with the bytes of those that are texts.
  ///   - languages: The person's languages, preferred first.
  /// - Returns: The cards; further tables of cards are listed by name.
  /// - Throws: `ForeignProblem`; `noWallet` if no member is known.
  package static func reading(
    _ members: [String: [UInt8]], languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    var found: ForeignReading?
    if PassMembers.pass(in: members.keys) != nil {
      found = try PassMembers.reading(members, languages: languages)
    } else if let pass = try EspassMembers.reading(members) {
      found = pass
    } else {
      found = try CardabaseList.reading(members)
    }
    var problem: ForeignProblem?
    var unread: [ForeignReading.Unreadable] = []
    for (name, bytes) in tables(in: members) {
      do throws(ForeignProblem) {
        let decoded = try DecodedText(bytes)
        guard var reading = try TextRecognition.table(decoded.text, members: Array(members.keys))
        else {
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

  /// The first text in an archive of no known wallet that is a file with cards, and the names of others that are.
  ///
  /// Tables and lists of cards come before any others.
  ///
  /// - Parameters:
  ///   - members: The members by name, with the bytes of those that are texts.
  ///   - isOfCards: Whether column names are those of a table of cards.
  ///   - takesAnyTable: Whether tables with any other column names count, too.
  /// - Returns: The file, never an archive, and its name; `nil` if there is none.
  /// - Throws: Why a text that looks like a wallet's cannot be read, if there is no other.
  package static func text(
    ofArchive members: [String: [UInt8]], isOfCards: ([String]) -> Bool, takesAnyTable: Bool
  ) throws(ForeignProblem) -> (file: ForeignFile, name: String, others: [String])? {
    let texts = members.filter { name, bytes in
      !bytes.isEmpty && isText(name) && !name.contains(passSeparator)
    }.sorted { $0.key < $1.key }
    var problem: ForeignProblem?
    for takesAny in takesAnyTable ? [false, true] : [false] {
      var found: (file: ForeignFile, name: String)?
      var others: [String] = []
      for (name, bytes) in texts {
        do throws(ForeignProblem) {
          let file = try ForeignFile(bytes, isOfCards: isOfCards, takesAnyTable: takesAny)
          guard let file, file != .archive else { continue }
          if found == nil { found = (file, name) } else { others.append(name) }
        } catch {
          problem = problem ?? error
        }
      }
      if let found { return (found.file, found.name, others) }
    }
    if let problem { throw problem }
    return nil
  }

  /// The members that are pictures or documents by their names, in the order of these.
  package static func pictures(in names: some Sequence<String>) -> [String] {
    names.filter { name in
      let ending = name.split(separator: ".").last?.lowercased() ?? ""
      return pictureEndings.contains(ending) && !isLeftBySystem(name)
        && !name.contains(passSeparator)
    }.sorted()
  }

  private static func reading(
    ofPasses passes: [(name: String, members: [String: [UInt8]])], languages: [String]
  ) -> ForeignReading {
    var all = ForeignReading(source: .pass)
    for (name, members) in passes {
      do throws(ForeignProblem) {
        if members.isEmpty { throw .cutOff }
        var reading = try Self.reading(members, languages: languages)
        reading.move(intoArchive: name)
        all.add(reading)
      } catch {
        all.unreadable.append(.init(name: name, reason: .file(error)))
      }
    }
    return all
  }

  /// A table or a pass beside inner passes, where someone put everything into one archive.
  private static func othersBesidePasses(
    in members: [String: [UInt8]], languages: [String]
  ) -> ForeignReading {
    var others = ForeignReading(source: .pass)
    do throws(ForeignProblem) {
      others = try reading(
        members.filter { !$0.key.contains(passSeparator) }, languages: languages)
    } catch {
      if error != noWallet { others.leaveOut("other files", .file(error)) }
    }
    return others
  }

  /// The members that may be tables: those with a wallet's usual names first, then the others by name.
  private static func tables(in members: [String: [UInt8]]) -> [(name: String, bytes: [UInt8])] {
    let others = members.keys.filter {
      $0.lowercased().hasSuffix(".csv") && !tableNames.contains($0)
    }
    return (tableNames + others.sorted()).compactMap { name in
      members[name].map { (name: name, bytes: $0) }
    }
  }

  /// The inner archives that are passes, as in a `.pkpasses`, sorted by name; one that cannot be opened has no members.
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

  /// The key of a member among all members of an archive.
  ///
  /// - Parameters:
  ///   - member: The member's name in its own archive.
  ///   - pass: The inner pass that contains it; `nil` if it is not in one.
  /// - Returns: The key.
  package static func name(of member: String, inPass pass: String?) -> String {
    pass.map { "\($0)\(passSeparator)\(member)" } ?? member
  }

  /// Whether a member, named as by `name(of:inPass:)`, is a text to read cards from; of all others, only the names matter.
  package static func isText(_ name: String) -> Bool {
    let member = name.split(separator: passSeparator).last.map(String.init) ?? ""
    if isLeftBySystem(name) { return false }
    return isOfWallet(member) || isTranslation(name)
      || textEndings.contains { member.lowercased().hasSuffix($0) }
  }

  /// Whether a member is a text of a known wallet, or may be: without it, cards are missing.
  package static func isOfWallet(_ name: String) -> Bool {
    PassMembers.isPass(name) || name.lowercased().hasSuffix(".csv") || CardabaseList.isMember(name)
  }

  /// Whether a member is the translation of a pass, which is readable without it.
  package static func isTranslation(_ name: String) -> Bool {
    PassMembers.language(of: name) != nil
  }

  /// Whether macOS added a member for its file manager.
  private static func isLeftBySystem(_ name: String) -> Bool {
    let parts = name.split { $0 == "/" || $0 == passSeparator }
    return parts.contains("__MACOSX")
      || parts.last.map { $0.hasPrefix("._") || $0 == ".DS_Store" } ?? false
  }

  private static func isInnerArchive(_ name: String) -> Bool {
    let word = name.lowercased()
    return archiveEndings.contains { word.hasSuffix($0) }
      || word.hasSuffix(".pkpass") && name.contains(passSeparator)
  }

  /// Whether an archive that is still locked may be a wallet's, judging by its members' names, so that asking for its
  /// password makes sense.
  package static func mayBeWallet(withMembers names: some Sequence<String>) -> Bool {
    names.contains { name in
      let file = name.lowercased().split(separator: "/").last ?? ""
      return PassMembers.isPass(name) || file.hasSuffix(".csv") || file.hasSuffix(".pkpass")
        || CardabaseList.isMember(name)
    }
  }

  /// Whether an archive that is too long to open may be a wallet's, judging by its first member's name.
  ///
  /// - Parameter beginning: Its first bytes, at least a thousand.
  /// - Returns: Whether a wallet puts such a member first.
  package static func mayBeWallet(tooLongBeginningWith beginning: [UInt8]) -> Bool {
    // The name's length is at 26, the name at 30 (APPNOTE.TXT, 4.3.7).
    guard isArchive(beginning), beginning.count > 30 else { return false }
    let length = Int(beginning[26]) | Int(beginning[27]) << 8
    let name = String(decoding: beginning.dropFirst(30).prefix(min(length, 1_024)), as: UTF8.self)
    return mayBeWallet(withMembers: [name])
  }

  // A local file header, or the end of an archive without members (APPNOTE.TXT, 4.3.7 and 4.3.16).
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// How many bytes to search for an archive's end: 1 MiB holds the end record, the longest comment (64 KiB: APPNOTE.TXT,
  /// 4.3.16), and the zeros that some disks and cameras append to files.
  package static let archiveEndByteCount = 1 << 20

  /// Whether an archive has its end record, and was therefore copied completely.
  ///
  /// The end record of an inner pass does not count: its offsets start where that pass begins.
  ///
  /// - Parameters:
  ///   - ending: Its last bytes: `archiveEndByteCount`, or all of it.
  ///   - byteCount: The archive's size.
  /// - Returns: Whether the record is there.
  package static func hasArchiveEnd(_ ending: [UInt8], byteCount: Int) -> Bool {
    let start = byteCount - ending.count
    return ending.indices.contains { index in
      guard ending[index] == 0x50, ending[index...].starts(with: [0x50, 0x4B, 0x05, 0x06]),
        ending.count - index >= 22
      else { return false }
      // The central directory precedes it: its size, and its offset (APPNOTE.TXT, 4.3.16).
      let directoryEnd = number(at: index + 12, in: ending) + number(at: index + 16, in: ending)
      // If the numbers do not fit, a zip64 locator comes in between (4.3.15).
      return directoryEnd == start + index
        || index >= 20 && ending[(index - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07])
    }
  }

  /// An unsigned 32-bit little-endian integer.
  private static func number(at index: Int, in bytes: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
  }
}
