package import Cards

/// Names of files for cards: readable on any system, and no two alike.
package struct CardFileNames {
  /// Folded, since some systems ignore case.
  private var taken: Set<String> = []
  /// The last number that was appended to a name; the names are folded.
  private var lastNumbers: [String: Int] = [:]

  /// No name is taken.
  package init() {}

  /// A name for a card's file.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - codeNumber: Which of its codes the file shows; `nil` for a card with one.
  ///   - ending: The file's ending, without a dot.
  /// - Returns: For example `Lidl Plus.png` or `Gym code 2.png`; another card of that name gets `Lidl Plus 2.png`.
  package mutating func name(for card: Card, codeNumber: Int?, ending: String) -> String {
    let stem = Self.stem(of: card.name) + (codeNumber.map { " code \($0)" } ?? "")
    let folded = stem.lowercased()
    var name = stem
    var number = lastNumbers[folded] ?? 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(stem) \(number)"
    }
    lastNumbers[folded] = number
    return "\(name).\(ending)"
  }

  /// File systems allow 255 bytes in a name; this leaves room for a number, an ending and copies.
  private static let maxStemByteCount = 120
  private static let allowed: Set<Unicode.Scalar> = [
    " ", "-", "_", ".", ",", "+", "&", "'", "(", ")",
  ]

  /// Devices of Windows, which opens them also if an ending follows (Microsoft, Naming Files, Paths, and Namespaces:
  /// "Naming Conventions").
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"]
      + "123456789¹²³".flatMap { (digit: Character) -> [String] in ["com\(digit)", "lpt\(digit)"] })

  /// A card's name with hyphens for what some file system does not allow; `card` if nothing is left.
  private static func stem(of name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      scalars.append(isWord || isMark || allowed.contains(scalar) ? scalar : "-")
    }
    var stem = String(scalars)
    while stem.utf8.count > maxStemByteCount { stem.removeLast() }
    let isEdge = { (character: Character) in " -.".contains(character) }
    stem = String(stem.drop(while: isEdge))
    while let last = stem.last, isEdge(last) { stem.removeLast() }
    if stem.isEmpty { return "card" }
    let isDevice = devices.contains(String(stem.lowercased().prefix { $0 != "." }).trimmed)
    return isDevice ? "card \(stem)" : stem
  }
}
