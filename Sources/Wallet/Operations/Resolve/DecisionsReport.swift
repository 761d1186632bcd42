package import Cards
package import VaultStore

/// Everything that needs a decision, as JSON; numbers are masked.
package struct DecisionsReport: Encodable, Sendable {
  /// In the order of the cards.
  package let conflicts: [ConflictReport]
  /// In the order of their first cards.
  package let duplicates: [DuplicateReport]
  /// In the order of the cards.
  package let photos: [PhotosReport]

  /// Looks for what needs a decision.
  package init(of vault: Vault, on today: CalendarDate) async {
    let moment = await CardMoment(of: vault, on: today)
    conflicts = await vault.conflicts.map { ConflictReport($0) }
    duplicates = await vault.duplicates.map { DuplicateReport($0, moment) }
    photos = await vault.cards.flatMap { PhotosReport.all($0) }
  }
}

/// A field that two devices changed concurrently, as JSON.
package struct ConflictReport: Encodable, Sendable {
  /// The value from one of the devices.
  struct Value: Encodable, Sendable {
    /// Absent if the field was cleared.
    let value: String?
    /// Whether `value` hides a PIN or number.
    let masked: Bool
    let made: String
    let device: String
    let deviceName: String?
    let thisDevice: Bool
    /// Where it was made, in words.
    let madeOn: String
  }

  let card: String
  let name: String
  let field: String
  /// The field in words.
  let title: String
  /// In the order of the numbers by which one of them is kept, from 1, which is the one that is shown.
  let values: [Value]

  /// Reports a conflict.
  init(_ conflict: FieldConflict) {
    card = conflict.card.description
    name = conflict.sides.first?.card.name ?? ""
    field = conflict.field
    title = FieldWords.title(of: conflict.field)
    values = conflict.sides.map { side in
      Value(
        value: conflict.text(of: side), masked: conflict.hidden(of: side) != nil,
        made: side.made.description, device: side.device.bigEndianDigits,
        deviceName: side.deviceName.isEmpty ? nil : side.deviceName, thisDevice: side.isOwn,
        madeOn: side.place)
    }
  }
}

/// A code that several cards have, as JSON.
package struct DuplicateReport: Encodable, Sendable {
  let symbology: String
  /// The visible ending of the code; absent if that is too short to show any of it.
  let ending: String?
  let cards: [CardReport]

  /// Reports a code and its cards.
  init(_ duplicate: DuplicateCode, _ moment: CardMoment) {
    symbology = duplicate.code.symbology.name
    ending = Masking.ending(of: duplicate.code.text)
    cards = duplicate.cards.map { CardReport($0, moment) }
  }
}

/// A side of a card that has several photos, as JSON.
package struct PhotosReport: Encodable, Sendable {
  let card: String
  let name: String
  /// By which one of them is removed.
  let numbers: [Int]
  /// `front` or `back`.
  let side: String

  /// The reports of a card.
  static func all(_ card: Card) -> [PhotosReport] {
    card.sidesWithSeveralPhotos.map { side, numbers in
      PhotosReport(
        card: card.id.description, name: card.name, numbers: numbers, side: side.name)
    }
  }
}

extension FieldConflict.ConcurrentValue {
  /// Where it was made, for people.
  package var place: String { device.deviceWords(deviceName, isOwn: isOwn) }
}

extension FieldConflict {
  /// One of its values, masked; `nil` if the field was cleared.
  package func text(of side: ConcurrentValue) -> String? {
    isOfNewerProgram ? "a field of a newer cardvault" : FieldWords.text(of: field, on: side.card)
  }

  /// A field with one of its values: `name “City gym”`, `expires 2026-12-31`.
  package func words(of side: ConcurrentValue) -> String {
    guard let value = text(of: side) else { return "\(FieldWords.title(of: field)) empty" }
    if isOfNewerProgram { return value }
    return "\(FieldWords.title(of: field)) \(CardDifference.quoted(value, in: field))"
  }

  private var isOfNewerProgram: Bool { field.hasPrefix("field ") }

  /// The PIN or number that a masked value hides; `nil` if that shows all there is.
  package func hidden(of side: ConcurrentValue) -> String? {
    let text =
      switch field {
      case "number": side.card.printedNumber
      case "pin": side.card.pin
      default: ""
      }
    return text.isEmpty ? nil : text
  }
}
