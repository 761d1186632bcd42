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
  package let guessedCharset: String?
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

  /// Leaves cards as they are that would get nothing but photos, and do not get them.
  fileprivate mutating func keepKnown(without photos: ForeignPhotos) {
    for index in entries.indices {
      guard case .changed(let card, let gained) = entries[index].outcome,
        gained == [Self.photos], !photos.isKept(for: card.id)
      else { continue }
      entries[index].outcome = .known(card)
    }
  }

  /// What a card gains that gets photos.
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

  /// Gives the cards that they save their photos; those that would get nothing else, and get none, stay as they are.
  mutating func add(_ photos: ForeignPhotos, to cards: inout [Card]) {
    for index in indices { self[index].keepKnown(without: photos) }
    let saved = Set(flatMap(\.cardsToSave).map(\.id))
    cards.removeAll { !saved.contains($0.id) }
    photos.add(to: &cards)
  }

  /// The cards that they save together: each once, as the last of them leaves it, in the order of the files.
  var cardsToSave: [Card] {
    var places: [CardID: Int] = [:]
    var cards: [Card] = []
    for card in flatMap(\.cardsToSave) {
      if let place = places[card.id] {
        cards[place] = card
      } else {
        places[card.id] = cards.count
        cards.append(card)
      }
    }
    return cards
  }
}
