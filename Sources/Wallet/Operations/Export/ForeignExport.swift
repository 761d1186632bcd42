package import Cards
internal import FoundationEssentials
package import SystemPackage
package import VaultStore
package import WalletFiles

/// Cards of a vault as a file for another program.
///
/// The file is not sealed; at most, a password encrypts it.
package struct ForeignExport: Sendable {
  /// The file's form.
  package let form: ExportForm
  /// The file.
  package let bytes: [UInt8]
  /// The cards in it.
  package let cards: [Card]
  /// The cards in it that it does not hold completely, in their order.
  package let leftOut: [ForeignWriting.LeftOut]
  /// The cards that are not in it, in their order.
  package let absent: [AbsentCard]
  /// How many photos are in it.
  package let photoCount: Int
  /// How many photos are not in it because they have no intact file in the vault.
  let missingPhotoCount: Int
  /// The most bytes of a JSON file, if photos are not in it because they would exceed that; otherwise `nil`.
  let exceededByteLimit: Int?
  /// How many cards are in it with their PIN.
  let pinCount: Int
  /// Whether it is in a form that `import` reads back, but larger than it reads.
  let isTooLargeToImport: Bool

  /// What decides how cards are written.
  package struct Options {
    let today: CalendarDate
    let now: Timestamp
    let password: [UInt8]?
    let certificate: FilePath?
    let onMissing: ([String]) -> Void

    /// Collects them.
    ///
    /// - Parameters:
    ///   - today: Today in local time.
    ///   - now: The moment of the export.
    ///   - password: What encrypts a Catima archive; `nil` for nothing.
    ///   - certificate: The file with the certificate and key that sign passes; `nil` leaves them unsigned.
    ///   - onMissing: Called with the names of the protections that this kernel lacks.
    package init(
      today: CalendarDate, now: Timestamp, password: [UInt8]? = nil, certificate: FilePath? = nil,
      onMissing: @escaping ([String]) -> Void
    ) {
      self.today = today
      self.now = now
      self.password = password
      self.certificate = certificate
      self.onMissing = onMissing
    }
  }

  /// Writes cards.
  ///
  /// - Throws: `ExportRefusal`, `PassSigningProblem`, `ReaderLinkError` or `VaultError`.
  package init(
    of all: [Card], in vault: Vault, as form: ExportForm, _ options: Options
  ) async throws {
    if all.isEmpty { throw ExportRefusal.noCards }
    if form == .link, all.count > 1 { throw ExportRefusal.severalCards(all.count) }
    let doubtful = form.withheld(from: all)
    let withheld = Dictionary(
      doubtful.map { ($0.card, $0) }, uniquingKeysWith: { first, _ in first })
    let chosen = all.filter { withheld[$0.id] == nil }
    if chosen.isEmpty { throw ExportRefusal.noneFits(doubtful) }
    self.form = form
    var writing = ForeignWriting()
    var photos: ExportedPhotos?
    switch form {
    case .catima:
      writing = CatimaFile.writing(chosen)
      let archive = try await CatimaArchive.made(of: chosen, writing, vault, options)
      photos = archive.photos
      bytes = archive.bytes
    case .csv:
      writing = CardTable.writing(chosen)
      bytes = Array(writing.text.utf8)
    case .json:
      let own = try await ExportedCards(chosen, of: vault, today: options.today)
      photos = own.photos
      bytes = Array(own.text.utf8)
    case .ics:
      writing = ExpiryCalendar.writing(
        chosen, today: options.today, now: options.now)
      if writing.cards.isEmpty { throw ExportRefusal.noneExpires }
      bytes = Array(writing.text.utf8)
    case .pass:
      let archive = try await PassArchive.made(of: chosen, options)
      writing = archive.writing
      bytes = archive.bytes
    case .link:
      writing = CatimaLinkText.writing(chosen[0])
      bytes = Array("\(writing.text)\n".utf8)
    }
    let nameless = Set(writing.absent)
    absent = all.compactMap { card in
      nameless.contains(card.id)
        ? AbsentCard(card, .noNameOrNumber) : withheld[card.id]
    }
    if form != .json, writing.cards.isEmpty { throw ExportRefusal.noneFits(absent) }
    let held = Set(writing.cards)
    cards = form == .json ? chosen : chosen.filter { held.contains($0.id) }
    photoCount = photos?.chosen.count ?? 0
    missingPhotoCount = photos?.missingCount ?? 0
    let isFull = form == .json && photos?.isFull == true
    exceededByteLimit = isFull ? ForeignFile.maxTextByteCount : nil
    let isOurs = form == .json || form == .csv
    pinCount = isOurs ? cards.count { !$0.pin.isEmpty } : 0
    isTooLargeToImport = isOurs ? Self.isTooLarge(bytes) : false
    // A calendar is not meant to hold more than days.
    leftOut = form == .ics ? [] : Self.leftOut(of: cards, writing, photos)
  }

  /// The link in the file as a QR code; only for the form `link`.
  package var linkCode: Barcode {
    let link = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    return Barcode(symbology: .qrCode, bytes: Array(link.utf8), text: link)
  }

  private static func isTooLarge(_ bytes: [UInt8]) -> Bool {
    do throws(ForeignProblem) { _ = try ForeignFile(bytes) } catch { return true }
    return false
  }

  /// What the text does not hold, and cards' photos that are not in the file.
  private static func leftOut(
    of cards: [Card], _ writing: ForeignWriting, _ photos: ExportedPhotos?
  ) -> [ForeignWriting.LeftOut] {
    let lost = Dictionary(
      writing.leftOut.map { ($0.card, $0.details) }, uniquingKeysWith: { first, _ in first })
    return cards.compactMap { card in
      var details = lost[card.id] ?? []
      let lacksPhotos = photos.map { $0.incomplete.contains(card.id) } ?? !card.photos.isEmpty
      if lacksPhotos { details.append(.photos) }
      return details.isEmpty ? nil : ForeignWriting.LeftOut(card, details)
    }
  }
}

/// A form in which cards leave for another program.
package enum ExportForm: String, CaseIterable, Sendable {
  /// Catima's zip archive.
  case catima
  /// A table for spreadsheets.
  case csv
  /// Everything that a card holds.
  case json
  /// A calendar of last days.
  case ics
  /// A pass, or several in one file.
  case pass
  /// The link with which Catima shares one card.
  case link

  /// The cards that are not written, since the other program would show their doubtful codes as checked.
  package func withheld(from cards: [Card]) -> [AbsentCard] {
    switch self {
    // They say which cards are doubtful drafts, or hold no codes.
    case .csv, .json, .ics: []
    case .catima, .pass, .link:
      cards.filter { $0.review == .doubtfulDraft && !$0.codes.isEmpty }
        .map { AbsentCard($0, .doubtfulCode) }
    }
  }

  /// Whether the file is for programs, so that a terminal is no place for it.
  package var isForPrograms: Bool { self != .link }
}

/// Cards as our own JSON: an array of what `show --as json` writes, with PINs and photos.
struct ExportedCards {
  /// The file.
  let text: String
  /// Its photos.
  let photos: ExportedPhotos

  /// Writes cards; photos are in it as far as `import` reads so large a file.
  init(_ cards: [Card], of vault: Vault, today: CalendarDate) async throws {
    let moment = await CardMoment(of: vault, on: today)
    func line(_ card: Card, _ photos: [PhotoReport]) -> String {
      Self.line(CardReport(exporting: card, moment, photos: photos))
    }
    let bare = cards.reduce(0) { $0 + line($1, []).utf8.count + 2 }
    // Base64 makes four bytes of three (RFC 4648, 4); the words around a photo are fewer than 100.
    photos = try await ExportedPhotos(
      of: cards, in: vault, room: ForeignFile.maxTextByteCount - bare
    ) { 100 + ($0 + 2) / 3 * 4 }
    let files = Dictionary(grouping: photos.chosen, by: \.card)
    let lines = cards.map { card in
      line(card, (files[card.id] ?? []).map { PhotoReport($0.file, showing: $0.side) })
    }
    text = lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  private static func line(_ report: CardReport) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(report) else {
      preconditionFailure("a report holds only numbers, words, lists and finite values")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
