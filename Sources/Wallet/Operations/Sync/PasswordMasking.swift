/// Hides possible passwords in texts about a sync target: before the @ of a URL, and after the name of an rclone
/// remote that is defined on the fly (rclone's documentation, "Connection strings").
package struct PasswordMasking: Sendable {
  private static let mark = "…"

  private static let prefixes = ["rclone:", "git:"]

  private let target: String

  /// Creates a masking for a target as typed.
  package init(target: String) { self.target = target }

  /// The masked target.
  package var masked: String { prefix + masked(name) }

  /// A program's message about the target, masked.
  package func masked(in words: String) -> String {
    // First mask the target as the program got it: a value may contain spaces, which look like word separators.
    let known = words.replacing(name, with: masked(name))
    return Self.split(known).map { word in masked(word) }.joined(separator: " ")
  }

  private var prefix: String {
    // A URL of git's own protocol has no prefix of ours.
    if target.hasPrefix("git://") { return "" }
    return Self.prefixes.first(where: target.hasPrefix) ?? ""
  }

  /// The target as passed to the program.
  private var name: String { String(target.dropFirst(prefix.count)) }

  private func masked(_ word: String) -> String {
    var masked = ""
    var rest = word[...]
    // Without a scheme, only text with a colon can be a name and a password; for rclone it is a remote.
    var isURL = false
    while true {
      let authority = rest.prefix { $0 != "/" }
      // A password may itself contain an @.
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
    // A query may contain a token.
    masked += isURL ? rest.prefix { $0 != "?" } : rest
    if isURL, rest.contains("?") { masked += "?" + Self.mark }
    guard let comma = masked.firstIndex(of: ","), masked[comma...].contains("=") else {
      return masked
    }
    return masked[..<comma] + "," + Self.mark
  }

  /// Splits at spaces, except in quotes after an equals sign, where a doubled quote is a literal one.
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
      // Programs escape quotes within quoted text.
      if character != "\\" { before = character }
    }
    return words
  }
}
