/// How a phone in the home network finds the server, in words for a terminal.
package enum HomeWords {
  /// What is above the picture of the link.
  package static func invitation(to link: String) -> String {
    "From a phone on your home network, open \(link)"
  }

  /// What is below it.
  package static func advice(fingerprint: String) -> String {
    let middle = fingerprint.index(
      fingerprint.startIndex, offsetBy: min(48, fingerprint.count))
    return """
      There it gets a certificate. Trust it only if its SHA-256 fingerprint is
        \(fingerprint[..<middle])
        \(fingerprint[middle...])
      Then type the code above. Until then, do not click through a browser warning: it may be someone else.
      """
  }
}
