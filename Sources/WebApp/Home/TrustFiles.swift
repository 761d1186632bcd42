internal import Hummingbird

/// The files by which a device comes to trust this machine.
///
/// They are the same for everybody and needed before anybody can sign in, so they need no session.
struct TrustFiles: Sendable {
  /// What the page shows.
  private struct Description: Encodable, Sendable { let fingerprint: String }

  let access: HomeAccess

  /// Adds them.
  func add(to router: some RouterMethods) {
    let certificate = access.certificate
    router.group("trust")
      .get("certificate.json") { _, _ in
        try Answer.json(Description(fingerprint: certificate.fingerprint)).response()
      }
      .get("cardvault.crt") { _, _ in
        try Answer.file(certificate.octets, type: "application/x-x509-ca-cert").response()
      }
      .get("cardvault.mobileconfig") { _, _ in
        try Answer.file(
          Array(certificate.profile.utf8), type: "application/x-apple-aspen-config"
        ).response()
      }
  }
}
