internal import Cards
internal import ReaderLink
internal import WalletFiles

/// Reads other wallets' files: texts here, archives in a sandboxed reader.
struct ForeignReader {
  /// How often a person is asked for the password of an archive.
  static let maxPasswords = 3
  /// How many bytes of a file that is too long are read to recognise it.
  private static let beginningByteCount = 64 << 10

  /// How the names of texts end.
  private static let textEndings = [".csv", ".json", ".tsv", ".txt"]

  let callbacks: ForeignBatch.Callbacks
  /// Reads tables that no wallet wrote.
  private(set) var tables: TableReader
  /// The languages that the person reads, the best first, as `pt_BR`: as gettext looks for them (Locale Environment
  /// Variables), with English last.
  private let languages =
    ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Environment[$0] }
    .flatMap { $0.split(separator: ":") }
    .map { locale in String(locale.prefix { $0 != "." && $0 != "@" }) } + ["en"]
  /// The passwords that fitted, as several archives may have one.
  private var passwords: [[UInt8]] = []
  /// Opens the archives, one after the other.
  private let opener = ArchiveOpener()

  init(_ callbacks: ForeignBatch.Callbacks, _ tables: TableReader) {
    self.callbacks = callbacks
    self.tables = tables
  }

  /// Whether a file is another wallet's, even if it is damaged.
  func isForeign(_ source: PictureSource) -> Bool {
    do {
      if case nil = try file(source) { return false }
    } catch is PictureSource.Failure {
      return false
    } catch {}
    return true
  }

  /// What a file that is no picture holds.
  enum Found {
    case cards(ForeignContents, beside: PhotoArchive?)
    /// Photos, and what was skipped beside them.
    case photos(PhotoArchive, skipped: [ImportItem])
  }

  /// What a file holds; `nil` if it is no wallet's, or cannot be loaded, which reading it as a picture reports.
  ///
  /// A table in a folder counts only if the name of a column shows that it contains cards; `other` is what a file there
  /// was recognised as.
  mutating func found(
    in source: PictureSource, named fileName: String, inFolder other: PictureSelection.Other? = nil
  ) async throws -> Found? {
    do {
      let file: ForeignFile? =
        if case .recognised(let file) = other { file } else {
          try self.file(source, isInFolder: other != nil)
        }
      switch file {
      case nil:
        if other == nil, let problem = try problem(ofUnknown: source, named: fileName) {
          throw problem
        }
        return nil
      case .text(let reading): return .cards(ForeignContents(reading, of: fileName), beside: nil)
      case .table(let table):
        return .cards(try tables.contents(of: table, in: fileName), beside: nil)
      case .archive:
        let (archive, opened, members, damage) = try await members(
          of: source, named: fileName, isInFolder: other != nil)
        let skipped = opened.skipped.map {
          ImportItem(.member($0.reason), of: fileName, part: $0.name)
        }
        let names = ForeignFile.pictures(in: members.keys)
        let photos =
          names.isEmpty ? nil : PhotoArchive(archive, of: fileName, photos: names)
        do throws(ForeignProblem) {
          var contents = ForeignContents(
            try reading(of: opened, members, damage), of: fileName, from: archive)
          contents.skipped = skipped
          return .cards(contents, beside: contents.reading.source.keepsPictures ? nil : photos)
        } catch {
          guard Self.isOfNoWallet(error) else { throw error }
          if let contents = try text(in: members, of: fileName, skipped, isInFolder: other != nil) {
            return .cards(contents, beside: photos)
          }
          guard let photos else { throw error }
          return .photos(photos, skipped: skipped)
        }
      }
    } catch let failure as PictureSource.Failure {
      if case .tooLong = failure, let problem = problem(ofTooLong: source) { throw problem }
      return nil
    }
  }

  /// Whether an archive has no wallet's file, but may have others.
  private static func isOfNoWallet(_ problem: ForeignProblem) -> Bool {
    if case .onlyArchives = problem { true } else { problem == ForeignFile.noWallet }
  }

  /// The cards of the first text in an archive that is a table or list of cards; `nil` if there is none.
  private mutating func text(
    in members: [String: [UInt8]], of fileName: String, _ skipped: [ImportItem], isInFolder: Bool
  ) throws -> ForeignContents? {
    let found = try ForeignFile.text(
      ofArchive: members, isOfCards: tables.isOfCards, takesAnyTable: !isInFolder)
    guard let found else { return nil }
    var contents: ForeignContents
    // It is named, as it may not be the one that was meant.
    let path = fileName.isEmpty ? found.name : "\(fileName)/\(found.name)"
    switch found.file {
    case .archive: return nil
    case .text(let reading): contents = ForeignContents(reading, of: path)
    case .table(let table): contents = try tables.contents(of: table, in: path)
    }
    contents.reading.unreadable += found.others.map { .init(name: $0, reason: .otherTable) }
    contents.skipped = skipped
    return contents
  }

  /// Why a file that is too long is not imported; `nil` if it is no wallet's.
  private func problem(ofTooLong source: PictureSource) -> ForeignProblem? {
    guard let beginning = try? source.beginning(Self.beginningByteCount) else { return nil }
    return ForeignFile.problem(
      ofTooLong: beginning, limit: ArchiveRequest.maxArchiveByteCount,
      isOfCards: tables.isOfCards)
  }

  /// Why a file cannot be read that is called a text, but is none that can be decoded; `nil` for any other.
  private func problem(
    ofUnknown source: PictureSource, named fileName: String
  ) throws(PictureSource.Failure) -> ForeignProblem? {
    let name = fileName.lowercased()
    guard Self.textEndings.contains(where: { name.hasSuffix($0) }) else { return nil }
    return ForeignFile.problem(
      ofUnknownText: try source.beginning(ForeignFile.maxTextByteCount + 1))
  }

  /// Recognises a file by as much of it as a text may have: of an archive no more is read here.
  func file(_ source: PictureSource, isInFolder: Bool = false) throws -> ForeignFile? {
    // Most files are photos, of which no more is needed.
    guard ForeignFile.mayBeWallet(beginningWith: try source.beginning(1_024)) else { return nil }
    return try ForeignFile(
      source.beginning(ForeignFile.maxTextByteCount + 1), isOfCards: tables.isOfCards,
      takesAnyTable: !isInFolder)
  }

  /// What an archive holds.
  ///
  /// - Throws: Why it holds nothing; if a wallet's files were skipped, why they were.
  private func reading(
    of opened: OpenedArchive, _ members: [String: [UInt8]], _ damage: ForeignProblem?
  ) throws(ForeignProblem) -> ForeignReading {
    do throws(ForeignProblem) {
      var reading = try ForeignFile.reading(
        ofArchive: members, damage: damage, languages: languages)
      // The report about a skipped file in a pass already explains the whole pass.
      let skipped = opened.skippedOfWallets.map(\.name)
      reading.unreadable.removeAll { pass in
        pass.reason == .file(ForeignFile.noWallet)
          && skipped.contains { $0.hasPrefix("\(pass.name)/") }
      }
      return reading
    } catch {
      switch error {
      case _ where Self.isOfNoWallet(error): throw opened.problemOfSkipped ?? error
      default: throw error
      }
    }
  }

  /// The members of an archive (its texts, and all others empty), and how it is damaged if there may be more; asks for
  /// a password if it has one.
  private mutating func members(
    of source: PictureSource, named fileName: String, isInFolder: Bool
  ) async throws -> (
    ForeignArchive, OpenedArchive, members: [String: [UInt8]], damage: ForeignProblem?
  ) {
    var (archive, opened, members) = try await self.opened(source, with: nil)
    if opened.isLocked {
      (archive, opened, members) = try await unlocked(
        opened, source, named: fileName, isInFolder: isInFolder)
    }
    var damage: ForeignProblem?
    switch opened.outcome {
    case .whole, .damaged:
      damage = try self.damage(of: source, opened.outcome)
      if let damage, members.isEmpty { throw damage }
    case .bomb: throw ForeignProblem.bomb
    case .tooLarge, .outOfMemory:
      throw ForeignProblem.tooLarge(limit: ArchiveRequest.maxArchiveByteCount)
    case .tooMany: throw ForeignProblem.tooMany(.members, limit: OpenedArchive.maxMemberCount)
    }
    return (archive, opened, members, damage)
  }

  /// Why an archive, or the rest of it, cannot be read; `nil` if all of it was.
  ///
  /// Where its end is missing, as it was not copied completely, a pass inside it may have been taken for all of it.
  private func damage(
    of source: PictureSource, _ outcome: OpenedArchive.Outcome
  ) throws(PictureSource.Failure) -> ForeignProblem? {
    let ending = try source.ending(ForeignFile.archiveEndByteCount)
    guard ForeignFile.hasArchiveEnd(ending, byteCount: try source.byteCount()) else {
      return .cutOff
    }
    return outcome == .damaged ? .damagedArchive : nil
  }

  private typealias Opened = (ForeignArchive, OpenedArchive, members: [String: [UInt8]])

  /// The archive, opened with a password that fitted before or that a person types now.
  private mutating func unlocked(
    _ archive: OpenedArchive, _ source: PictureSource, named fileName: String, isInFolder: Bool
  ) async throws -> Opened {
    let names = Array(archive.names) + archive.skipped.map(\.name)
    // Of a folder's archives, those with any texts or pictures would ask too often.
    let mayBeRead =
      ForeignFile.mayBeWallet(withMembers: names)
      || !isInFolder
        && (names.contains(where: ForeignFile.isText)
          || !ForeignFile.pictures(in: names).isEmpty)
    guard mayBeRead else { throw ForeignFile.noWallet }
    for password in passwords {
      let opened = try await opened(source, with: password)
      if !opened.1.isLocked { return opened }
    }
    for attempt in 0..<Self.maxPasswords {
      guard let typed = try callbacks.password(fileName, attempt > 0) else {
        if attempt == 0 { throw ForeignProblem.locked }
        break
      }
      let password = Array(typed.utf8)
      let opened = try await opened(source, with: password)
      if opened.1.isLocked { continue }
      passwords.append(password)
      return opened
    }
    throw ForeignProblem.wrongPassword
  }

  private func opened(
    _ source: PictureSource, with password: [UInt8]?
  ) async throws -> Opened {
    let archive = ForeignArchive(source, password: password)
    let limit = ForeignFile.maxArchiveTextByteCount
    var members: [String: [UInt8]] = [:]
    var byteCount = 0
    let opened = try await archive.open(
      by: opener,
      onMissing: callbacks.onMissing,
      keeping: ForeignFile.isText
    ) { name, bytes in
      // Thousands of passes may have dozens of languages each, and are passes without these.
      if ForeignFile.isTranslation(name), byteCount + bytes.count > limit / 2 { return }
      // An archive of photos or of a phone's data may have long texts that are of no cards.
      if !ForeignFile.isOfWallet(name), byteCount + bytes.count > limit { return }
      byteCount += bytes.count
      guard byteCount <= limit else { throw ForeignProblem.tooLarge(limit: limit) }
      members[name] = bytes
    }
    for name in opened.names where members[name] == nil { members[name] = [] }
    return (archive, opened, members)
  }
}

extension ForeignSource {
  /// Whether the pictures in its archives belong to its cards, or are logos.
  fileprivate var keepsPictures: Bool {
    switch self {
    case .catima, .cardabase, .pass: true
    case .voucherVault, .fidMe, .table, .cardvault: false
    }
  }
}

extension OpenedArchive {
  /// The skipped files in which wallets keep cards.
  fileprivate var skippedOfWallets: [SkippedMember] {
    skipped.filter { ForeignFile.mayBeWallet(withMembers: [$0.name]) }
  }

  /// Why it has no cards; `nil` if they were not in a file that is damaged or too large.
  fileprivate var problemOfSkipped: ForeignProblem? {
    let reasons = skippedOfWallets.map(\.reason)
    if reasons.contains(.damaged) { return .damagedArchive }
    return reasons.contains(.tooLarge)
      ? .textTooLarge(limit: ForeignFile.maxArchiveTextByteCount) : nil
  }
}
