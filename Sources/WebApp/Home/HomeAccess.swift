/// How devices in the home network reach the server: through a program in front of it that provides TLS.
public struct HomeAccess: Sendable {
  /// The addresses that requests may name, each with its port; the first is the one to show.
  let urls: [PublicURL]
  /// What devices have to trust.
  public let certificate: TrustedCertificate

  /// Describes what the program in front serves.
  ///
  /// - Parameters:
  ///   - network: The addresses that it listens on, and the machine's name.
  ///   - port: The port there.
  ///   - certificate: What devices have to trust.
  public init(_ network: HomeNetwork, port: Int, certificate: TrustedCertificate) {
    urls = (network.addresses + [network.localName]).compactMap {
      PublicURL("https://\($0):\(port)")
    }
    self.certificate = certificate
  }

  /// The page that hands the certificate to a device.
  ///
  /// It has no secret: a person may open it before the certificate is trusted, when someone in between could read it.
  public var trustLink: String { (urls.first?.origin ?? "") + "/trust" }
}
