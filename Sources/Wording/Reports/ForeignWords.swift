internal import Cards
package import Exchange
package import ReaderLink
package import Wallet

extension ForeignImport {
  /// How many cards the import adds and so on, for people.
  package var words: String {
    var (new, changed, known, removed, unread) = (0, 0, 0, 0, 0)
    for entry in entries {
      switch entry.standing {
      case .new: new += 1
      case .changed: changed += 1
      case .known: known += 1
      case .staysRemoved: removed += 1
      case .key, .unreadable: unread += 1
      }
    }
    var parts = ["\(new) new"]
    if changed > 0 { parts.append("\(changed) changed") }
    if known > 0 { parts.append("\(known) already there") }
    if removed > 0 { parts.append("\(removed) \(removed == 1 ? "stays" : "stay") removed") }
    if unread > 0 { parts.append("\(unread) not readable") }
    return "\(source.name): " + parts.joined(separator: ", ")
  }
}

extension ForeignEntry {
  /// What the import does with the card, and why, on one line: its name comes first.
  package var words: String {
    let what =
      switch standing {
      case .new(let card): card.isDraft ? "new draft" : "new"
      case .changed(let card, let fields):
        "gets what it lacks" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
          + (card.name == name ? "" : " from \(name)")
      case .known: "already there"
      case .staysRemoved: "stays removed"
      case .key: "not imported, because it contains a vault's key"
      case .unreadable(let reason): "not readable, because \(reason.words)"
      }
    var shown = name
    if case .changed(let card, _) = standing { shown = card.name }
    var parts = ["\(shown): \(what)"] + doubts.map(\.words)
    if !leftOut.isEmpty { parts.append("without \(leftOut.joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }
}

extension ForeignCard.Doubt {
  /// What a person must look at.
  package var words: String {
    switch self {
    case .noCode: "it has no barcode"
    case .unknownSymbology(let name): "“\(name)” is no known kind of barcode"
    case .wrongCheckDigit: "its check digit is wrong"
    case .rounded: "a spreadsheet has rounded its number"
    case .charset: "its code does not fit its charset"
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
    case .notACard: "it is not laid out as a card"
    case .file(let problem): problem.words
    }
  }
}

extension ForeignProblem {
  /// Why a file cannot be read, as the part of a sentence that follows “because”.
  package var words: String {
    switch self {
    case .tooLarge(let limit): "it has more than \(limit >> 20) MB of text"
    case .tooMany(let limit): "it has more than \(limit) parts"
    case .notText: "its text is neither UTF-8 nor UTF-16"
    case .cutOff: "it ends early: it was probably not copied completely"
    case .damaged(let offset): "it is damaged at byte \(offset)"
    case .missing(let name): "it contains no \(name)"
    case .newerVersion(let version): "it has the newer format \(version)"
    case .wrongPassword: "its password is wrong"
    case .unopenable: "it cannot be opened in time and within the memory allowed"
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
    }
  }
}

extension ForeignBatch.Event {
  /// What happened, for people.
  package var words: String {
    switch self {
    case .problem(let name, let problem): "\(name): not imported, because \(problem.words)"
    case .skipped(let member): "\(member.name): skipped, because \(member.reason.words)"
    case .card(let entry): entry.words
    }
  }
}

extension ForeignBatch {
  /// What was not imported; `nil` when all is well.
  package var failure: Failure? {
    guard problemCount > 0 else { return nil }
    return Failure(
      "cards or files not imported: \(problemCount)",
      because: "a message names the reason for each",
      try: "export them again from the other wallet, or cardvault add --name NAME",
      status: stored.isEmpty ? .nothingFound : .partlyDone)
  }

  /// What was not imported, pictures included; it counts as done in part if other wallets' cards were stored.
  ///
  /// - Parameter pictures: What was not imported from pictures.
  /// - Returns: What to end with; `nil` when all is well.
  package func failure(besides pictures: Failure?) -> Failure? {
    guard let pictures else { return failure }
    if stored.isEmpty || pictures.status != .nothingFound { return pictures }
    return Failure(
      "no photo was imported", because: pictures.because, try: pictures.advice,
      status: .partlyDone)
  }
}
