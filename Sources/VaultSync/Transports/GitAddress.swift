internal import FoundationEssentials
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Where a git repository is, apart from the password that a person typed into its URL.
///
/// git keeps a URL in the clone and hands it on in argument lists, which everybody on the machine can read. So the
/// URL goes without the password, which git asks its credential helper for: a line of shell that reads it from
/// the environment, answers for this host only, and stores nothing.
struct GitAddress: Sendable {
  /// The URL without its password; of a repository on this machine the absolute path.
  let url: String
  /// The host that the password is for, as `credential.<URL>` names it.
  private var host = ""
  private var user = ""
  private var password: String?

  private static let userVariable = "CARDVAULT_GIT_USER"
  private static let passwordVariable = "CARDVAULT_GIT_PASSWORD"

  /// Takes a URL apart.
  init(_ typed: String) {
    guard let scheme = ["https://", "http://"].first(where: typed.hasPrefix) else {
      url = Self.local(typed) ?? typed
      return
    }
    let rest = typed.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    // A password may have an @ of its own.
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

  /// What git has to be told so that it asks for the password.
  var settings: [String] {
    guard password != nil else { return [] }
    let answer =
      "printf 'username=%s\\npassword=%s\\n' \"$\(Self.userVariable)\" \"$\(Self.passwordVariable)\""
    // An empty one makes git forget the person's own, which might store the password.
    return [
      "credential.\(host).helper=",
      "credential.\(host).helper=!f() { test \"$1\" = get && \(answer); }; f",
    ]
  }

  /// Where that finds it.
  var environment: [String: String] {
    guard let password else { return [:] }
    return [Self.userVariable: user, Self.passwordVariable: password]
  }

  /// The absolute path of a repository on this machine; `nil` where git would not find one.
  private static func local(_ typed: String) -> String? {
    guard !(typed.split(separator: "/").first?.contains(":") ?? true) || typed.hasPrefix("/") else {
      return nil
    }
    let isThere = [typed, typed + ".git"].contains(where: FileManager.default.fileExists(atPath:))
    return isThere ? FilePath(typed).absolute.string : nil
  }

  /// What a part of a URL stands for; one that git could not be told stays as it is.
  private static func decoded(_ part: Substring) -> String {
    var (bytes, rest): ([UInt8], _) = ([], part.utf8[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      !bytes.contains(where: { $0 < 0x20 })
    else { return String(part) }
    return text
  }
}
