/// Limits of a card's texts that no real card reaches, and that keep lists readable and vaults small.
package enum CardLimits {
  /// The most characters of a name.
  package static let name = 200
  /// The most characters of a tag.
  package static let tag = 64
  /// The most tags.
  package static let tagCount = 32
  /// The most characters of a note or a printed number.
  package static let note = 10_000
  /// The most characters of a holder's name.
  package static let holder = 200
  /// The most characters of a PIN.
  package static let pin = 64
}
