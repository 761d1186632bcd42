internal import Cards

/// How a phone in the home network finds the server, in words for a terminal.
package enum HomeWords {
  /// What is above the picture of the link.
  package static func invitation(to link: String) -> String {
    "On a phone in your home network, open \(link)"
  }

  /// What is below it; `fingerprint` is the certificate's SHA-256, bytes in hexadecimal with colons between.
  ///
  /// It is grouped as the settings of phones group it: by spaces on an iPhone, by colons on Android.
  package static func advice(fingerprint: String) -> String {
    let bytes = fingerprint.split(separator: ":")
    func shown(_ separator: String) -> String {
      [bytes.prefix(16), bytes.dropFirst(16)].map { $0.joined(separator: separator) }
        .joined(separator: "\(separator == " " ? "" : separator)\n            ")
    }
    return """
      The phone will warn you once, as it does not know this computer yet. Go on to the page: it gives you a
      certificate, and says what to tap. Type no code before you have compared the certificate's SHA-256 in the
      phone's settings with this:
        iPhone    \(shown(" "))
        Android   \(shown(":"))
      After that, a warning comes again only with a new certificate: in 11 months, or when this computer gets
      another address. At any other time, it may be someone else.
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
