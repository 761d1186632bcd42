internal import HTTPTypes
internal import Hummingbird

/// Decides which requests are answered: only those that our own pages send.
///
/// Each rule stops an attack that other local servers had: see `ThreatModel.md`.
struct RequestGuard: Sendable {
  /// Why a request is refused.
  enum Refusal: Error, Sendable, Hashable {
    /// It was sent to another host name: DNS rebinding, or a stranger's link.
    case wrongHost
    /// It came from another site's page.
    case wrongOrigin
    /// It is no GET, and its body is not JSON or octets, or a JPEG from the home network: another site's form could have
    /// sent it.
    case wrongType
    /// No session has this cookie and this token.
    case signedOut
  }

  /// The media type of a frame of the camera from the home network.
  static let jpegType = "image/jpeg"
  static let tokenHeader = HTTPField.Name("X-Cardvault")
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let hostHeader = HTTPField.Name("Host")

  let port: ListeningPort
  /// The address behind a reverse proxy: scheme and host, and the port if it is not the scheme's.
  let publicURL: PublicURL?
  let sessions: Sessions
  /// The addresses behind the program in front, for the home network.
  var home: [PublicURL] = []

  /// Hosts that requests may name, with their schemes.
  private var origins: [String: String] {
    var origins: [String: String] = [:]
    for name in ["127.0.0.1", "[::1]", "localhost"] { origins["\(name):\(port.number)"] = "http" }
    for url in home + [publicURL].compactMap(\.self) { origins[url.authority] = url.scheme }
    return origins
  }

  /// Whether a request that passed `checkHost` came through the program in front, for the home network.
  func isFromHome(_ request: Request) -> Bool {
    home.contains { $0.authority == request.head.authority?.lowercased() }
  }

  /// Whether it came by an address with TLS.
  func isSecure(_ request: Request) -> Bool {
    origins[request.head.authority?.lowercased() ?? ""] == "https"
  }

  /// Checks what every request must satisfy.
  ///
  /// Only a path is answered; of a target that names a host of its own (RFC 9112, 3.2.2), the server passes on the path.
  func checkHost(_ request: Request) throws(Refusal) {
    guard let authority = request.head.authority?.lowercased(), origins[authority] != nil else {
      throw .wrongHost
    }
    guard request.head.path?.hasPrefix("/") == true else { throw .wrongHost }
    // The first Host header becomes the authority; another one stays among the fields.
    if let name = Self.hostHeader, request.headers[name] != nil { throw .wrongHost }
  }

  /// Checks what every request for data must satisfy besides its host, except the session.
  func checkSource(_ request: Request) throws(Refusal) {
    let authority = request.head.authority?.lowercased() ?? ""
    if let origin = request.headers[.origin] {
      guard let scheme = origins[authority], origin.lowercased() == "\(scheme)://\(authority)"
      else {
        throw .wrongOrigin
      }
    }
    if let name = Self.fetchSite, let site = request.headers[name], site != "same-origin" {
      throw .wrongOrigin
    }
    let type = request.headers[.contentType]?.split(separator: ";").first.map(String.init)
    // No form can send a JPEG as such either. On this machine, frames are bare grey levels.
    guard
      request.method == .get || ["application/json", "application/octet-stream"].contains(type)
        || type == Self.jpegType && isFromHome(request)
    else { throw .wrongType }
    // No link, image or form can set this header, and a page of another site not without asking first, which is never
    // granted.
    guard let name = Self.tokenHeader, request.headers[name] != nil else { throw .wrongOrigin }
  }

  /// Checks that a session has both cookie and token.
  func checkSession(_ request: Request) throws(Refusal) {
    guard let (cookie, token) = halves(of: request), sessions.holds(cookie: cookie, token: token)
    else { throw .signedOut }
  }

  /// What the browser that sent a request has to drop; `nil` unless the vault was locked since its last one.
  func clearing(for request: Request) -> Sessions.Clearing? {
    halves(of: request).flatMap { sessions.clearing(cookie: $0.cookie, token: $0.token) }
  }

  /// The two halves of a session that a request has.
  private func halves(of request: Request) -> (cookie: String, token: String)? {
    guard let name = Self.tokenHeader, let token = request.headers[name],
      let cookie = sessions.cookie(of: request)
    else { return nil }
    return (cookie, token)
  }
}
