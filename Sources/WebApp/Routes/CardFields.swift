internal import Cards
internal import Wallet

/// Fields of a card as a page sends them, typed by a person: absent ones stay, empty ones are cleared.
struct CardFields: Decodable, Sendable {
  var name: String?
  var code: String?
  /// The name of the code's symbology; without it, `TypedCode` works it out.
  var symbology: String?
  var number: String?
  var holder: String?
  var pin: String?
  var webAddress: String?
  var note: String?
  /// Changes to the tags, so that those that others add meanwhile stay.
  var tags: TagChange?
  var expires: String?
  var validFrom: String?
  var balance: String?
  var kind: String?
  var colour: String?
  var oneTime: Bool?
  var favourite: Bool?
  var archived: Bool?

  /// Tags to add and to remove.
  struct TagChange: Decodable {
    var add: [String]?
    var remove: [String]?
  }

  /// What is to become of the first code.
  enum CodeChange {
    case unchanged
    case cleared
    case typed(Barcode)
  }

  /// What was typed as the code.
  ///
  /// - Parameters:
  ///   - old: The code that it replaces.
  ///   - today: Today's date.
  /// - Returns: What is to become of it.
  /// - Throws: `WalletError`, `Failure` for a number that is not clear, and `DecodingError`.
  func codeChange(replacing old: Barcode?, today: CalendarDate) throws -> CodeChange {
    guard let code else {
      guard symbology == nil else { throw DecodingError.malformed("a symbology without a code") }
      return .unchanged
    }
    if code.allSatisfy(\.isWhitespace) { return .cleared }
    return .typed(
      try TypedCode.code(code, symbologyName: symbology, replacing: old, today: today).barcode)
  }

  /// Sets everything but the code.
  ///
  /// - Parameter card: The card.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  func apply(to card: inout Card) throws(WalletError) {
    if let name { card.name = try CardText.name(name) }
    if let tags {
      // Tags that it has stay as they are, also those that nobody can type.
      let kept = card.tags.filter { !(tags.remove ?? []).contains($0) }
      card.tags = try CardText.tags((tags.add ?? []).filter { !kept.contains($0) }, besides: kept)
    }
    try typed.apply(to: &card)
  }

  private var typed: TypedFields {
    var typed = TypedFields()
    typed.expires = expires
    typed.validFrom = validFrom
    typed.isOneTime = oneTime
    typed.balance = balance
    typed.kind = kind
    typed.colour = colour
    typed.number = number
    typed.holder = holder
    typed.pin = pin
    typed.webAddress = webAddress
    typed.note = note
    typed.isFavourite = favourite
    typed.isArchived = archived
    return typed
  }
}
