internal import Cards
internal import ReaderLink
internal import WalletFiles

extension ImportItem {
  /// What becomes of it, and why, as what follows its name.
  package var words: String { ([what] + remarks).joined(separator: "; ") }

  /// What becomes of it, and why, on one line that names it.
  package var line: String {
    switch outcome {
    case .restored: words
    case .leftOut(.photoNotKept): "\(name): \(words)"
    case .leftOut:
      [path.isEmpty ? "" : path.shownFile, name, words].filter { !$0.isEmpty }
        .joined(separator: ": ")
    case .new, .changed, .known, .accepted, .staysRemoved:
      "\(code == nil ? shownName : path.shownFile): \(words)"
    }
  }

  /// Its name in a list to choose from.
  package var listName: String { shownName }

  /// Its name, or that of the vault's card to which fields are added, or that the file has otherwise.
  var shownName: String {
    switch outcome {
    case .changed(let card, _): card.name
    case .known(let card) where (code != nil || updated != nil) && !card.name.isEmpty: card.name
    case .new, .known, .accepted, .restored, .staysRemoved, .leftOut: name
    }
  }

  /// What becomes of it, and why not more.
  var what: String {
    switch outcome {
    case .new(let card): card.isDraft ? "new draft" : "new"
    case .changed(let card, let fields): completion(of: card, with: fields)
    case .known(let card):
      code.map {
        "this \($0.symbology) is already in the vault, as “\(card.name.printable)”"
          + ($0.isCorrected(on: card) ? " (whose code you corrected)" : "")
      } ?? "already there"
    case .accepted: "accepted"
    case .restored(let card, let formerName):
      "“\(formerName.printable)” was removed before, and is back"
        + (formerName == card.name ? "" : " as “\(card.name.printable)”")
    case .staysRemoved(let card):
      code == nil
        ? "stays removed" : "you removed “\(card.name.printable)” before, so it stays removed"
    case .leftOut(.key) where source != nil: "not imported, because it contains a vault's key"
    case .leftOut(let reason): reason.words
    }
  }

  /// What a card of the vault gets: fields, and that its code was reviewed in the other wallet.
  private func completion(of card: Card, with fields: [String]) -> String {
    if fields == [ForeignMatching.nameGained] { return "takes its new name from the file" }
    let values = fields.filter { $0 != "review" }
    let gains =
      "gets what it lacks" + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
      + (card.name == name ? "" : " from \(name)")
    if values.count == fields.count { return gains }
    if !values.isEmpty { return "\(gains) and is no longer a draft" }
    return "is no longer a draft" + (card.name == name ? "" : ", thanks to \(name)")
  }

  /// Why a person must look at it, and what is not kept of it.
  var remarks: [String] {
    let cut = shortened.isEmpty ? [] : ["shortened: \(shortened.joined(separator: ", "))"]
    let lacking = leftOut.isEmpty ? [] : ["without \(leftOut.shown)"]
    return differences.wordsOfFile + doubts.map(\.words) + cut + lacking
  }

  /// What to do where it is left out; `nil` if nothing.
  package var advice: Advice? {
    switch reason {
    case nil, .notChosen: nil
    case .key: source == nil ? nil : ForeignProblem.exportAgain
    case .photo(let failure): failure.adviceForImport
    case .noCode(let limit?): .option("import it without \(limit)")
    case .noCode(nil): "use a sharper or closer photo"
    case .noCodeAtFirst: "save the picture with the code by itself, and import that"
    case .photoNotKept(let card, _, _): .run("edit", .card(card), "--photo", "FILE")
    case .file(let problem): problem.advice
    case .unanswered(.unconfirmedColumns(let name, let guess, isComplete: true, columns: _)):
      .run("import", .file(name), "--columns", .text(guess), note: "if that is right")
    case .unanswered(.unconfirmedColumns(let name, _, isComplete: false, columns: _)):
      .run("import", .file(name), note: "on a terminal or with --columns")
    case .unanswered(let refusal): refusal.failure.advice
    case .unreadable(.noName): "add its name to the file"
    case .unreadable(.noNumber): "add its number to the file"
    case .unreadable(.innerArchive), .unreadable(.otherTable):
      "unpack it, and import that file as well"
    case .unreadable(.besideTable): "unpack it, and import them as well"
    case .unreadable, .member: ForeignProblem.exportAgain
    }
  }
}

extension ImportItem.Reason {
  /// Why a card of a file is left out, as the part of a sentence that follows “because”.
  var because: String {
    switch self {
    case .key: "it contains a vault's key"
    case .unreadable(let reason): reason.words
    case .notChosen: "you did not choose it"
    default: words
    }
  }

  /// What happened, as what follows the name.
  fileprivate var words: String {
    switch self {
    case .key: KeyOnPicture.reason
    case .photo(let failure): failure.reasonForImport
    case .noCode(let limit?): "no code that matches \(limit) was found"
    case .noCode(nil): "no code found"
    case .noCodeAtFirst:
      "no code found on its first picture, and no other one of an animation is looked at"
    case .photoNotKept(_, let side, let problem):
      "its \(side.photoName) was not kept, because \(problem.words)"
    case .file(let problem): "not imported, because \(problem.words)"
    case .unanswered(let refusal): "not imported, because \(refusal.failure.because)"
    case .member(let reason): "skipped, because \(reason.words)"
    case .unreadable(let reason): "not readable, because \(reason.words)"
    case .notChosen: "left out"
    }
  }
}

extension Barcode {
  /// Whether a person corrected it on the card for which it was read.
  fileprivate func isCorrected(on card: Card) -> Bool {
    isPartial
      ? !card.hasPartialCode : !card.codes.contains { $0.canonicalBytes == canonicalBytes }
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

extension [CardDifference] {
  /// How a file differs from a card, which keeps what it has; empty if it does not.
  fileprivate var wordsOfFile: [String] {
    let parts = compactMap { difference -> String? in
      guard let value = difference.to, !["archived", "name"].contains(difference.field) else {
        return nil
      }
      let article = difference.from == nil && difference.field != "code" ? "a" : "another"
      switch difference.field {
      case "expires": return "\(article) last day (\(value))"
      case "validFrom": return "\(article) first day (\(value))"
      case let field: return "\(article) \(field) (\(value))"
      }
    }
    let isArchived = contains { $0.field == "archived" && $0.to != nil }
    let archived = isArchived ? ["it is archived in the file"] : []
    let name = first { $0.field == "name" }?.to
    let renamed = name.map { ["renamed there, to \(CardDifference.quoted($0, in: "name"))"] } ?? []
    guard let last = parts.last else { return renamed + archived }
    let others = parts.dropLast().joined(separator: ", ")
    return renamed + ["the file has \(others.isEmpty ? last : "\(others) and \(last)")"] + archived
  }
}

extension [ImportItem] {
  /// What becomes of cards: a line for each, or for all with the same words where they are many.
  package var lines: [String] { SharedLines.of(map { (name: $0.shownName, words: $0.words) }) }
}
