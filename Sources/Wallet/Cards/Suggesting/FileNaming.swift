internal import Cards

/// Names of photo files: some were given by a person, most by a camera.
enum FileNaming {
  /// What cameras, phones, messengers and scanners begin names with (DCF, JEITA CP-3461, names 4 letters and 4 digits;
  /// the others as their programs write them), in lower case.
  private static let cameraWords: Set = [
    "img", "image", "images", "dsc", "dscn", "dscf", "pict", "pxl", "mvimg", "gopr", "photo",
    "photos", "picture", "pic",
    "foto", "scan", "scanned", "scanner", "document", "doc", "screenshot", "screen", "shot",
    "whatsapp", "wa", "signal",
    "telegram", "snapchat", "camera", "cam", "capture", "untitled", "unknown", "download",
    "attachment", "file", "page",
    "jpg", "jpeg", "png", "heic", "edited", "copy", "at", "cardvault", "card",
  ]

  /// The name that a person gave a file, without its folder and ending.
  ///
  /// - Parameter source: The photo's name as typed; `-` for standard input.
  /// - Returns: The name, which `CardText` accepts; `nil` where a camera or program gave it.
  static func name(in source: String) -> String? {
    guard source != "-", let file = source.split(separator: "/").last else { return nil }
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let words = (stem.isEmpty ? String(file) : stem).replacing("\u{FFFD}", with: "")
      .split { "-_ .,()[]".contains($0) }
    let name = String(words.joined(separator: " ").prefix(CardLimits.name - 8))
    return words.contains(where: isOfPerson) ? name : nil
  }

  /// Whether a person wrote a word: it has letters, and is neither a camera's nor a number with letters in it.
  private static func isOfPerson(_ word: Substring) -> Bool {
    let letters = word.filter(\.isLetter)
    guard letters.count >= 2, letters.count > word.count / 2 else { return false }
    // IMG1234, WA0012, DSC01234: letters in front of digits.
    let front = word.prefix(while: \.isLetter).lowercased()
    if cameraWords.contains(front) { return false }
    // Identifiers: 8 or more hexadecimal digits.
    return !(word.count >= 8 && word.allSatisfy { $0.isHexDigit })
  }
}
