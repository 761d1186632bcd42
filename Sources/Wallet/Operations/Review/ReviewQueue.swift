package import Cards

/// The drafts of a review, in order, and where a person is among them.
package struct ReviewQueue: Sendable {
  /// The drafts; those found on one photo are next to each other.
  package private(set) var ids: [CardID]
  /// The index of the draft that is shown; the count when all were shown.
  package private(set) var position = 0
  /// Whether the person went back to the draft that is shown: it is shown even if it was accepted, until they leave it.
  private(set) var isBack = false
  private var groups: [CardID: Int] = [:]

  /// Lines up drafts.
  ///
  /// - Parameter groups: Their ids; those found on one photo together. Repeated ones count once.
  package init(_ groups: [[CardID]]) {
    var ids: [CardID] = []
    for (number, group) in groups.enumerated() {
      // A wallet's file and a photo may bring the same card.
      for id in group where self.groups[id] == nil {
        ids.append(id)
        self.groups[id] = number
      }
    }
    self.ids = ids
  }

  /// Lines up all drafts of a vault in the order in which they were imported, which is that of their photos; drafts that
  /// were imported together from one photo stay together.
  ///
  /// - Parameter drafts: The drafts, by name.
  package init(drafts: [Card]) {
    // By name where a wallet's file brought them at once.
    let drafts = drafts.enumerated().sorted { left, right in
      switch (left.element.added, right.element.added) {
      case (let first?, let second?) where first != second: first < second
      case (nil, _?): true
      case (_?, nil): false
      default: left.offset < right.offset
      }
    }.map(\.element)
    var groups: [[CardID]] = []
    var indices: [Photo: Int] = [:]
    for card in drafts {
      guard let added = card.added, card.origin.contains(" ") else {
        groups.append([card.id])
        continue
      }
      let photo = Photo(origin: card.origin, added: added)
      if let index = indices[photo] {
        groups[index].append(card.id)
      } else {
        indices[photo] = groups.count
        groups.append([card.id])
      }
    }
    self.init(groups)
  }

  /// Lines up one draft, followed by those that were found on the same photo.
  ///
  /// - Parameters:
  ///   - draft: The draft.
  ///   - drafts: All drafts of the vault, by name.
  package init(at draft: Card, among drafts: [Card]) {
    var all = ReviewQueue(drafts: drafts)
    all.move(to: draft.id)
    self.init([[draft.id] + all.siblings])
  }

  /// Shows one card, also if it is accepted.
  package init(editing card: CardID) {
    self.init([[card]])
    isBack = true
  }

  /// The draft that is shown; `nil` at the end.
  package var current: CardID? { ids.indices.contains(position) ? ids[position] : nil }

  /// The other drafts of the same photo.
  package var siblings: [CardID] {
    guard let current, let group = groups[current] else { return [] }
    return ids.filter { $0 != current && groups[$0] == group }
  }

  /// Goes to a draft.
  ///
  /// - Returns: Whether it is in the queue; otherwise nothing changes.
  @discardableResult
  package mutating func move(to id: CardID) -> Bool {
    guard let index = ids.firstIndex(of: id) else { return false }
    position = index
    return true
  }

  /// Goes on to the next draft.
  package mutating func advance() {
    position = min(ids.count, position + 1)
    isBack = false
  }

  /// Goes back to the draft before.
  ///
  /// - Returns: Whether there is one.
  package mutating func back() -> Bool {
    guard position > 0 else { return false }
    position -= 1
    isBack = true
    return true
  }

  /// Removes drafts that were discarded, or joined into the one that is shown.
  ///
  /// If that is the shown one, the next one is shown.
  package mutating func remove(_ gone: [CardID]) {
    if let current, gone.contains(current) { isBack = false }
    let before = ids[..<position].count { gone.contains($0) }
    ids.removeAll { gone.contains($0) }
    position -= before
  }

  private struct Photo: Hashable {
    let origin: String
    let added: Timestamp
  }
}
