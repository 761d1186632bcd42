internal import Cards
internal import WalletFiles

/// What was written for another program, for scripts.
package struct ForeignExportReport: Encodable, Sendable {
  /// A card that the file does not hold completely.
  struct LeftOut: Encodable {
    let card: String
    let name: String
    let fields: [String]
  }

  let bytes: Int
  let cards: Int
  let photos: Int
  let missingPhotos: Int
  /// How many cards are in it with their PIN.
  let pins: Int
  /// Whether a password encrypts it; it is never sealed.
  let encrypted: Bool
  /// Whether it is larger than `import` reads; absent if not.
  let tooLargeToImport: Bool?
  let leftOut: [LeftOut]
  /// The names of the cards for which it has no place at all.
  let absent: [String]

  /// Makes a report.
  package init(_ export: ForeignExport, isEncrypted: Bool) {
    bytes = export.bytes.count
    cards = export.cards.count
    photos = export.photoCount
    missingPhotos = export.missingPhotoCount
    pins = export.pinCount
    encrypted = isEncrypted
    tooLargeToImport = export.isTooLargeToImport ? true : nil
    leftOut = export.leftOut.map {
      LeftOut(card: $0.card.description, name: $0.name, fields: $0.details.map(\.rawValue))
    }
    absent = export.absent
  }
}
