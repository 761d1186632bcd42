internal import Hummingbird

/// The files by which a device comes to trust this machine.
///
/// They are the same for everybody and needed before anybody can sign in, so they need no session.
struct TrustFiles: Sendable {
  /// What the page shows.
  private struct Description: Encodable, Sendable { let fingerprint: String }

  let access: HomeAccess

  /// The file at a path; `nil` if there is none.
  func response(path: String) throws -> Response? {
    switch path {
    case "/trust/certificate.json":
      return try Answer.json(Description(fingerprint: access.certificate.fingerprint)).response()
    case "/trust/cardvault.crt":
      return try file(access.certificate.octets, type: "application/x-x509-ca-cert")
    case "/trust/cardvault.mobileconfig":
      return try file(
        Array(access.certificate.profile.utf8), type: "application/x-apple-aspen-config")
    default: return nil
    }
  }

  private func file(_ octets: [UInt8], type: String) throws -> Response {
    try Answer.file(octets, type: type).response()
  }
}
