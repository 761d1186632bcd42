package import Cards

/// The texts of a card, checked before they are stored.
package enum CardText {
  // Limits that no real card reaches, and that keep lists readable and vaults small.
  static let longestName = 200
  static let longestTag = 64
  static let mostTags = 32
  static let longestNote = 10_000
  static let longestHolder = 200
  static let longestPIN = 64
  // Most browsers and servers support about this length (RFC 9110, 4.1 recommends at least 8,000).
  static let longestWebAddress = 2_000

  /// A name as it is stored.
  ///
  /// - Parameter text: What was typed.
  /// - Returns: The name, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func name(_ text: String) throws(WalletError) -> String {
    try checked(text, .name, atMost: longestName)
  }

  /// Tags as they are stored, sorted and without duplicates; they are typed one by one or with commas between them.
  ///
  /// - Parameters:
  ///   - words: What was typed; each contains at least one tag.
  ///   - others: The tags that the card already has.
  /// - Returns: All of them.
  /// - Throws: `WalletError.text` if a tag is not valid or there are too many; `.keyTyped`.
  package static func tags(
    _ words: [String], besides others: [String] = []
  ) throws(WalletError) -> [String] {
    var tags = Set(others)
    for word in words {
      let parts = word.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
      for part in parts.isEmpty ? [""] : parts {
        tags.insert(try checked(String(part), .tag, atMost: longestTag))
      }
    }
    guard tags.count <= mostTags else {
      throw .text(.tooManyTags(count: tags.count, limit: mostTags))
    }
    return tags.sorted()
  }

  /// A note or a printed number as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The note, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func note(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .note, atMost: longestNote)
  }

  /// The name of a card's holder as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The name, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func holder(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .holder, atMost: longestHolder)
  }

  /// A PIN as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The PIN, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func pin(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .pin, atMost: longestPIN)
  }

  /// A web address as it is stored: with `https://` in front if no scheme was typed.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The address.
  /// - Throws: `WalletError.text`, also for schemes other than http and https; `.keyTyped`.
  package static func webAddress(_ text: String) throws(WalletError) -> String {
    if text.isEmpty { return text }
    let typed = try checked(text, .webAddress, atMost: longestWebAddress)
    guard !typed.contains(where: \.isWhitespace) else { throw .text(.notAWebAddress(text)) }
    let parts = typed.split(separator: ":", maxSplits: 1)
    let hasScheme = parts.count == 2 && parts[1].hasPrefix("//")
    let address = hasScheme ? typed : "https://\(typed)"
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let host = address.dropFirst(scheme.count + 3).prefix { !"/?#:".contains($0) }
    guard ["http", "https"].contains(scheme), host.contains("."), !host.hasPrefix("."),
      !host.hasSuffix(".")
    else { throw .text(.notAWebAddress(text)) }
    return address
  }

  /// A colour as it is typed: `#12ab00`, `12ab00` or one of `colours`; empty for none.
  ///
  /// - Parameter text: What was typed.
  /// - Returns: The colour, 0xRRGGBB; `nil` for none.
  /// - Throws: `WalletError.text(.notAColour)`.
  package static func colour(_ text: String) throws(WalletError) -> UInt32? {
    let word = trimmed(text).lowercased()
    if word.isEmpty { return nil }
    if let named = colours.first(where: { $0.name == word }) { return named.rgb }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
    guard digits.utf8.count == 6, let rgb = UInt32(digits, radix: 16), digits.first != "+" else {
      throw .text(.notAColour(text))
    }
    return rgb
  }

  /// The colours that can be named (CSS Color Module Level 4, 6.1).
  package static let colours: [(name: String, rgb: UInt32)] = [
    ("black", 0x000000), ("grey", 0x808080), ("white", 0xFFFFFF), ("red", 0xFF0000),
    ("orange", 0xFFA500), ("yellow", 0xFFFF00), ("green", 0x008000), ("blue", 0x0000FF),
    ("purple", 0x800080), ("pink", 0xFFC0CB), ("brown", 0xA52A2A),
  ]

  /// A kind of card from its name.
  ///
  /// - Parameter text: What was typed.
  /// - Returns: The kind.
  /// - Throws: `WalletError.text(.notAKind)`.
  package static func kind(_ text: String) throws(WalletError) -> CardKind {
    guard let kind = CardKind(name: trimmed(text)) else { throw .text(.notAKind(text)) }
    return kind
  }

  /// A date, typed as year-month-day.
  ///
  /// - Parameter text: What was typed; `never` or an empty text clears the field.
  /// - Returns: The date; `nil` for none.
  /// - Throws: `WalletError.text(.notADate)`.
  package static func date(_ text: String) throws(WalletError) -> CalendarDate? {
    if text.isEmpty || trimmed(text).lowercased() == "never" { return nil }
    guard let date = CalendarDate(trimmed(text)) else { throw .text(.notADate(text)) }
    return date
  }

  /// The text without the white space around it.
  static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func checked(
    _ typed: String, _ part: TextProblem.Part, atMost limit: Int
  ) throws(WalletError) -> String {
    let text = trimmed(typed)
    guard !text.isEmpty else { throw .text(.empty(part)) }
    guard !KeyMark.stands(in: Array(text.utf8)) else { throw .keyTyped }
    guard text.count <= limit else {
      throw .text(.tooLong(part, count: text.count, limit: limit))
    }
    // U+FFFD replaces bytes that are not UTF-8: something would be lost.
    guard !text.contains("\u{FFFD}") else { throw .text(.notUnicode(part)) }
    return text
  }
}
