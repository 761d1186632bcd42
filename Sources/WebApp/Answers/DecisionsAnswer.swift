internal import Cards
internal import VaultStore
internal import Wallet

/// The decisions that a person has to make; numbers are masked.
struct DecisionsAnswer: Encodable, Sendable {
  /// A field that two devices changed concurrently.
  struct Conflict: Encodable, Sendable {
    /// One of its values.
    struct Value: Encodable, Sendable {
      let index: Int
      let text: String
      /// Whether `text` hides a value that `conflict-value` returns.
      let masked: Bool
      let device: String
      let when: String
    }

    let card: String
    let name: String
    let field: String
    let title: String
    let values: [Value]

    init(_ conflict: FieldConflict) {
      card = conflict.card.description
      name = conflict.sides.first?.card.name ?? ""
      field = conflict.field
      title = FieldWords.title(of: conflict.field)
      values = conflict.sides.enumerated().map { index, side in
        Value(
          index: index, text: FieldWords.text(of: side, in: conflict),
          masked: Self.masked(of: side, in: conflict) != nil, device: side.place,
          when: side.made.description)
      }
    }

    /// The value behind a masked text; `nil` if there is none, or nothing is masked.
    static func masked(
      of side: FieldConflict.ConcurrentValue, in conflict: FieldConflict
    ) -> String? {
      let text =
        switch conflict.field {
        case "number": side.card.printedNumber
        case "pin": side.card.pin
        default: ""
        }
      return text.isEmpty ? nil : text
    }
  }

  /// Cards with the same code.
  struct Duplicate: Encodable, Sendable {
    let cards: [ListedCard]
    let symbology: String

    init(_ duplicate: DuplicateCode, _ moment: CardMoment) {
      cards = duplicate.cards.map { ListedCard($0, moment) }
      symbology = duplicate.code.symbology.name
    }
  }

  let conflicts: [Conflict]
  let duplicates: [Duplicate]
}
