package import Cards

/// The texts of a card, checked before they are stored.
package enum CardText {
  // Most browsers and servers support about this length (RFC 9110, 4.1 recommends at least 8,000).
  private static let maxWebAddressLength = 2_000

  /// A name as it is stored.
  ///
  /// - Returns: The name, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func name(_ text: String) throws(WalletError) -> String {
    try checked(text, .name, atMost: CardLimits.name)
  }

  /// Tags as they are stored, sorted and without duplicates; they are typed one by one or with commas between them.
  ///
  /// `Food` is not added to a card that has `food`: a search treats them as one tag.
  ///
  /// - Parameters:
  ///   - words: What was typed; each contains at least one tag.
  ///   - others: The tags that the card already has.
  /// - Returns: All of them.
  /// - Throws: `WalletError.text` if a tag is not valid or there are too many; `.keyTyped`.
  package static func tags(
    _ words: [String], inAdditionTo others: [String] = []
  ) throws(WalletError) -> [String] {
    var typed: [String] = []
    for word in words {
      let parts = word.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
      for part in parts.isEmpty ? [""] : parts {
        typed.append(try checked(String(part), .tag, atMost: CardLimits.tag))
      }
    }
    let tags = Set(others).union(Folding.distinct(others + typed))
    guard tags.count <= CardLimits.tagCount else {
      throw .text(.tooManyTags(count: tags.count, limit: CardLimits.tagCount))
    }
    return tags.sorted()
  }

  /// A note or a printed number as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The note, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func note(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .note, atMost: CardLimits.note)
  }

  /// The name of a card's holder as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The name, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func holder(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .holder, atMost: CardLimits.holder)
  }

  /// A PIN as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The PIN, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func pin(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .pin, atMost: CardLimits.pin)
  }

  /// A web address as it is stored: with `https://` in front if no scheme was typed.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The address.
  /// - Throws: `WalletError.text`, also for schemes other than http and https; `.keyTyped`.
  package static func webAddress(_ text: String) throws(WalletError) -> String {
    if text.isEmpty { return text }
    let typed = try checked(text, .webAddress, atMost: maxWebAddressLength)
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
  /// - Returns: The colour, 0xRRGGBB; `nil` for none.
  /// - Throws: `WalletError.text(.notAColour)`.
  package static func colour(_ text: String) throws(WalletError) -> UInt32? {
    let word = text.trimmed.lowercased()
    if word.isEmpty { return nil }
    if let named = colours.first(where: { $0.name == word }) { return named.rgb }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
    guard let rgb = ColourText.rgb(of: digits) else { throw .text(.notAColour(text)) }
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
  /// - Throws: `WalletError.text(.notAKind)`.
  package static func kind(_ text: String) throws(WalletError) -> CardKind {
    guard let kind = CardKind(name: text.trimmed) else { throw .text(.notAKind(text)) }
    return kind
  }

  /// The last day of something, as people write dates; a month is meant to its end.
  ///
  /// - Parameter text: What was typed; `never` or an empty text clears the field.
  /// - Returns: The date; `nil` for none.
  /// - Throws: `WalletError.text(.notADate)`, or `.ambiguousDate` where the locale does not tell which number is the month.
  package static func lastDay(_ text: String) throws(WalletError) -> CalendarDate? {
    try date(text, .last)
  }

  /// The first day of something; otherwise as `lastDay`.
  package static func firstDay(_ text: String) throws(WalletError) -> CalendarDate? {
    try date(text, .first)
  }

  private static func date(
    _ text: String, _ edge: TypedDate.Edge
  ) throws(WalletError) -> CalendarDate? {
    if text.isEmpty || text.trimmed.lowercased() == "never" { return nil }
    guard let date = TypedDate(text.trimmed, edge: edge) else { throw .text(.notADate(text)) }
    guard date.readings.count == 1 else { throw .text(.ambiguousDate(text, date.readings)) }
    return date.readings[0]
  }

  private static func checked(
    _ typed: String, _ part: TextProblem.Part, atMost limit: Int
  ) throws(WalletError) -> String {
    let text = typed.trimmed
    guard text.isVisible else { throw .text(.empty(part)) }
    guard !KeyMark.isIn(Array(text.utf8)) else { throw .keyTyped }
    guard !text.isLonger(than: limit) else {
      // Where few characters have very many marks, the marks count.
      let count = text.count > limit ? text.count : text.unicodeScalars.count
      throw .text(.tooLong(part, count: count, limit: limit))
    }
    // U+FFFD replaces bytes that are not UTF-8: something would be lost.
    guard !text.contains("\u{FFFD}") else { throw .text(.notUnicode(part)) }
    return text
  }
}
