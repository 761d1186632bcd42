/// Words about a sync target, without what may be a password in them: before the @ of a URL, and behind the name
/// of an rclone remote that is made on the spot (its documentation, "Connection strings").
package struct PasswordMasking: Sendable {
  private static let mark = "…"

  private static let prefixes = ["rclone:", "git:"]

  private let target: String

  /// Takes a target as it was typed.
  package init(target: String) { self.target = target }

  /// The target itself.
  package var masked: String { prefix + masked(name) }

  /// What a program says of it.
  package func masked(in words: String) -> String {
    // First as the program got it: a value may have blanks that nothing tells from those between words.
    let known = words.replacing(name, with: masked(name))
    return Self.split(known).map { word in masked(word) }.joined(separator: " ")
  }

  private var prefix: String {
    // A URL of git's older protocol has no prefix of ours.
    if target.hasPrefix("git://") { return "" }
    return Self.prefixes.first(where: target.hasPrefix) ?? ""
  }

  /// The target as the program gets it.
  private var name: String { String(target.dropFirst(prefix.count)) }

  private func masked(_ word: String) -> String {
    var masked = ""
    var rest = word[...]
    // Without a scheme only what has a colon in it can be a name and a password; in rclone's words it is a remote.
    var isURL = false
    while true {
      let authority = rest.prefix { $0 != "/" }
      // A password may have an @ of its own.
      if let at = authority.lastIndex(of: "@"),
        isURL || authority[..<at].contains(":") && prefix != "rclone:"
      {
        masked += Self.mark
        rest = rest[at...]
      }
      guard let scheme = rest.firstRange(of: "://") else { break }
      masked += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      isURL = true
    }
    // A question may hold a token.
    masked += isURL ? rest.prefix { $0 != "?" } : rest
    if isURL, rest.contains("?") { masked += "?" + Self.mark }
    guard let comma = masked.firstIndex(of: ","), masked[comma...].contains("=") else {
      return masked
    }
    return masked[..<comma] + "," + Self.mark
  }

  /// Splits at blanks, but not within quotes behind an equals sign, where a doubled one stands for itself.
  private static func split(_ text: String) -> [String] {
    var words = [""]
    var quote: Character?
    var (before, closed): (Character?, Character?)
    for character in text {
      if let open = quote {
        if character == open { (quote, closed) = (nil, open) }
      } else {
        if ["'", "\""].contains(character), before == "=" || closed == character {
          quote = character
        } else if character == " " {
          words.append("")
          (before, closed) = (nil, nil)
          continue
        }
        closed = nil
      }
      words[words.count - 1].append(character)
      // Programs escape quotes that they quote.
      if character != "\\" { before = character }
    }
    return words
  }
}
