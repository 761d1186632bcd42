internal import Wallet

/// Refuses arguments that are not UTF-8, because converting them would silently change them.
enum WordEncoding {
  /// Options whose value is a file or folder, in any command.
  private static let paths: Set = ["--vault", "--key-file"]
  /// Options of some commands whose value is a file.
  private static let files: Set = ["--output", "-o", "--photo", "--photo-back"]
  /// Commands whose arguments are files or folders.
  private static let fileCommands: Set = ["export", "import", "merge", "read", "sync", "verify"]

  /// Checks the raw arguments of the command.
  ///
  /// - Throws: `Failure`, which repeats none of them, as they may contain a code or a password.
  static func check() throws {
    let words = (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe RawWord($0) }
    }
    for (index, word) in words.enumerated().dropFirst() where !word.isText {
      // These commands open photos by the exact bytes of their names.
      let takesBytes = takesPhotos(words.map(\.text))
      if takesBytes, !word.text.hasPrefix("-"), !paths.contains(words[index - 1].text) { continue }
      let isFile = namesFile(word.text, after: words[index - 1].text, of: words.map(\.text))
      throw Failure.usage(
        "argument \(index) is not UTF-8 text",
        because: isFile
          ? "the name of this file or folder is in another encoding, and could be mistaken for another name"
          : "it is in another encoding, so its letters are not known",
        try: isFile
          ? "rename the file or folder, or make a link to it" : "set the terminal to UTF-8")
    }
  }

  /// Whether an argument is a file or folder: the value of an option, or an argument of these commands.
  private static func namesFile(_ word: String, after before: String, of words: [String]) -> Bool {
    let known = paths.union(files)
    if word.hasPrefix("-") { return known.contains(String(word.prefix { $0 != "=" })) }
    if before.hasPrefix("-") { return known.contains(before) }
    return words.dropFirst().contains(where: fileCommands.contains)
  }

  /// Whether the command reads photos.
  private static func takesPhotos(_ words: [String]) -> Bool {
    guard words.count > 2 else { return false }
    return ["import", "read"].contains(words[1]) || Array(words[1...2]) == ["key", "restore"]
  }

  /// An argument, and whether it is UTF-8.
  private struct RawWord {
    let text: String
    let isText: Bool

    init(_ word: UnsafePointer<CChar>) {
      text = unsafe String(cString: word)
      isText = unsafe String(validatingCString: word) != nil
    }
  }
}
