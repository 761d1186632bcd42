internal import Cards
package import WalletFiles

extension ForeignProblem {
  /// Why a file cannot be read, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .tooLarge(let limit):
      "it is an archive that is larger than \(limit >> 20) MB, packed or unpacked"
    case .textTooLarge(let limit): "its text is longer than \(limit >> 20) MB"
    case .bomb: "it expands far beyond its size"
    case .tooMany(let counted, let limit): "it has more than \(limit) \(counted.words)"
    case .notText: "the charset of its text is not supported"
    case .cutOff: "it is cut off; it was probably not copied completely"
    case .damaged(let offset): "it is damaged at byte \(offset)"
    case .damagedArchive: "it is damaged"
    case .damagedLine(let line): "line \(line) has text after closing quotes"
    case .openQuotes(let line): "the quotes that open in line \(line) are never closed"
    case .missing(let name): "it contains no \(name)"
    case .onlyArchives(let name): "it contains only other archives, such as \(name.printable)"
    case .newerVersion(let version): "it uses a newer format (\(version))"
    case .locked: "it has a password, and none was given"
    case .wrongPassword: "its password is wrong"
    case .unopenable: "it cannot be opened within the time and memory allowed"
    }
  }
}

extension ForeignProblem.Counted {
  /// What a file has too many of.
  fileprivate var words: String {
    switch self {
    case .cards: "cards"
    case .tags: "tags"
    case .codes: "codes"
    case .rows: "rows"
    case .columns: "columns"
    case .lines: "lines"
    case .values: "values"
    case .levels: "levels of nesting"
    case .members: "files and folders"
    }
  }
}

extension ForeignProblem {
  static let exportAgain = "export it again from the other wallet"
  private static let split = "split it into several files"

  /// What to do about it, as an imperative.
  package var advice: String {
    switch self {
    case .wrongPassword: "type the password again"
    case .locked: "type its password on a terminal, or use --password-fd"
    case .tooLarge:
      "export it again with fewer photos, or unpack it and import only its table or its passes"
    case .notText: "save it as UTF-8"
    case .onlyArchives: "unpack it, and import what is in it"
    case .textTooLarge, .tooMany: Self.split
    default: Self.exportAgain
    }
  }
}

extension Failure {
  /// A file of another wallet that was not imported.
  package init(importing fileName: String, _ problem: ForeignProblem) {
    self.init(
      "“\(fileName.printable)” was not imported", because: problem.words, try: problem.advice,
      status: .nothingFound)
  }
}
