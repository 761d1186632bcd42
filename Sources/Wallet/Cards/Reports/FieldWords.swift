package import Cards
package import VaultStore

/// Names and values of fields in words, with codes and numbers masked as in lists.
package enum FieldWords {
  private static let titles = [
    "validFrom": "valid from", "oneTime": "one-time use", "usedAt": "used at",
    "lastUsed": "last used", "pin": "PIN", "webAddress": "web address",
  ]

  /// The title of a field, by its name in JSON.
  package static func title(of field: String) -> String { titles[field] ?? field }

  /// A card's value in a field; `nil` if it has none.
  package static func text(of field: String, on card: Card) -> String? {
    if let said = CardDifference.between(nil, card).first(where: { $0.field == field }) {
      return said.to
    }
    // Values that an empty card also has are not listed as differences.
    return switch field {
    case "oneTime", "favourite", "archived": "no"
    case "kind": card.kind.name
    case "review": "accepted"
    default: nil
    }
  }

  /// One of the values of a conflict.
  package static func text(
    of side: FieldConflict.ConcurrentValue, in conflict: FieldConflict
  ) -> String {
    if conflict.field.hasPrefix("field ") { return "a field of a newer cardvault" }
    return text(of: conflict.field, on: side.card) ?? "nothing"
  }

  /// A code, masked.
  package static func masked(_ code: Barcode) -> String {
    "\(code.symbology.name) \(Masking.masked(code))"
  }
}
