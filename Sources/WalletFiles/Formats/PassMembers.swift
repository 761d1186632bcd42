internal import Cards

/// The members of one pass's archive.
enum PassMembers {
  /// Pictures that are worth keeping, the best first; an icon is too small.
  private static let pictures = ["strip", "logo", "thumbnail", "background"]

  private static let passName = "pass.json"
  /// How the names of members with translations end, in lower case.
  private static let textsEnding = ".lproj/pass.strings"
  /// The most translations that are read: what four of them lack stays as it is, and more would only take memory.
  private static let mostTranslations = 4

  /// Whether a member has a pass's values, also in a folder.
  static func isPass(_ name: String) -> Bool {
    name.split(separator: "/").last?.lowercased() == passName
  }

  /// The member with the pass's values: `pass.json`, or the only one of this name in a folder, as where a whole folder
  /// was put into an archive.
  static func pass(in names: some Collection<String>) -> String? {
    if names.contains(passName) { return passName }
    let found = names.filter(isPass)
    return found.count == 1 ? found.first : nil
  }

  /// The language of a member with translations, as `pt-br`; `nil` for any other.
  static func language(of name: String) -> String? {
    guard name.lowercased().hasSuffix(textsEnding) else { return nil }
    return name.dropLast(textsEnding.count).split(separator: "/").last.map { tag(String($0)) }
  }

  /// Reads a pass.
  ///
  /// - Parameters:
  ///   - members: The members' bytes by name.
  ///   - languages: Languages that the person reads, the best first, as `de` or `pt_BR`.
  /// - Returns: Its card.
  /// - Throws: `ForeignProblem.missing` without a `pass.json`, or why that cannot be read.
  static func reading(
    _ members: [String: [UInt8]], languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    guard let name = pass(in: members.keys), let bytes = members[name] else {
      throw .missing(passName)
    }
    let decoded = try DecodedText(bytes)
    let value = try JSONReader.value(of: decoded.text)
    var reading = reading(value, texts: texts(in: members, languages))
    reading.guessedCharset = decoded.guessedCharset
    let folder = name.dropLast(passName.count)
    guard !reading.cards.isEmpty else { return reading }
    // Of several sizes, the last has the most pixels: logo, logo@2x, logo@3x.
    reading.cards[0].photos = pictures.compactMap { picture -> ForeignCard.Photo? in
      let names = ["@3x", "@2x", ""].map { "\(folder)\(picture)\($0).png" }
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
      reading.leaveOut(passName, error.reason)
    }
    return reading
  }

  /// The translations: to the region that the person prefers, to another one with its language, to English last, and else
  /// to any language; what one of them lacks comes from the next.
  private static func texts(
    in members: [String: [UInt8]], _ languages: [String]
  ) -> [String: String] {
    let all = members.keys.sorted().compactMap { name in
      language(of: name).map { (name: name, language: $0) }
    }
    let wanted = languages.map(tag).flatMap { tag in
      let base = tag.prefix { $0 != "-" }
      let others = all.filter { $0.language.prefix { $0 != "-" } == base }
      return all.filter { $0.language == tag } + others
    }
    var texts: [String: String] = [:]
    var taken: Set<String> = []
    for (name, _) in wanted + all where taken.count < mostTranslations {
      guard taken.insert(name).inserted else { continue }
      texts.merge(PassStrings.texts(members[name] ?? [])) { first, _ in first }
    }
    return texts
  }

  /// A language as it is compared: `pt-br` for `pt_BR`.
  private static func tag(_ language: String) -> String {
    language.lowercased().replacing("_", with: "-")
  }
}
