/// Where a person reaches the server behind a reverse proxy of their own.
public struct PublicURL: Sendable, Hashable {
  /// `https`, or `http` on a network that needs no protection.
  let scheme: String
  /// The host, in lower case, and the port if it is not the scheme's.
  let authority: String

  /// Scheme and authority.
  var origin: String { "\(scheme)://\(authority)" }

  /// The parts of a typed address; `nil` if it has a path, a person's name or another scheme.
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
