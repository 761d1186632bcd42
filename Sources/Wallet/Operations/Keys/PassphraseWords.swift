package import Sealing

extension PassphraseStrength {
  /// Why the passphrase is weak, as an error's first line.
  ///
  /// - Parameter noun: Its name: an archive has a password.
  /// - Returns: The words.
  package func words(of noun: String) -> String { "this \(noun) is weak: \(measure)" }

  /// The same as a sentence.
  ///
  /// - Parameter noun: Its name; `nil` next to its field.
  /// - Returns: The sentence.
  package func sentence(of noun: String? = nil) -> String {
    "This \(noun.map { "\($0) " } ?? "")is weak: \(measure)."
  }

  /// What to do about a weak passphrase, for scripts that write it to a descriptor; it may be a bundle's or an archive's.
  package static let advice =
    "use a longer one; on a terminal, cardvault offers six random words instead"

  private var measure: String {
    "about \(bits) \(bits == 1 ? "bit" : "bits"); \(Self.enough) are enough"
  }
}
