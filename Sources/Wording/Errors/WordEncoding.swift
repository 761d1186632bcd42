/// Refuses arguments that are not UTF-8, because converting them would silently change them.
package enum WordEncoding {
  /// Options whose value is a file or folder.
  private static let places: Set = ["--vault", "--key-file"]

  /// Checks the raw arguments of the command.
  ///
  /// - Throws: `Failure`, which repeats none of them, as they may contain a code or a password.
  package static func check() throws {
    let words = (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe Word($0) }
    }
    for (index, word) in words.enumerated().dropFirst() where !word.isText {
      // These commands open photos by the exact bytes of their names.
      let takesBytes = takesPhotos(words.map(\.text))
      if takesBytes, !word.text.hasPrefix("-"), !places.contains(words[index - 1].text) { continue }
      throw Failure.usage(
        "argument \(index) is not UTF-8 text",
        because: "it could be mistaken for another name",
        try: "rename the file or folder, or make a link to it: ln -s")
    }
  }

  /// Whether the command reads photos.
  private static func takesPhotos(_ words: [String]) -> Bool {
    guard words.count > 2 else { return false }
    return ["import", "read"].contains(words[1]) || Array(words[1...2]) == ["key", "restore"]
  }

  /// An argument, and whether it is UTF-8.
  private struct Word {
    let text: String
    let isText: Bool

    init(_ word: UnsafePointer<CChar>) {
      text = unsafe String(cString: word)
      isText = unsafe String(validatingCString: word) != nil
    }
  }
}
