/// A link with which Catima shares one card.
enum CatimaLink {
  /// Where such links lead, in the order in which they were used.
  private static let places = [
    "brarcher.github.io/loyalty-card-locker/share", "thelastproject.github.io/Catima/share",
    "catima.app/share",
  ]

  /// Whether a text is such a link.
  ///
  /// - Parameter text: The text, without white space around it.
  /// - Returns: Whether it is.
  static func match(_ text: String) -> Bool { parameters(text) != nil }

  /// Reads a link.
  ///
  /// - Parameter text: The link, without white space around it.
  /// - Returns: Its card.
  /// - Throws: `ForeignProblem.missing` if it is no such link.
  static func reading(_ text: String) throws(ForeignProblem) -> ForeignReading {
    guard let parameters = parameters(text) else { throw .missing("store") }
    var values: [String: String] = [:]
    for part in parameters.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A plus sign is a space here (URL Standard, 5.1).
      let value = pair.count > 1 ? pair[1].replacing("+", with: " ") : ""
      values[String(pair[0]).lowercased()] = decoded(String(value))
    }
    var reading = ForeignReading(source: .catima)
    do throws(UnreadableEntry) {
      reading.cards.append(try CatimaEntry.card(id: "") { values[$0] ?? "" })
    } catch {
      reading.leaveOut(values["store"] ?? "card 1", error.reason)
    }
    return reading
  }

  /// What stands behind # or ?; in the first case it is encoded as a whole once more.
  private static func parameters(_ text: String) -> String? {
    guard text.utf8.count <= 65_536, !text.contains(where: \.isWhitespace),
      let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let lowered = rest.lowercased()
    guard let place = places.first(where: { lowered.hasPrefix($0.lowercased()) }) else {
      return nil
    }
    var tail = rest.dropFirst(place.count)
    if tail.first == "/" { tail = tail.dropFirst() }
    guard tail.first == "#" || tail.first == "?" else { return nil }
    if let fragment = tail.firstIndex(of: "#") {
      return decoded(String(tail[fragment...].dropFirst()))
    }
    return String(tail.dropFirst())
  }

  /// The text with `%41` and the like as the bytes that they mean (RFC 3986, 2.1).
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
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
    return String(decoding: bytes, as: UTF8.self)
  }
}
