internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import VaultFormat

/// The cards in a bundle of another vault, checked as what comes from strangers is.
struct ForeignCards {
  /// One that may be taken in.
  struct Found {
    /// Its id in the vault that it comes from.
    let id: CardID
    /// What it says, as a draft; the id is the other vault's still.
    let card: Card
    /// The hash of what it shows.
    let shown: ContentHash
    /// Its photos, by their identities in the bundle, and which side each shows.
    let photos: [(identity: ContentHash, side: UInt32)]
  }

  /// Those that may be taken in, by id.
  private(set) var found: [Found] = []
  /// How many may not, as something on them is not what it may be.
  private(set) var leftOutCount = 0

  // Four bytes for each character that a person may type into such a field (`CardText` of the commands).
  private static let nameByteLimit = 4 * 200
  private static let tagByteLimit = 4 * 64
  private static let noteByteLimit = 4 * 10_000
  private static let tagLimit = 32
  // Nobody's card has as many.
  private static let codeLimit = 64
  private static let photoLimit = 16

  /// Reads the cards that these segments make, as they would be shown.
  init(_ contents: OpenedBundle.Contents) {
    for (id, fields) in contents.cards where !fields.isRemoved {
      let references = PhotoReferences(fields).list
      let codes = fields.elements(of: CardField.codes.rawValue)
      let card = Card(id: id, fields: fields)
      if references.count <= Self.photoLimit,
        codes.compactMap(Barcode.init(uncheckedStored:)).allSatisfy(\.isWithinBounds),
        let draft = Self.draft(card)
      {
        let photos = references.filter { contents.photos[$0.identity] != nil }
        let shown = card.shownHash(with: photos.named(by: contents.photos))
        found.append(Found(id: id, card: draft, shown: shown, photos: photos))
      } else {
        leftOutCount += 1
      }
    }
    found.sort { $0.id < $1.id }
  }

  /// The card as a draft; `nil` when something on it is not what it may be.
  private static func draft(_ card: Card) -> Card? {
    let texts = [card.name, card.printedNumber, card.note] + card.tags
    guard card.name.utf8.count <= nameByteLimit, card.tags.count <= tagLimit,
      card.tags.allSatisfy({ (1...tagByteLimit).contains($0.utf8.count) }),
      max(card.note.utf8.count, card.printedNumber.utf8.count) <= noteByteLimit,
      card.codes.count <= codeLimit,
      isCurrency(card.balance?.currency ?? ""),
      // A vault's key is never stored as a card.
      !texts.contains(where: { KeyMark.stands(in: Array($0.utf8)) }),
      !card.codes.contains(where: { KeyMark.stands(in: $0) })
    else { return nil }
    var draft = card.forOthers
    let isSure = card.review != .doubtfulDraft && card.codes.allSatisfy(hasRightDigits)
    draft.review = isSure ? .draft : .doubtfulDraft
    if draft.name.isEmpty { draft.name = "card" }
    draft.origin = "bundle"
    return draft
  }

  /// Whether it is nothing, for points, or may be an ISO 4217 code.
  private static func isCurrency(_ text: String) -> Bool {
    text.isEmpty
      || text.utf8.count == 3
        && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Whether a retail code has the digits that it must have; others need none.
  private static func hasRightDigits(_ code: Barcode) -> Bool {
    guard code.symbology.isRetail else { return true }
    return code.bytes.allSatisfy { (0x30...0x39).contains($0) }
      && CheckDigit.isRight(code.bytes, as: code.symbology) == true
  }
}
