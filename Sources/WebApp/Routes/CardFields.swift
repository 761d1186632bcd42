internal import Cards
internal import Wallet

/// Fields of a card as a page sends them, typed by a person: absent ones stay, empty ones are cleared.
struct CardFields: Decodable, Sendable {
  var name: String?
  var code: String?
  /// The text of the code that the page showed in the field; without it, the code is the one that pages show first.
  var replaces: String?
  /// The name of the code's symbology; without it, `TypedCode` determines one.
  var symbology: String?
  var number: String?
  var holder: String?
  var pin: String?
  var webAddress: String?
  var note: String?
  /// Changes to the tags, so that tags added elsewhere meanwhile stay.
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

  /// The change of the first code.
  enum CodeChange {
    case unchanged
    case cleared
    case typed(Barcode)
  }

  /// The change that the typed code means.
  ///
  /// - Throws: `WalletError`, `Failure` for a number that is not clear, and `DecodingError`.
  func codeChange(replacing old: Barcode?, today: CalendarDate) throws -> CodeChange {
    guard let code else {
      guard symbology == nil, replaces == nil else {
        throw DecodingError.malformed("a symbology, or a replaced code, without a code")
      }
      return .unchanged
    }
    if code.allSatisfy(\.isWhitespace) { return .cleared }
    return .typed(
      try TypedCode.code(code, symbologyName: symbology, replacing: old, today: today).barcode)
  }

  /// Sets everything but the code.
  ///
  /// - Throws: `FieldRefusal` for the first field that is wrong.
  func apply(to card: inout Card) throws {
    if let name {
      card.name = try FieldRefusal.naming("name") { try CardText.name(name) }
    }
    if let tags {
      // Existing tags stay as they are, even those that could not be typed.
      let kept = card.tags.filter { !(tags.remove ?? []).contains($0) }
      let added = (tags.add ?? []).filter { !kept.contains($0) }
      card.tags = try FieldRefusal.naming("tags") { try CardText.tags(added, inAdditionTo: kept) }
    }
    for (field, value) in typed {
      try FieldRefusal.naming(field) { try value.apply(to: &card) }
    }
  }

  /// The typed fields one by one, so that an error can name its field.
  private var typed: [(field: String, value: TypedFields)] {
    func only(
      _ field: String, _ set: (inout TypedFields) -> Void
    ) -> (field: String, value: TypedFields) {
      var typed = TypedFields()
      set(&typed)
      return (field, typed)
    }
    return [
      // Together, as they are compared with each other.
      only(expires == nil ? "validFrom" : "expires") {
        $0.expires = expires
        $0.validFrom = validFrom
      },
      only("oneTime") { $0.isOneTime = oneTime },
      only("balance") { $0.balance = balance },
      only("kind") { $0.kind = kind },
      only("colour") { $0.colour = colour },
      only("number") { $0.number = number },
      only("holder") { $0.holder = holder },
      only("pin") { $0.pin = pin },
      only("webAddress") { $0.webAddress = webAddress },
      only("note") { $0.note = note },
      only("favourite") { $0.isFavourite = favourite },
      only("archived") { $0.isArchived = archived },
    ]
  }
}
