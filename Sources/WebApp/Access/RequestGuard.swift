internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Decides which requests are answered: only those that our own pages send.
///
/// Each rule stops an attack that other local servers had: see `ThreatModel.md`.
struct RequestGuard: Sendable {
  /// The media type of a frame of the camera from the home network.
  static let jpegType = "image/jpeg"
  static let tokenHeader = HTTPField.Name("X-Cardvault")
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let hostHeader = HTTPField.Name("Host")

  let port: ListeningPort
  /// The address behind a reverse proxy.
  let publicURL: PublicURL?
  let sessions: Sessions
  /// The addresses in the home network, where a reverse proxy of our own listens.
  var home: [PublicURL] = []

  /// The hosts that requests may name, with their schemes.
  private var origins: [String: String] {
    var origins: [String: String] = [:]
    for name in ["127.0.0.1", "[::1]", "localhost"] { origins["\(name):\(port.number)"] = "http" }
    for url in home + [publicURL].compactMap(\.self) { origins[url.authority] = url.scheme }
    return origins
  }

  /// Whether a request that passed `checkHost` came from the home network.
  func isFromHome(_ request: Request) -> Bool {
    home.contains { $0.authority == request.head.authority?.lowercased() }
  }

  /// Whether a request came over TLS.
  func isSecure(_ request: Request) -> Bool { origin(of: request).hasPrefix("https:") }

  /// The address at which a request that passed `checkHost` came: scheme, host and port.
  func origin(of request: Request) -> String {
    let authority = request.head.authority?.lowercased() ?? ""
    return "\(origins[authority] ?? "http")://\(authority)"
  }

  /// Checks what every request must satisfy.
  ///
  /// Only a path is answered; of a target that names a host of its own (RFC 9112, 3.2.2), the server passes on the path.
  func checkHost(_ request: Request) throws(WebError) {
    guard let authority = request.head.authority?.lowercased(), origins[authority] != nil else {
      throw .wrongHost
    }
    guard request.head.path?.hasPrefix("/") == true else { throw .wrongHost }
    // The first Host header becomes the authority; another one stays among the fields.
    if let name = Self.hostHeader, request.headers[name] != nil { throw .wrongHost }
  }

  /// Checks what every request for data must also satisfy, before its session.
  func checkSource(_ request: Request) throws(WebError) {
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
    // No form can send these types, nor a JPEG as a body. On this machine, frames are bare grey levels.
    guard
      request.method == .get || ["application/json", "application/octet-stream"].contains(type)
        || type == Self.jpegType && isFromHome(request)
    else { throw .wrongType }
    // No link, image or form can set this header. A page of another site has to ask first, which is never granted.
    guard let name = Self.tokenHeader, request.headers[name] != nil else { throw .wrongOrigin }
  }

  /// Checks that a session has both cookie and token.
  func checkSession(_ request: Request) throws(WebError) {
    guard let (cookie, token) = credentials(of: request),
      sessions.holds(cookie: cookie, token: token)
    else { throw .signedOut }
  }

  /// Whether the browser that sent a request must clear its cache, as the vault was locked since its last request.
  func mustClear(_ request: Request) -> Bool {
    credentials(of: request).map { sessions.mustClear(cookie: $0.cookie, token: $0.token) } ?? false
  }

  private func credentials(of request: Request) -> (cookie: String, token: String)? {
    guard let name = Self.tokenHeader, let token = request.headers[name],
      let cookie = sessions.cookie(of: request)
    else { return nil }
    return (cookie, token)
  }
}

/// The port that the server listens on; 0 before it does.
final class ListeningPort: Sendable {
  private let value = Atomic(0)

  var number: Int {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}

/// Where a browser reaches the server through a reverse proxy.
public struct PublicURL: Sendable, Hashable {
  /// `https`, or `http` on a network that needs no protection.
  let scheme: String
  /// The host in lower case, and the port unless it is the scheme's default.
  let authority: String

  /// Scheme and authority.
  var origin: String { "\(scheme)://\(authority)" }

  /// Parses a typed address; `nil` if it has a path, a user name or another scheme.
  public init?(_ text: String) {
    let lowered = text.lowercased()
    let trimmed = lowered.hasSuffix("/") ? lowered.dropLast() : lowered[...]
    guard let scheme = ["https", "http"].first(where: { trimmed.hasPrefix("\($0)://") }) else {
      return nil
    }
    let rest = trimmed.dropFirst(scheme.count + 3)
    let allowed: (Character) -> Bool = {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-.:[]".contains($0))
    }
    guard let first = rest.first, first != ":", rest.allSatisfy(allowed),
      first != "[" || rest.contains("]")
    else { return nil }
    let usual = scheme == "https" ? ":443" : ":80"
    self.scheme = scheme
    authority = String(rest.hasSuffix(usual) ? rest.dropLast(usual.count) : rest)
  }
}
