internal import Cards

/// The members of one pass's archive.
enum PassMembers {
  /// Pictures that are worth keeping, the best first; an icon is too small.
  private static let pictures = ["strip", "logo", "thumbnail", "background"]

  /// The name of the member with the translations to a language.
  ///
  /// - Parameter language: The language, as `de`.
  /// - Returns: The name.
  static func textsName(language: String) -> String { "\(language).lproj/pass.strings" }

  /// Reads a pass.
  ///
  /// - Parameters:
  ///   - members: The members' bytes by name.
  ///   - languages: Languages that the person reads, the best first, as `de`.
  /// - Returns: Its card.
  /// - Throws: `ForeignProblem.missing` without a `pass.json`, or why that cannot be read.
  static func reading(
    _ members: [String: [UInt8]], languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    guard let bytes = members["pass.json"] else { throw .missing("pass.json") }
    let value = try JSONReader.value(of: PlainText.decoded(bytes))
    let strings = languages.lazy.compactMap { members[textsName(language: $0)] }.first
    var reading = reading(value, texts: strings.map(PassStrings.texts) ?? [:])
    guard !reading.cards.isEmpty else { return reading }
    // Of several sizes, the last has the most pixels: logo, logo@2x, logo@3x.
    reading.cards[0].photos = pictures.compactMap { picture -> ForeignCard.Photo? in
      let names = ["@3x", "@2x", ""].map { "\(picture)\($0).png" }
      return names.first { members[$0] != nil }
        .map { ForeignCard.Photo(side: .other, member: $0, picture: picture) }
    }
    return reading
  }

  /// Reads a pass's values.
  ///
  /// - Parameters:
  ///   - value: The value of its `pass.json`.
  ///   - texts: Translations by what they replace.
  /// - Returns: Its card.
  static func reading(_ value: JSONValue, texts: [String: String]) -> ForeignReading {
    var reading = ForeignReading(source: .pass)
    do throws(UnreadableEntry) {
      reading.cards.append(try PassEntry(pass: value, texts: texts).card())
    } catch {
      reading.leaveOut("pass.json", error.reason)
    }
    return reading
  }
}
