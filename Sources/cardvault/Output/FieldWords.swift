internal import Cards
internal import VaultStore

/// A field and what it holds, as a person reads it: codes and numbers masked as in lists.
enum FieldWords {
  private static let titles = [
    "validFrom": "valid from", "oneTime": "one-time use", "usedAt": "used at",
    "lastUsed": "last used",
  ]

  /// The name of a field, by its name in JSON.
  static func title(of field: String) -> String { titles[field] ?? field }

  /// What a card has in a field; `nil` for nothing.
  static func text(of field: String, on card: Card) -> String? {
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
  static func text(of side: FieldConflict.Side, in conflict: FieldConflict) -> String {
    if conflict.field.hasPrefix("field ") { return "something that a newer cardvault knows" }
    return text(of: conflict.field, on: side.card) ?? "nothing"
  }

  /// A code, masked.
  static func masked(_ code: Barcode) -> String {
    "\(code.symbology.name) \(CardTable.masked(code))"
  }
}
