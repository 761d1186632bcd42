internal import Cards
package import ReaderLink
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

extension PictureOutcome.Failure {
  /// What to do about it in an import, which reads other wallets' files, too.
  var adviceForImport: Advice {
    switch self {
    case .refused(.empty): "copy it again, or use another file"
    case .refused(.notAPicture), .refused(.formatNotAccepted): ForeignProblem.readFormats
    case .refused(.locked): ForeignProblem.locked.advice
    default: advice
    }
  }

  /// Why a file was not imported, in words: those of other wallets are read, too.
  var reasonForImport: String {
    self == .refused(.notAPicture) ? "it is neither a picture nor an export from a wallet" : reason
  }
}

extension ForeignProblem {
  static let exportAgain: Advice = "export it again from the other wallet"
  /// All formats that are read.
  static let readFormats: Advice =
    """
    use a JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF picture, a PDF, a pass (.pkpass, .espass), an export from Catima, \
    Voucher Vault, FidMe, Cardabase or cardvault, any other table (CSV) or list (JSON) of cards, or a zip of these
    """
  private static let split: Advice = "split it into several files"

  /// What to do about it.
  package var advice: Advice {
    switch self {
    case .wrongPassword: "type the password again"
    case .locked: .prose("type its password").or(.use("--password-fd", "N", note: "in scripts"))
    case .tooLarge: "export it again with fewer photos, or unpack it and import what is in it"
    case .tooMany(.columns, _): "leave out columns that are of no use"
    case ForeignFile.noWallet: Self.readFormats
    case .notText: "save it as UTF-8"
    case .onlyArchives: "unpack it, and import what is in it"
    case .textTooLarge, .tooMany: Self.split
    case .newerVersion: "update this program, or import photos of the cards"
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

extension ForeignReading.Unreadable.Reason {
  /// Why a card cannot be read, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .noName: "it has no name"
    case .noNumber: "it has neither a code nor a number"
    case .codeTooLong: "its code is longer than any barcode"
    case .numberTooLong: "its number or PIN is too long for a card, and would be cut off"
    case .notACard: "it is not laid out as a card"
    case .noSuchCard: "its card is not in the table"
    case .otherTable: "only one table of an archive is read"
    case .besideTable: "photos beside a table are imported by themselves"
    case .innerArchive: "an archive inside another one is not opened"
    case .file(let problem): problem.words
    }
  }
}

extension ForeignCard.Doubt {
  /// What a person must look at.
  package var words: String {
    switch self {
    case .noCode: "it has no barcode"
    case .unknownSymbology(""): "the file does not state its kind of barcode"
    case .unknownSymbology(let name): "“\(name)” is no known kind of barcode"
    case .guessedSymbology(let symbology): "\(symbology.name) is assumed"
    case .wrongCheckDigit: "its check digit is wrong"
    case .wrongElements: "its content is not as GS1 writes it"
    case .missingDigit: "its number lacks a digit, perhaps the first; the check digit was added"
    case .undrawable(let symbology): "its code cannot be drawn as \(symbology.name)"
    case .rounded: "a spreadsheet has rounded its number"
    case .hardToRead: "its code was hard to read"
    case .charset(""): "its code does not fit ISO-8859-1, which applies if no charset is stated"
    case .charset(let name): "its code does not fit the charset “\(name)”, or that is not known"
    case .mayBeCutOff: "the file ends right after its number, part of which may be missing"
    case .severalCodes: "it has several codes or numbers, so they are only in the note"
    case .tooManyValues: "its row has more values than there are columns"
    case .noCurrency: "its balance has no currency, so it counts as points"
    case .unclearBalance: "its balance is not certain, so it is only in the note"
    case .unclearDay: "a day was picked in another time zone, so it may be a day off"
    case .unreadDay: "a day could not be read with certainty, so it is only in the note"
    }
  }
}

extension OpenedArchive.Skipped {
  /// Why a file in an archive is skipped, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .damaged: "it is damaged"
    case .noFile: "it is a link, not a file"
    case .locked: "its password is another one"
    case .duplicate: "another file has its name"
    case .tooLarge: "it is larger than 16 MB"
    case .outside: "its name leads out of the archive"
    case .unusableName: "its name is too long, or has too many marks on one letter"
    }
  }
}
