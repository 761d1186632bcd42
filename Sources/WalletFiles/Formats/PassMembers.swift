internal import Cards

/// Reads the members of a pass's archive.
enum PassMembers {
  /// Pictures to keep, the best first; icons are too small.
  private static let pictures = ["strip", "logo", "thumbnail", "background"]

  private static let passName = "pass.json"
  /// The ending of translations' names, in lower case.
  private static let textsEnding = ".lproj/pass.strings"
  /// How many translations to read, so that they do not fill the memory.
  private static let maxTranslations = 4

  /// Whether a member is a `pass.json`, also in a folder.
  static func isPass(_ name: String) -> Bool {
    name.split(separator: "/").last?.lowercased() == passName
  }

  /// The name of the `pass.json`, or of the only one in a folder, as when someone archived a whole folder.
  static func pass(in names: some Collection<String>) -> String? {
    if names.contains(passName) { return passName }
    let found = names.filter(isPass)
    return found.count == 1 ? found.first : nil
  }

  /// The language of a translation, such as `pt-br`; `nil` for any other member.
  static func language(of name: String) -> String? {
    guard name.lowercased().hasSuffix(textsEnding) else { return nil }
    return name.dropLast(textsEnding.count).split(separator: "/").last.map { tag(String($0)) }
  }

  /// Reads a pass in the person's languages, preferred first, such as `de` or `pt_BR`.
  ///
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
    reading.cards[0].photos = photos(in: Set(members.keys), folder: String(folder))
    return reading
  }

  /// The pictures of a pass among an archive's members.
  static func photos(in names: Set<String>, folder: String) -> [ForeignCard.Photo] {
    // logo@3x is larger than logo@2x and logo.
    pictures.compactMap { picture in
      ["@3x", "@2x", ""].map { "\(folder)\(picture)\($0).png" }.first(where: names.contains)
        .map { ForeignCard.Photo(side: .other, member: $0, picture: picture) }
    }
  }

  /// Reads the value of a `pass.json`, with translations by what they replace.
  static func reading(_ value: JSONValue, texts: [String: String]) -> ForeignReading {
    var reading = ForeignReading(source: .pass)
    do throws(UnreadableEntry) {
      reading.cards.append(try PassEntry(pass: value, texts: texts).card())
    } catch {
      reading.leaveOut(passName, error)
    }
    return reading
  }

  /// The translations into the person's languages, each in its region before other regions, and at last into any language.
  ///
  /// Texts that one translation lacks come from the next.
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
    for (name, _) in wanted + all where taken.count < maxTranslations {
      guard taken.insert(name).inserted else { continue }
      texts.merge(PassStrings.texts(members[name] ?? [])) { first, _ in first }
    }
    return texts
  }

  /// A language tag for comparisons: `pt-br` for `pt_BR`.
  private static func tag(_ language: String) -> String {
    language.lowercased().replacing("_", with: "-")
  }
}
