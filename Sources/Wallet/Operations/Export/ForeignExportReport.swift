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

  /// A card that the file does not contain.
  struct Absent: Encodable {
    let card: String
    let name: String
    let reason: AbsentCard.Reason
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
  let absent: [Absent]

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
    absent = export.absent.map {
      Absent(card: $0.card.description, name: $0.name, reason: $0.reason)
    }
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

  /// What is missing from the file although it has room for that; `nil` if nothing is.
  package var failure: Failure? { absent.failure(missingPhotoCount: missingPhotoCount) }

  /// What the file does not hold, card by card.
  package var leftOutLines: [String] { leftOut.lines + absent.lines }
}

/// A card that a file for another program does not contain.
package struct AbsentCard: Sendable, Hashable {
  /// Why not.
  package enum Reason: String, Encodable, Sendable {
    /// Its code is doubtful, and the other program would show it as checked.
    case doubtfulCode
    /// It has neither a name nor a number.
    case noNameOrNumber
  }

  /// The card.
  let card: CardID
  /// Its name.
  let name: String
  /// Why it is not in the file.
  let reason: Reason

  init(_ card: Card, _ reason: Reason) {
    (self.card, name, self.reason) = (card.id, card.name, reason)
  }

  /// Its name, or else the digits by which commands find it; and why it is not in the file.
  fileprivate var line: (name: String, words: String) {
    let why =
      switch reason {
      case .doubtfulCode: "its code is doubtful"
      case .noNameOrNumber: "it has neither a name nor a number"
      }
    return (name.isEmpty ? "Card \(card.firstDigits)" : name, "not in the file, as \(why)")
  }
}

extension [AbsentCard] {
  private var doubtful: [AbsentCard] { filter { $0.reason == .doubtfulCode } }
  private var nameless: [AbsentCard] { filter { $0.reason == .noNameOrNumber } }

  /// The cards and why they are not in the file.
  var lines: [String] { SharedLines.of(map(\.line)) }

  /// What is missing from a file that lacks these cards, and this many photos; `nil` if nothing is.
  func failure(missingPhotoCount photos: Int) -> Failure? {
    guard !isEmpty || photos > 0 else { return nil }
    var what: [String] = []
    if !isEmpty { what.append(count == 1 ? "1 card" : "\(count) cards") }
    if photos > 0 { what.append(photos.photos) }
    var because = isEmpty ? [] : [reason]
    if photos > 0 {
      let these =
        isEmpty
        ? (photos == 1 ? "it is" : "they are") : (photos == 1 ? "the photo is" : "the photos are")
      because.append("\(these) missing from the vault's folder, or damaged")
    }
    return Failure(
      "the file lacks \(what.joined(separator: " and "))", because: because.joined(separator: "; "),
      try: advice(missingPhotoCount: photos), status: .partlyDone)
  }

  /// Why they are not in the file, as the part of a sentence that follows “because”.
  package var reason: String {
    var parts: [String] = []
    if !doubtful.isEmpty {
      parts.append(
        doubtful.count == 1
          ? "1 card has a doubtful code, which the other program would show as checked"
          : "\(doubtful.count) cards have doubtful codes, which the other program would show as checked"
      )
    }
    if !nameless.isEmpty {
      parts.append(
        nameless.count == 1
          ? "1 card has neither a name nor a number"
          : "\(nameless.count) cards have neither a name nor a number")
    }
    return parts.joined(separator: "; ")
  }

  /// How they, and this many photos, can get into the file; there is at least one.
  func advice(missingPhotoCount photos: Int = 0) -> Advice {
    var ways: [Advice] = []
    let isOne = [!doubtful.isEmpty, !nameless.isEmpty, photos > 0].count { $0 } == 1
    // Each is needed where there are several.
    func note(_ words: String) -> String { isOne ? "" : words }
    if !doubtful.isEmpty {
      let card: [Command.Word] = doubtful.count == 1 ? [.card(doubtful[0].card)] : []
      ways.append(
        .run(["review"] + card, note: note("for the doubtful codes")).onPage(
          isOne ? "review the drafts first" : "for the doubtful codes, review the drafts"))
    }
    if let first = nameless.first {
      ways.append(
        .run("edit", .card(first.card), "--name", "NAME", note: note("for what has no name"))
          .onPage(isOne ? "name the cards first" : "for what has no name, name the cards"))
    }
    if photos > 0 { ways.append(.run("verify", note: note("for the photos"))) }
    return ways.dropFirst().reduce(ways[0]) { $0.or($1) }
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
