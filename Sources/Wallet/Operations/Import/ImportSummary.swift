package import Cards
package import ReaderLink

/// The results of an import.
package struct ImportSummary: Sendable, Hashable {
  /// A picture that was not read, or not completely.
  package struct LeftOut: Sendable, Hashable {
    /// Why.
    package enum Reason: Sendable, Hashable {
      /// It shows a vault's key.
      case key
      /// It could not be read, or not completely.
      case failed(PictureOutcome.Failure)
      /// No code was found on it.
      case noCode
    }

    /// The picture's path as typed.
    package let name: String
    /// Why.
    package let reason: Reason
  }

  /// The cards that were saved, including those brought back and drafts that a name accepted.
  package internal(set) var stored: [Card] = []
  /// Which of them were removed before.
  package internal(set) var broughtBack: Set<CardID> = []
  /// Which of them were drafts in the vault before, and are accepted under the name.
  package internal(set) var accepted: Set<CardID> = []
  /// Drafts in the vault that a reading under the name did not accept: their code is doubtful, or not the one read.
  package internal(set) var unaccepted: Set<CardID> = []
  /// How many new cards have no photo, though it was asked for.
  var unkeptCount = 0
  /// How many photos were kept: one may belong to several cards.
  package internal(set) var keptPhotoCount = 0
  /// How many codes were already in the vault.
  var knownCount = 0
  /// Cards that a person removed and that stay removed.
  package internal(set) var leftRemoved: [CardID] = []
  /// Pictures that were not read, or not completely.
  package internal(set) var leftOut: [LeftOut] = []
  /// The saved drafts to review, grouped by picture.
  package internal(set) var drafts: [[CardID]] = []

  /// Makes a summary of an import that has not begun.
  package init() {}

  /// The new cards.
  package var added: [Card] {
    stored.filter { !broughtBack.contains($0.id) && !accepted.contains($0.id) }
  }
  /// The removed cards that were brought back.
  package var restored: [Card] { stored.filter { broughtBack.contains($0.id) } }
  /// How many drafts in the vault the name did not accept; another reading may have made one of them sure.
  var unacceptedCount: Int { unaccepted.subtracting(accepted).count }
  /// How many cards are doubtful and need checking by a person.
  var doubtfulCount: Int {
    stored.count { $0.review == .doubtfulDraft } + unacceptedCount
  }
  /// Whether no usable code was found.
  package var isEmpty: Bool { stored.isEmpty && knownCount == 0 && leftRemoved.isEmpty }
}

extension ImportSummary {
  /// What was done, for people.
  package var words: String {
    var parts = ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
    if !accepted.isEmpty {
      parts.append("\(accepted.count) \(accepted.count == 1 ? "draft" : "drafts") accepted")
    }
    if !restored.isEmpty { parts.append("\(restored.count) brought back") }
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if !leftRemoved.isEmpty {
      parts.append("\(leftRemoved.count) \(leftRemoved.count == 1 ? "stays" : "stay") removed")
    }
    if doubtfulCount > 0 {
      parts.append("\(doubtfulCount) doubtful: check the number when you review")
    }
    if keptPhotoCount > 0 { parts.append("\(keptPhotoCount.photos) kept") }
    if !leftOut.isEmpty { parts.append("\(leftOut.count) not read") }
    return parts.joined(separator: ", ")
  }
}

extension Failure {
  /// An import that did not bring in everything; `nil` if it did.
  ///
  /// - Parameters:
  ///   - summary: What happened to the files.
  ///   - isNamed: Whether a name was given, which is to accept the one card.
  ///   - limit: The option that limits which codes count; `nil` if all do.
  package init?(importing summary: ImportSummary, isNamed: Bool, limit: String? = nil) {
    let holdsKey = summary.leftOut.contains { $0.reason == .key }
    let isUnaccepted = isNamed && summary.doubtfulCount > 0
    if summary.isEmpty, !summary.leftOut.isEmpty,
      summary.leftOut.allSatisfy({ $0.reason == .failed(.source(.missing)) })
    {
      self.init(
        "nothing was imported", because: "there is no such file or folder",
        try: PictureOutcome.Failure.source(.missing).advice, status: .nothingFound)
    } else if summary.isEmpty, let limit,
      summary.leftOut.allSatisfy({ $0.reason == .noCode })
    {
      self.init(
        "nothing was imported", because: "no code that matches \(limit) was found",
        try: "leave out \(limit), to import all codes", status: .nothingFound)
    } else if summary.isEmpty {
      self.init(
        "nothing was imported", because: holdsKey ? KeyOnPicture.reason : "no code could be read",
        try: holdsKey
          ? "cardvault key restore PHOTO, to restore the key"
          : "use a sharper or closer photo, or cardvault add --name NAME --code -",
        status: holdsKey ? .partlyDone : .nothingFound)
    } else if !summary.leftOut.isEmpty {
      self.init(
        "files not imported, or only in part: \(summary.leftOut.count)",
        because: "the report names the reason for each", try: "import those again, one by one",
        status: .partlyDone)
    } else if isUnaccepted {
      self.init(
        "drafts not accepted: \(summary.doubtfulCount)",
        because: "a doubtful or corrected code must be compared with the card",
        try: "cardvault review", status: .partlyDone)
    } else if summary.unkeptCount > 0 {
      self.init(
        "cards whose photo was not kept: \(summary.unkeptCount)",
        because: "a document has several pages, or cannot be shown as a picture",
        try: "cardvault edit CARD --photo FILE", status: .partlyDone)
    } else {
      return nil
    }
  }
}
