package import Sealing

extension PassphraseStrength {
  /// Why the passphrase is weak, as an error's first line.
  ///
  /// - Parameter noun: What people call it: an archive has a password.
  /// - Returns: The words.
  package func words(of noun: String) -> String { "this \(noun) could be guessed: \(measure)" }

  /// The same as a sentence beside a field, which may be for a password.
  package var sentence: String { "This could be guessed: \(measure)." }

  /// What to do about a weak passphrase, for scripts that write it to a descriptor; it may be a bundle's or an archive's.
  package static let advice =
    "use a longer one; on a terminal, cardvault offers six random words instead"

  private var measure: String {
    "about \(bits) \(bits == 1 ? "bit" : "bits"), where \(Self.enough) are enough"
  }
}
