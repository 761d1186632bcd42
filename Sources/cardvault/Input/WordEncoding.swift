/// Refuses words that are not UTF-8: what they name would silently become something else.
enum WordEncoding {
  /// Options that name a file or folder.
  private static let places: Set = ["--vault", "--key-file"]

  /// Looks at the words of the command as they were handed over.
  ///
  /// - Throws: `Failure`, which repeats none of them: it may be a code or hold a password.
  static func check() throws {
    let words = (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe Word($0) }
    }
    for (index, word) in words.enumerated().dropFirst() where !word.isText {
      // These open photos by the very bytes of their names.
      let takesBytes = takesPhotos(words.map(\.text))
      if takesBytes, !word.text.hasPrefix("-"), !places.contains(words[index - 1].text) { continue }
      throw Failure.usage(
        "word \(index) after cardvault is not text in UTF-8",
        because: "what it names would be taken for something else",
        try: "another name for the file or folder, or a link to it: ln -s")
    }
  }

  /// Whether a command takes photos.
  private static func takesPhotos(_ words: [String]) -> Bool {
    guard words.count > 2 else { return false }
    return ["import", "read"].contains(words[1]) || Array(words[1...2]) == ["key", "restore"]
  }

  /// A word, and whether it is UTF-8.
  private struct Word {
    let text: String
    let isText: Bool

    init(_ word: UnsafePointer<CChar>) {
      text = unsafe String(cString: word)
      isText = unsafe String(validatingCString: word) != nil
    }
  }
}
