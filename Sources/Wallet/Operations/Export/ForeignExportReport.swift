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
  let absent: [AbsentCard]

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
  package var failure: Failure? {
    let photos = missingPhotoCount
    guard !absent.isEmpty || photos > 0 else { return nil }
    let arePhotos = "missing from the vault's folder, or damaged"
    var what = "the file lacks "
    if !absent.isEmpty { what += absent.count == 1 ? "1 card" : "\(absent.count) cards" }
    if photos > 0 { what += (absent.isEmpty ? "" : " and ") + photos.photos }
    let because =
      photos == 0
      ? absent.reason
      : absent.isEmpty
        ? "\(photos == 1 ? "it is" : "they are") \(arePhotos)"
        : "\(absent.reason); \(photos == 1 ? "the photo is" : "the photos are") \(arePhotos)"
    var advice = absent.advice
    if photos > 0 { advice.append(.run("verify")) }
    return advice.joined.map {
      Failure(what, because: because, try: $0, status: .partlyDone)
    }
  }

  /// What the file does not hold, card by card.
  package var leftOutLines: [String] { leftOut.lines + absent.lines }
}

/// A card that a file for another program does not contain.
package struct AbsentCard: Encodable, Sendable, Hashable {
  /// Why not.
  package enum Reason: String, Encodable, Sendable {
    /// Its code is doubtful, and the other program would show it as checked.
    case doubtfulCode
    /// It has neither a name nor a number.
    case noName
  }

  /// The card.
  let card: String
  /// Its name.
  package let name: String
  package let reason: Reason

  init(_ card: Card, _ reason: Reason) {
    self.init(card: card.id, name: card.name, reason)
  }

  init(card: CardID, name: String, _ reason: Reason) {
    self.card = card.description
    self.name = name
    self.reason = reason
  }

  /// Its name, or else the digits by which commands find it.
  fileprivate var label: String { name.isEmpty ? "Card \(card.prefix(8))" : name }
}

extension [AbsentCard] {
  /// The cards and why they are not in the file.
  var lines: [String] {
    SharedLines.of(
      map { card in
        let why =
          switch card.reason {
          case .doubtfulCode: "not in the file, as its code is doubtful"
          case .noName: "not in the file, as it has neither a name nor a number"
          }
        return (name: card.label, words: why)
      })
  }

  /// Why they are not in the file, as the part of a sentence that follows “because”.
  var reason: String {
    let (doubtful, nameless) = (
      count { $0.reason == .doubtfulCode }, count { $0.reason == .noName }
    )
    var parts: [String] = []
    if doubtful > 0 {
      parts.append(
        doubtful == 1
          ? "1 card has a doubtful code, which the other program would show as checked"
          : "\(doubtful) cards have doubtful codes, which the other program would show as checked")
    }
    if nameless > 0 {
      parts.append(
        nameless == 1
          ? "1 card has neither a name nor a number"
          : "\(nameless) cards have neither a name nor a number")
    }
    return parts.joined(separator: "; ")
  }

  /// How they can get into the file.
  var advice: [Advice] {
    var ways: [Advice] = []
    if contains(where: { $0.reason == .doubtfulCode }) {
      ways.append(.run("review").onPage("review the drafts first"))
    }
    if let first = first(where: { $0.reason == .noName }) {
      let card = Command.Word.text(String(first.card.prefix(8)))
      ways.append(.run("edit", card, "--name", "NAME").onPage("name the cards first"))
    }
    return ways
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
