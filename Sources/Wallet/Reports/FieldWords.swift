package import Cards
package import VaultStore

/// A field and what it holds, as a person reads it: codes and numbers masked as in lists.
package enum FieldWords {
  private static let titles = [
    "validFrom": "valid from", "oneTime": "one-time use", "usedAt": "used at",
    "lastUsed": "last used",
  ]

  /// The name of a field, by its name in JSON.
  package static func title(of field: String) -> String { titles[field] ?? field }

  /// What a card has in a field; `nil` for nothing.
  package static func text(of field: String, on card: Card) -> String? {
    if let said = CardDifference.between(nil, card).first(where: { $0.field == field }) {
      return said.to
    }
    // What is as on an empty card is no difference from one.
    return switch field {
    case "oneTime", "favourite", "archived": "no"
    case "kind": card.kind.name
    case "review": "accepted"
    default: nil
    }
  }

  /// One of the values that wait for a decision.
  package static func text(of side: FieldConflict.Side, in conflict: FieldConflict) -> String {
    if conflict.field.hasPrefix("field ") { return "something that a newer cardvault knows" }
    return text(of: conflict.field, on: side.card) ?? "nothing"
  }

  /// A code, masked.
  package static func masked(_ code: Barcode) -> String {
    "\(code.symbology.name) \(Masking.masked(code))"
  }
}
