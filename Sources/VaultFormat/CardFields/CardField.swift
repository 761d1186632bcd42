package import Cards

/// The numbers of a card's fields: `Format.md`, section 6.
///
/// A new field must be added here and in `Format.md`, to `CardDecoding` (decoding) and `CardChanges` (writing),
/// to `Cards/Card` and `Cards/CardJoining`, to VaultStore's `CardReversal` (undo), to its `ShownCard`
/// (bundles for others), and to Wallet's `TypedFields`, `CardReport`, `CardDifference` and `FieldWords`.
package enum CardField: UInt32, Sendable {
  case name = 1
  case codes = 2
  case printedNumber = 3
  case tags = 4
  case note = 5
  case validFrom = 6
  case expires = 7
  case isOneTime = 8
  case usedAt = 9
  case balance = 10
  case isFavourite = 11
  case isArchived = 12
  case colour = 13
  case kind = 14
  case review = 15
  case origin = 16
  case added = 17
  case lastUsed = 18
  case photos = 19
  case joinedWith = 20
  case pin = 21
  case webAddress = 22
  case holder = 23

  /// The field with this number; `nil` if this program does not know it, or if a known number has another merge
  /// class, which makes it a newer program's field.
  package init?(_ number: UInt32, _ mergeClass: MergeClass) {
    self.init(rawValue: number)
    guard mergeClass == self.mergeClass else { return nil }
  }

  /// How it merges.
  package var mergeClass: MergeClass {
    switch self {
    case .codes, .tags, .photos, .joinedWith: .set
    case .usedAt, .added: .min
    case .lastUsed: .max
    case .balance: .counter
    default: .register
    }
  }

  /// Its name in JSON.
  package var word: String {
    switch self {
    case .name: "name"
    case .codes: "code"
    case .printedNumber: "number"
    case .tags: "tags"
    case .note: "note"
    case .validFrom: "validFrom"
    case .expires: "expires"
    case .isOneTime: "oneTime"
    case .usedAt: "usedAt"
    case .balance: "balance"
    case .isFavourite: "favourite"
    case .isArchived: "archived"
    case .colour: "colour"
    case .kind: "kind"
    case .review: "review"
    case .origin: "origin"
    case .added: "added"
    case .lastUsed: "lastUsed"
    case .photos: "photos"
    case .joinedWith: "joinedWith"
    case .pin: "pin"
    case .webAddress: "webAddress"
    case .holder: "holder"
    }
  }
}

extension CardField {
  /// Added to a register's number, this gives the number of its suggestion: `Format.md`, section 6.
  package static let suggestions: UInt32 = 64

  /// The register that a field suggests a value for; `nil` for any other field.
  package init?(suggestedBy number: UInt32, _ mergeClass: MergeClass) {
    guard mergeClass == .min, number > Self.suggestions else { return nil }
    self.init(number - Self.suggestions, .register)
  }
}
