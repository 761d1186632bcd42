package import Cards

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

  /// A code, masked.
  package static func masked(_ code: Barcode) -> String {
    "\(code.symbology.name) \(Masking.masked(code))"
  }
}

extension Card {
  /// The number that a person types at a till: that of a code, or else the printed one.
  ///
  /// - Parameter place: Which code, from 1; `nil` for the first.
  /// - Returns: The number; empty where there is none.
  package func shownNumber(_ place: Int? = nil) -> String {
    let index = (place ?? 1) - 1
    return codes.indices.contains(index) ? codes[index].text : printedNumber
  }

  /// What a list shows of that number; empty where there is none.
  package var maskedNumber: String {
    let number = shownNumber()
    return number.isEmpty ? "" : Masking.masked(number)
  }

  /// The visible ending of that number; `nil` if it is too short to show any of it.
  package var maskedEnding: String? { Masking.ending(of: shownNumber()) }
}

/// What a list shows of codes and printed numbers.
package enum Masking {
  /// The last characters of a code, enough to tell two cards of one shop apart but too few to use it.
  package static func masked(_ barcode: Barcode) -> String { masked(barcode.text) }

  /// The last characters of a number, by the same rule.
  package static func masked(_ text: String) -> String { String.mask + text.visibleEnding }

  /// The same without the mask; `nil` if the number is too short to show any of it.
  package static func ending(of text: String) -> String? {
    let ending = text.visibleEnding
    return ending.isEmpty ? nil : String(ending)
  }
}
