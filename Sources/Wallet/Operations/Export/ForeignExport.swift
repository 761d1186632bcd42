package import Cards
package import SystemPackage
package import VaultStore
package import WalletFiles

/// Cards of a vault as a file for another program.
///
/// The file is not sealed; at most, a password encrypts it.
package struct ForeignExport: Sendable {
  /// For what program it is.
  package let form: ExportForm
  /// The file.
  package let bytes: [UInt8]
  /// The cards in it.
  package let cards: [Card]
  /// The cards in it that it does not hold completely, in their order.
  package let leftOut: [ForeignWriting.LeftOut]
  /// The names of the cards for which it has no place at all.
  package let absent: [String]
  /// How many photos are in it.
  package let photoCount: Int
  /// How many photos are not in it because they have no intact file in the vault.
  package let missingPhotoCount: Int
  /// The most bytes of a JSON file, if photos are not in it because they would exceed that; otherwise `nil`.
  package let exceededByteLimit: Int?
  /// How many cards are in it with their PIN.
  package let pinCount: Int
  /// Whether it is in a form that `import` reads back, but larger than it reads.
  package let isTooLargeToImport: Bool

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
    of chosen: [Card], in vault: Vault, as form: ExportForm, _ options: Options
  ) async throws {
    if chosen.isEmpty { throw ExportRefusal.noCards }
    if form == .link, chosen.count > 1 { throw ExportRefusal.severalCards(chosen.count) }
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
    if form != .json, writing.cards.isEmpty { throw ExportRefusal.noNames }
    let held = Set(writing.cards)
    cards = form == .json ? chosen : chosen.filter { held.contains($0.id) }
    absent = writing.absent
    photoCount = photos?.chosen.count ?? 0
    missingPhotoCount = photos?.missingCount ?? 0
    let isFull = form == .json && photos?.isFull == true
    exceededByteLimit = isFull ? ForeignFile.maximumTextByteCount : nil
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
