internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import VaultFormat

/// The cards in another vault's bundle, checked like anything from a stranger.
struct ForeignCards {
  /// A card that may be added.
  struct Found {
    /// Its id in its own vault.
    let id: CardID
    /// The card as a draft, still with the other vault's id.
    let card: Card
    /// The hash of its content.
    let shown: ContentHash
    /// Its photos in the bundle, and which side each shows.
    let photos: [(identity: ContentHash, side: UInt32)]
  }

  /// The cards that may be added, in order of their ids.
  private(set) var found: [Found] = []
  /// How many cards were left out because something on them is not allowed.
  private(set) var leftOutCount = 0

  // Four bytes for each character that a person may type into the field.
  private static let nameByteLimit = 4 * CardLimits.name
  private static let tagByteLimit = 4 * CardLimits.tag
  private static let noteByteLimit = 4 * CardLimits.note
  // More than any real card has.
  private static let photoLimit = 16

  init(_ contents: OpenedBundle.Contents) {
    for (id, fields) in contents.cards where !fields.isRemoved {
      let references = PhotoReferences(fields).list
      let codes = fields.elements(of: CardField.codes.rawValue)
      let card = Card(id: id, fields: fields)
      if references.count <= Self.photoLimit,
        codes.compactMap(Barcode.init(uncheckedStored:)).allSatisfy(\.isWithinBounds),
        let draft = Self.draft(card)
      {
        let photos = references.filter { contents.photos.contains($0.identity) }
        let shown = card.shownHash(with: photos)
        found.append(Found(id: id, card: draft, shown: shown, photos: photos))
      } else {
        leftOutCount += 1
      }
    }
    found.sort { $0.id < $1.id }
  }

  /// The card as a draft; `nil` if something on it is not allowed.
  private static func draft(_ card: Card) -> Card? {
    let texts =
      [card.name, card.printedNumber, card.note, card.holder, card.pin, card.webAddress] + card.tags
    guard card.name.utf8.count <= nameByteLimit, card.tags.count <= CardLimits.tagCount,
      card.tags.allSatisfy({ (1...tagByteLimit).contains($0.utf8.count) }),
      texts.allSatisfy({ $0.utf8.count <= noteByteLimit }),
      card.codes.count <= Barcode.maxPerCard,
      isCurrency(card.balance?.currency ?? ""),
      // A vault's key is never stored in a card.
      !texts.contains(where: { KeyMark.isIn(Array($0.utf8)) }),
      !card.codes.contains(where: { KeyMark.isIn($0) })
    else { return nil }
    var draft = card.forOthers
    let isSure = card.review != .doubtfulDraft && card.codes.allSatisfy(hasRightDigits)
    draft.review = isSure ? .draft : .doubtfulDraft
    if draft.name.isEmpty { draft.name = "card" }
    draft.origin = "bundle"
    return draft
  }

  /// Whether a currency is empty (points), or looks like an ISO 4217 code.
  private static func isCurrency(_ text: String) -> Bool {
    text.isEmpty || Balance.isCurrency(text)
  }

  /// Whether a retail code has valid digits; other codes need none.
  private static func hasRightDigits(_ code: Barcode) -> Bool {
    guard code.symbology.isRetail else { return true }
    return code.bytes.allSatisfy { (0x30...0x39).contains($0) }
      && CheckDigit.isRight(code.bytes, as: code.symbology) == true
  }
}

extension Card {
  /// What others see of a card (`Format.md`, section 7): not how it is kept here or when it was used, except for a
  /// one-time card; nor its photos, as the bundle may lack some.
  var forOthers: Card {
    var card = self
    card.isFavourite = false
    card.isArchived = false
    card.lastUsed = nil
    card.origin = ""
    card.photos = []
    if card.review == .draft { card.review = .accepted }
    if !card.isOneTime { card.usedAt = nil }
    return card
  }

  var changes: [FieldChange] { CardChanges(from: MergedFields(merging: []), to: self).list }

  /// The hash of what others see of a card with these photos, in a canonical form; doubts about its code do not
  /// count.
  func shownHash(with photos: [(identity: ContentHash, side: UInt32)]) -> ContentHash {
    var card = forOthers
    card.review = .accepted
    let changes =
      card.changes + photos.map { PhotoReferences.addition(of: $0.identity, side: $0.side) }
    let ordered = changes.sorted { left, right in
      if left.field != right.field { return left.field < right.field }
      return left.value.lexicographicallyPrecedes(right.value)
    }
    var bytes: [UInt8] = []
    for change in ordered {
      bytes += change.field.littleEndianBytes + UInt32(change.value.count).littleEndianBytes
      bytes += change.value
    }
    return ContentHash(of: bytes.span)
  }
}
