internal import Cards
package import WalletFiles

/// What was written for another program, for scripts.
package struct ForeignExportReport: Encodable, Sendable {
  /// A card that the file does not hold completely.
  struct LeftOut: Encodable {
    let card: String
    let name: String
    let fields: [String]
  }

  let bytes: Int
  let cards: Int
  let photos: Int
  let missingPhotos: Int
  /// How many cards are in it with their PIN.
  let pins: Int
  /// Whether a password encrypts it; it is never sealed.
  let encrypted: Bool
  /// Whether it is larger than `import` reads; absent if not.
  let tooLargeToImport: Bool?
  let leftOut: [LeftOut]
  /// The names of cards that the file cannot hold at all.
  let absent: [String]
  /// The names of doubtful drafts, which are not in it.
  let doubtful: [String]

  /// Makes a report.
  package init(_ export: ForeignExport, isEncrypted: Bool) {
    bytes = export.bytes.count
    cards = export.cards.count
    photos = export.photoCount
    missingPhotos = export.missingPhotoCount
    pins = export.pinCount
    encrypted = isEncrypted
    tooLargeToImport = export.isTooLargeToImport ? true : nil
    leftOut = export.leftOut.map {
      LeftOut(card: $0.card.description, name: $0.name, fields: $0.details.map(\.rawValue))
    }
    absent = export.absent
    doubtful = export.doubtful
  }
}

extension ForeignExport {
  /// What is in it, in words.
  package var words: String {
    "\(cards.count) \(cards.count == 1 ? "card" : "cards")"
      + (photoCount == 0 ? "" : " and \(photoCount.photos)")
  }

  /// Who can read it, and whether `import` can, in a few sentences.
  package func warning(isEncrypted: Bool) -> String {
    var words =
      isEncrypted
      ? "Its password encrypts it (AES-256), but not the names of the files in it."
      : "It is not sealed: anyone who gets it can \(form.readable)."
    if pinCount > 0 {
      words += " It contains the \(pinCount == 1 ? "PIN of 1 card" : "PINs of \(pinCount) cards")."
    }
    if isTooLargeToImport {
      words += " It is too large to be imported here again: write fewer cards into each file."
    }
    return words
  }

  /// Why photos are not in it, and what has room for them; `nil` if all fit.
  package var photoSuggestion: Suggestion? {
    exceededByteLimit.map {
      Suggestion(
        "A JSON file may be at most \($0 >> 20) MB",
        .run("export", "FILE", note: "a bundle holds all photos").or(
          .run("export", "--to", "catima", "FILE", note: "it has room for more")))
    }
  }

  private var doubtfulReason: String {
    let doubt =
      doubtful.count == 1
      ? "the code of 1 is doubtful, and the other program would take it for checked"
      : "the codes of \(doubtful.count) are doubtful, and the other program would take them for checked"
    return doubt
      + (absent.isEmpty
        ? "" : "; \(absent.count) \(absent.count == 1 ? "has" : "have") no name and no number")
  }

  /// What is missing from the file although it has room for that; `nil` if nothing is.
  package var failure: Failure? {
    if !doubtful.isEmpty {
      return Failure(
        "cards that are not in the file: \(doubtful.count + absent.count)",
        because: doubtfulReason, try: .run("review"), status: .partlyDone)
    }
    if !absent.isEmpty {
      return Failure(
        "cards that are not in the file: \(absent.count)",
        because: "they have neither a name nor a number",
        try: .run("review").or(.run("edit", "CARD", "--name", "NAME")), status: .partlyDone)
    }
    guard missingPhotoCount > 0 else { return nil }
    return Failure(
      "the file lacks \(missingPhotoCount.photos)",
      because: "they are missing from the vault's folder, or damaged",
      try: .run("verify"), status: .partlyDone)
  }
}

extension ExportForm {
  /// What a reader of the file can do; a calendar has no numbers.
  fileprivate var readable: String {
    self == .ics ? "read the names and last days of these cards" : "read and use these cards"
  }
}

extension ForeignWriting.LeftOut {
  /// The card, and what the file does not hold of it, on one line.
  package var words: String { "\(name): \(loss)" }

  fileprivate var loss: String {
    let words = details.map(\.words)
    let first = words.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) and ") + "\(words.last ?? "") left out"
  }
}

extension [ForeignWriting.LeftOut] {
  /// What the file does not hold: a line for each card, or for all with the same words where they are many.
  package var lines: [String] { SharedLines.of(map { (name: $0.name, words: $0.loss) }) }
}

extension CardDetail {
  /// Its name in a sentence.
  package var words: String {
    switch self {
    case .barcode: "barcode"
    case .symbology: "its kind of barcode"
    case .symbolMarks: "marks of the barcode (GS1 or charset)"
    case .furtherCodes: "further codes"
    case .addOn: "add-on"
    case .number: "number"
    case .holder: "holder"
    case .pin: "PIN"
    case .webAddress: "web address"
    case .note: "note"
    case .tags: "tags"
    case .validFrom: "first day"
    case .expires: "last day"
    case .balance: "balance"
    case .currency: "the currency of its balance"
    case .oneTime: "one-time use"
    case .usedAt: "time of use"
    case .lastUsed: "last use"
    case .favourite: "favourite"
    case .archived: "archived"
    case .colour: "colour"
    case .kind: "kind"
    case .draft: "its state as a draft"
    case .photos: "photos"
    }
  }
}
