package import Cards
package import VaultStore
package import WalletFiles

/// What an import of another wallet's file would do, to be shown before it is stored in one change.
package struct ForeignImport: Sendable {
  /// The program that wrote the file.
  package let source: ForeignSource
  /// The file's path as typed; empty for one without.
  package let fileName: String
  /// The name of the charset that the file was read as, if that is only a guess.
  let guessedCharset: String?
  /// The file's cards, in its order, and then what could not be read.
  package private(set) var entries: [ForeignEntry]

  /// Compares a file with a vault; nothing is stored.
  ///
  /// - Parameters:
  ///   - reading: What the file holds.
  ///   - vault: Where the cards go.
  ///   - keepsPhotos: Whether a person asked for all photos; otherwise only fronts and backs of cards are kept.
  package init(
    _ reading: ForeignReading, into vault: Vault, keepsPhotos: Bool = false
  ) async {
    var matching = await ForeignMatching(with: vault)
    let entries = await matching.entries(of: reading, keeping: keepsPhotos ? .all : .ofCards)
    self.init(reading, named: "", entries)
  }

  /// What an import does with the entries of a file that was compared with a vault, and with the files before it.
  init(_ reading: ForeignReading, named fileName: String, _ entries: [ForeignEntry]) {
    source = reading.source
    self.fileName = fileName
    guessedCharset = reading.guessedCharset
    self.entries = entries
  }

  /// The same with outlines of its entries.
  var outline: ForeignImport {
    var outline = self
    outline.entries = entries.map(\.outline)
    return outline
  }

  /// Leaves cards as they are that would gain only photos, if none of these were kept.
  fileprivate mutating func keepKnown(without photos: ForeignPhotos) {
    for index in entries.indices {
      guard case .changed(let card, let gained) = entries[index].outcome,
        gained == [Self.photos], !photos.isKept(for: card.id)
      else { continue }
      entries[index].outcome = .known(card)
    }
  }

  /// What `gaining` calls photos.
  static let photos = "photos"

  /// The cards to save, new and changed ones.
  package var cardsToSave: [Card] { entries.compactMap(\.cardToSave) }
}

extension [ForeignImport] {
  /// The cards that are not in the vault yet.
  var newCards: Set<CardID> {
    Set(
      flatMap(\.entries).compactMap { entry in
        if case .new(let card) = entry.outcome { card.id } else { nil }
      })
  }

  /// Gives the cards their photos; cards that would gain nothing else, and get none, stay as they are.
  mutating func add(_ photos: ForeignPhotos, to cards: inout [Card]) {
    for index in indices { self[index].keepKnown(without: photos) }
    let saved = Set(flatMap(\.cardsToSave).map(\.id))
    cards.removeAll { !saved.contains($0.id) }
    photos.add(to: &cards)
  }

  /// The cards that they save together: each once, as the last of them leaves it, in the order of the files.
  var cardsToSave: [Card] {
    var indices: [CardID: Int] = [:]
    var cards: [Card] = []
    for card in flatMap(\.cardsToSave) {
      if let index = indices[card.id] {
        cards[index] = card
      } else {
        indices[card.id] = cards.count
        cards.append(card)
      }
    }
    return cards
  }
}

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
  static func kept(_ photoCount: Int) -> String {
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
