package import Cards

/// The drafts of a review, in order, and where a person is among them.
package struct ReviewQueue: Sendable {
  /// The drafts; those found on one photo are next to each other.
  package private(set) var ids: [CardID]
  /// The place of the draft that is shown, from 0; the count when all were shown.
  package private(set) var position = 0
  private var groups: [CardID: Int] = [:]

  /// Lines drafts up.
  ///
  /// - Parameter groups: Their ids; those found on one photo together.
  package init(_ groups: [[CardID]]) {
    ids = groups.flatMap(\.self)
    for (number, group) in groups.enumerated() {
      for id in group { self.groups[id] = number }
    }
  }

  /// Lines all drafts of a vault up; those that were imported at one moment from one photo are together.
  ///
  /// - Parameter drafts: The drafts, by name.
  package init(drafts: [Card]) {
    var groups: [[CardID]] = []
    var places: [Photo: Int] = [:]
    for card in drafts {
      guard let added = card.added, card.origin.contains(" ") else {
        groups.append([card.id])
        continue
      }
      let photo = Photo(origin: card.origin, added: added)
      if let place = places[photo] {
        groups[place].append(card.id)
      } else {
        places[photo] = groups.count
        groups.append([card.id])
      }
    }
    self.init(groups)
  }

  /// The draft that is shown; `nil` at the end.
  package var current: CardID? { ids.indices.contains(position) ? ids[position] : nil }

  /// The other drafts of the same photo.
  package var siblings: [CardID] {
    guard let current, let group = groups[current] else { return [] }
    return ids.filter { $0 != current && groups[$0] == group }
  }

  /// Goes on to the next draft.
  package mutating func advance() { position = min(ids.count, position + 1) }

  /// Goes back to the draft before.
  ///
  /// - Returns: Whether there is one.
  package mutating func back() -> Bool {
    guard position > 0 else { return false }
    position -= 1
    return true
  }

  /// Removes drafts that were discarded, or joined into the one that is shown.
  ///
  /// If that is the shown one, the next one is shown.
  package mutating func remove(_ gone: [CardID]) {
    let before = ids[..<position].count { gone.contains($0) }
    ids.removeAll { gone.contains($0) }
    position -= before
  }

  private struct Photo: Hashable {
    let origin: String
    let added: Timestamp
  }
}
