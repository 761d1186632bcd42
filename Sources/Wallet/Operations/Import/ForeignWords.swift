internal import Cards
package import ReaderLink
package import WalletFiles

extension ForeignImport {
  /// How many cards the import adds and so on, for people.
  package var words: String { Self.words(of: [self]) }

  /// What several imports together did, for people.
  ///
  /// - Returns: Whether anything changed, how many cards were added and so on, wallet by wallet, and how many photos.
  package static func outcome(of imports: [ForeignImport], photoCount: Int = 0) -> String {
    let isUnchanged = imports.allSatisfy(\.cardsToSave.isEmpty)
    return (isUnchanged ? "Nothing changed. " : "Imported. ") + words(of: imports)
      + kept(photoCount)
  }

  /// “; 3 photos kept”, or nothing.
  fileprivate static func kept(_ photoCount: Int) -> String {
    photoCount > 0 ? "; \(photoCount.photos) kept" : ""
  }

  /// How many cards several imports add and so on, wallet by wallet.
  ///
  /// - Parameters:
  ///   - imports: The imports.
  ///   - isStored: Whether they were stored; otherwise the words are part of a question, or follow “Imported”.
  /// - Returns: The words.
  package static func words(of imports: [ForeignImport], isStored: Bool = false) -> String {
    var sources: [ForeignSource] = []
    for each in imports where !sources.contains(each.source) { sources.append(each.source) }
    let parts = sources.map { source in
      let files = imports.filter { $0.source == source }
      // Where several files were guessed differently, the last one is as good a hint as any.
      let charset = files.compactMap(\.guessedCharset).last
      let hint = charset.map { "; read as \($0), so check the accents" } ?? ""
      return "\(source.name): \(counted(files.flatMap(\.entries), isStored))\(hint)"
    }
    return parts.joined(separator: "; ")
  }

  private static func counted(_ entries: [ForeignEntry], _ isStored: Bool) -> String {
    var (new, changed, known, removed, unread) = (0, 0, 0, 0, 0)
    for entry in entries {
      switch entry.outcome {
      case .new: new += 1
      case .changed: changed += 1
      case .known: known += 1
      case .staysRemoved: removed += 1
      case .key, .unreadable: unread += 1
      }
    }
    var parts = ["\(new) \(isStored ? "imported" : "new")"]
    if changed > 0 { parts.append("\(changed) changed") }
    if known > 0 { parts.append("\(known) already there") }
    if removed > 0 { parts.append("\(removed) \(removed == 1 ? "stays" : "stay") removed") }
    if unread > 0 { parts.append("\(unread) not readable") }
    return parts.joined(separator: ", ")
  }
}

extension ForeignEntry {
  /// What the import does with the card, and why, on one line: its name comes first.
  package var words: String { "\(shownName): \(deed)" }

  /// What the import does with the card, and why.
  fileprivate var deed: String { ([what] + remarks).joined(separator: "; ") }

  /// Its name, or that of the vault's card to which fields are added, or that the file has otherwise.
  package var shownName: String {
    switch outcome {
    case .changed(let card, _): card.name
    case .known(let card) where updated != nil && !card.name.isEmpty: card.name
    case .new, .known, .staysRemoved, .key, .unreadable: name
    }
  }

  /// What the import does with the card, and why not more.
  package var what: String {
    switch outcome {
    case .new(let card): card.isDraft ? "new draft" : "new"
    case .changed(let card, let fields): completion(of: card, with: fields)
    case .known: "already there"
    case .staysRemoved: "stays removed"
    case .key: "not imported, because it contains a vault's key"
    case .unreadable(let reason): "not readable, because \(reason.words)"
    }
  }

  /// What a card of the vault gets: fields, and that its code was reviewed in the other wallet.
  private func completion(of card: Card, with fields: [String]) -> String {
    let values = fields.filter { $0 != "review" }
    let gains =
      "gets what it lacks" + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
      + (card.name == name ? "" : " from \(name)")
    if values.count == fields.count { return gains }
    if !values.isEmpty { return "\(gains) and is no longer a draft" }
    return "is no longer a draft" + (card.name == name ? "" : ", thanks to \(name)")
  }

  /// Why a person must look at it, and what is not kept of it.
  package var remarks: [String] {
    let cut = shortened.isEmpty ? [] : ["shortened: \(shortened.joined(separator: ", "))"]
    let lacking = leftOut.isEmpty ? [] : ["without \(leftOut.shown)"]
    return differences.wordsOfFile + doubts.map(\.words) + cut + lacking
  }
}

extension [CardDifference] {
  /// What a file says otherwise than a card, which keeps what it has; empty if there is nothing.
  fileprivate var wordsOfFile: [String] {
    let parts = compactMap { difference -> String? in
      guard let value = difference.to, difference.field != "archived" else { return nil }
      let article = difference.from == nil && difference.field != "code" ? "a" : "another"
      switch difference.field {
      case "name": return "another name (\(CardDifference.quoted(value, in: "name")))"
      case "expires": return "\(article) last day (\(value))"
      case "validFrom": return "\(article) first day (\(value))"
      case let field: return "\(article) \(field) (\(value))"
      }
    }
    let isArchived = contains { $0.field == "archived" && $0.to != nil }
    let archived = isArchived ? ["it is archived in the file"] : []
    guard let last = parts.last else { return archived }
    let others = parts.dropLast().joined(separator: ", ")
    return ["the file has \(others.isEmpty ? last : "\(others) and \(last)")"] + archived
  }
}

extension [ForeignEntry] {
  /// What the import does with these cards: a line for each, or for all with the same words where they are many.
  package var lines: [String] { SharedLines.of(map { (name: $0.shownName, words: $0.deed) }) }
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
    case .tooManyValues: "its row has more values than there are columns"
    case .noCurrency: "its balance has no currency, so it counts as points"
    case .unclearBalance: "its balance is not certain, so it is only in the note"
    case .unclearDay: "a day was picked in another time zone, so it may be a day off"
    case .unreadDay: "a day could not be read with certainty, so it is only in the note"
    }
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
    case .innerArchive: "an archive inside another one is not opened"
    case .file(let problem): problem.words
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

extension ForeignBatch.Event {
  /// What happened, for people.
  package var words: String {
    switch self {
    case .problem(let name, let problem):
      "\(name.shownFile): not imported, because \(problem.words)"
    case .skipped(let name, let member):
      Self.part(of: name) + "\(member.name): skipped, because \(member.reason.words)"
    case .card(let name, let entry):
      (entry.isProblem ? Self.part(of: name) : "") + entry.words
    case .rememberedColumns(let name, let columns):
      "\(name.shownFile): columns as you confirmed before, \(columns)"
    case .refused(let name, let refusal):
      "\(name.shownFile): not imported, because \(Failure(refusal).because)"
    case .photoNotKept(let card, let side, let problem):
      "\(card.name): its \(side.photoName) was not kept, because \(problem.words)"
    }
  }

  /// What comes before the name of a part of a file; nothing where there is only one file.
  private static func part(of fileName: String) -> String {
    fileName.isEmpty ? "" : "\(fileName.shownFile): "
  }

  /// What to do where something was not imported, as an imperative.
  package var advice: String {
    switch self {
    case .problem(_, let problem): problem.advice
    case .photoNotKept(let card, _, _): "cardvault edit \(card.shortID) --photo FILE"
    case .refused(let name, .unconfirmedColumns(_, let guess, isComplete: true)):
      "cardvault import \(name.shellOperand) --columns \"\(guess)\", if that is right"
    case .refused(let name, .unconfirmedColumns):
      "cardvault import \(name.shellOperand), on a terminal or with --columns"
    case .refused(_, let refusal): Failure(refusal).advice ?? ForeignProblem.exportAgain
    case .card(_, let entry):
      switch entry.outcome {
      case .unreadable(.noName): "add its name to the file"
      case .unreadable(.noNumber): "add its number to the file"
      case .unreadable(.innerArchive): "unpack it, and import that file as well"
      default: ForeignProblem.exportAgain
      }
    case .skipped, .rememberedColumns: ForeignProblem.exportAgain
    }
  }
}

extension CardPhoto.Side {
  /// What a photo with this side is called.
  fileprivate var photoName: String {
    switch self {
    case .front: "photo of the front"
    case .back: "photo of the back"
    case .other: "picture"
    }
  }
}

extension PhotoProblem {
  /// Why a photo is not kept, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .showsKey: KeyOnPicture.reason
    case .failed(let failure): failure.reason
    case .notOnePicture: "it has several pages, or cannot be shown as a picture"
    }
  }
}

extension ForeignBatch {
  /// What was stored, wallet by wallet, and how many photos were kept.
  package var words: String {
    ForeignImport.words(of: stored, isStored: true) + ForeignImport.kept(keptPhotoCount)
  }

  /// What was not imported; `nil` when all is well.
  package var failure: Failure? {
    if isLocked {
      return Failure(
        "nothing was imported", because: "an archive's password is wrong, or none was given",
        try: "run the same command again on a terminal, or use --password-fd",
        status: .wrongKey)
    }
    if problemCount == 0, unkeptPhotoCount > 0 {
      return Failure(
        "photos not kept: \(unkeptPhotoCount)", because: "a message names the reason for each",
        try: "cardvault edit CARD --photo FILE", status: .partlyDone)
    }
    guard problemCount > 0 else { return nil }
    return Failure(
      "cards or files not imported: \(problemCount)",
      because: "a message names the reason for each",
      try: "export them again from the other wallet, or cardvault add --name NAME",
      status: isAllUnread ? .nothingFound : .partlyDone)
  }

  /// Whether no card was new, changed or known.
  private var isAllUnread: Bool { stored.allSatisfy { $0.entries.allSatisfy(\.isProblem) } }

  /// What was not imported, pictures included; it counts as done in part if other wallets' cards were stored.
  ///
  /// - Parameter pictures: What was not imported from pictures.
  /// - Returns: What to end with; `nil` when all is well.
  package func failure(besides pictures: Failure?) -> Failure? {
    guard let pictures else { return failure }
    if isAllUnread || pictures.status != .nothingFound { return pictures }
    return Failure(
      "not everything was imported", because: pictures.because, try: pictures.advice,
      status: .partlyDone)
  }
}
