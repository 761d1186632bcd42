internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import VaultFormat

/// The cards in another vault's bundle, checked like anything from strangers.
struct ForeignCards {
  /// A card that may be added.
  struct Found {
    /// Its id in its own vault.
    let id: CardID
    /// The card as a draft, still with the other vault's id.
    let card: Card
    /// The hash of what it shows.
    let shown: ContentHash
    /// Its photos that the bundle holds, and the side each shows.
    let photos: [(identity: ContentHash, side: UInt32)]
  }

  /// The cards that may be added, by id.
  private(set) var found: [Found] = []
  /// How many were left out because something on them is not allowed.
  private(set) var leftOutCount = 0

  // Four bytes for each character that a person may type into the field.
  private static let nameByteLimit = 4 * CardLimits.name
  private static let tagByteLimit = 4 * CardLimits.tag
  private static let noteByteLimit = 4 * CardLimits.note
  // No real card has as many.
  private static let photoLimit = 16

  /// Reads the bundle's cards, as they would be shown.
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
      card.codes.count <= Barcode.mostPerCard,
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

  /// Whether it is empty (points), or has the form of an ISO 4217 code.
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
