internal import Cards

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

extension Failure {
  /// Why nothing is served to the home network.
  private static func notServed(
    because reason: String, try advice: Advice, status: ExitStatus = .unexpected
  ) -> Failure {
    Failure(
      "cannot serve the home network", because: reason, try: advice, status: status)
  }

  /// A program that is needed for TLS is not installed.
  package static func homeProgramMissing(_ name: String) -> Failure {
    notServed(
      because: "\(name) is not installed", try: DebianPackages.installing("caddy", "openssl"))
  }

  /// A program that is needed for TLS did not do its work.
  package static func homeProgramFailed(_ name: String, _ words: String) -> Failure {
    notServed(
      because: words.isEmpty ? "\(name) failed" : "\(name) reported: \(words.printable)",
      try: .system(.text(name), "version", note: "to check that it works"))
  }

  /// The program in front of the server ended by itself.
  package static func homeFrontEnded(port: Int) -> Failure {
    notServed(
      because: "caddy stopped; another program may use port \(port), such as cardvault itself",
      try: .option("use --lan-port with another number"), status: .conflict)
  }

  /// This machine is in no home network.
  package static let noHomeNetwork = notServed(
    because: "this machine has no private address, such as 192.168.0.2",
    try: .prose("connect it to your home network").or(
      .option("use --public-url behind your own reverse proxy")))
}
