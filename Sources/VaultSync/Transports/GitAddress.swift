internal import Cards
internal import FoundationEssentials
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The address of a git repository, without the password that a person typed into its URL.
///
/// git stores a URL in the clone and passes it on in argument lists, which everybody on the machine can read. So
/// git gets the password from a credential helper instead: a line of shell that reads it from the environment,
/// answers only for this host, and stores nothing.
struct GitAddress: Sendable {
  /// The URL without its password; for a repository on this machine, the absolute path.
  let url: String
  /// The host that the password is for, in the form used in `credential.<URL>`.
  private var host = ""
  private var user = ""
  private var password: String?

  private static let userVariable = "CARDVAULT_GIT_USER"
  private static let passwordVariable = "CARDVAULT_GIT_PASSWORD"

  /// Parses a URL.
  init(_ typed: String) {
    guard let scheme = ["https://", "http://"].first(where: typed.hasPrefix) else {
      url = Self.local(typed) ?? typed
      return
    }
    let rest = typed.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    // A password may contain an @.
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else {
      url = typed
      return
    }
    let name = authority[..<colon]
    url = scheme + (name.isEmpty ? "" : name + "@") + rest[at...].dropFirst()
    host = scheme + authority[at...].dropFirst()
    user = Self.decoded(name)
    password = Self.decoded(authority[colon..<at].dropFirst())
  }

  /// Its protocol, where git has no limit for that protocol's silence, and could wait for ever: neither ssh, http nor files
  /// (gitremote-helpers(7) has the forms).
  var unlimitedProtocol: String? {
    let scheme = url.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    let rest = url[scheme.endIndex...]
    if !scheme.isEmpty, rest.hasPrefix("::") { return String(scheme) }
    let isLimited = ["file", "http", "https", "ssh"].contains(scheme.lowercased())
    return rest.hasPrefix("://") && !isLimited ? scheme.lowercased() : nil
  }

  /// The settings that make git ask the helper for the password.
  var settings: [String] {
    guard password != nil else { return [] }
    let answer =
      "printf 'username=%s\\npassword=%s\\n' \"$\(Self.userVariable)\" \"$\(Self.passwordVariable)\""
    // The empty one disables the person's helpers, which might store the password.
    return [
      "credential.\(host).helper=",
      "credential.\(host).helper=!f() { test \"$1\" = get && \(answer); }; f",
    ]
  }

  /// The environment that the helper reads.
  var environment: [String: String] {
    guard let password else { return [:] }
    return [Self.userVariable: user, Self.passwordVariable: password]
  }

  /// The absolute path of a repository on this machine; `nil` if there is none.
  private static func local(_ typed: String) -> String? {
    guard !(typed.split(separator: "/").first?.contains(":") ?? true) || typed.hasPrefix("/") else {
      return nil
    }
    let isThere = [typed, typed + ".git"].contains(where: FileManager.default.fileExists(atPath:))
    return isThere ? FilePath(typed).absolute.string : nil
  }

  /// Decodes a part of a URL, unless the result could not be passed to git.
  private static func decoded(_ part: Substring) -> String {
    let bytes = PercentEncoding.bytes(of: part)
    guard let text = String(validating: bytes, as: UTF8.self),
      !bytes.contains(where: { $0 < 0x20 })
    else { return String(part) }
    return text
  }
}
