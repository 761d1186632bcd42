public import Cards
package import Sealing
internal import VaultFormat

/// One change to a card, as shown to people.
public struct CardChange: Sendable, Hashable {
  /// The identity of its segment, which names it on every device and for ever.
  package let identity: ContentHash
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// The id of the device that made it.
  public let device: UInt64
  /// The device's name then; empty if it had none.
  public let deviceName: String
  /// Whether it was made by this machine in this vault folder.
  public let isOwn: Bool
  /// The card after the change; `nil` if the change removed it.
  public let card: Card?
  /// Whether it undid an earlier change.
  public let isUndo: Bool
  /// Whether it was undone later.
  public let isUndone: Bool
  /// Whether it joined cards into one.
  public let isJoin: Bool
  /// Whether it separated joined cards.
  public let isParting: Bool
  /// The known names of the cards that it joined with this one or separated from it.
  public let otherNames: [String]
  /// The JSON names of the fields in which it ended a conflict.
  public let decided: [String]

  /// Its id: 64 hexadecimal digits.
  public var id: String { identity.description }
}

extension Vault {
  /// All changes to a card, even a removed one, the oldest first.
  ///
  /// - Complexity: quadratic in the number of changes.
  public func changes(of id: CardID) -> [CardChange] {
    let undone = undoneChanges
    let own = memory.state.device
    let id = joined.id(of: id)
    let wholes = joined.members(of: id)
    let parts = parts(of: id, among: segmentsByDot)
    let joins = parts.filter { !$0.joinChanges.isEmpty }
    return parts.indices.compactMap { index in
      let part = parts[index]
      let (entry, members) = state(of: id, after: parts[...index])
      // Changes to another card before the join belong to that card's history; but changes that no join knew apply
      // to the joined card.
      guard
        part.revisions.contains(where: { members.contains($0.card) })
          || !joins.contains(where: { $0.knew(part) })
      else { return nil }
      let before = state(of: id, after: parts[..<index])
      return CardChange(
        identity: part.segment.identity, made: part.segment.wall, device: part.segment.device,
        deviceName: part.segment.deviceName,
        isOwn: part.segment.device == own, card: entry.card,
        isUndo: part.segment.undoes != nil,
        isUndone: undone.undoes(part.segment.identity, of: wholes),
        isJoin: part.joinChanges.contains { $0.operation != .remove },
        isParting: part.joinChanges.contains { $0.operation == .remove },
        otherNames: otherNames(in: part, than: before.members, members),
        decided: decidedFields(
          of: before.members, by: part, knowing: parts[..<index].filter(part.knew)))
    }
  }

  /// The JSON names of the fields in which a segment ended a conflict: those that it wrote and that had more
  /// concurrent values without it.
  ///
  /// Only earlier segments that its writer had seen (`known`) count, as two devices can decide the same conflict.
  private func decidedFields(
    of members: [CardID], by part: SegmentPart, knowing known: [SegmentPart]
  ) -> [String] {
    func written(by parts: [SegmentPart]) -> [Revision] {
      parts.flatMap(\.revisions).filter { members.contains($0.card) }
    }
    let before = MergedFields(merging: written(by: known))
    if before.conflictCount == 0 { return [] }
    let changes = written(by: [part]).flatMap(\.changes)
    let after = MergedFields(merging: written(by: known + [part])).values
    return before.values.filter { value in
      let now = after.first { $0.field == value.field && $0.mergeClass == value.mergeClass }
      return value.conflicts.count > now?.conflicts.count ?? 0
        && changes.contains { $0.field == value.field && $0.mergeClass == value.mergeClass }
    }.map(\.word)
  }

  /// The known names of the cards that a segment joined with others or separated from them, given the joined cards
  /// before and after it.
  private func otherNames(
    in part: SegmentPart, than before: [CardID], _ after: [CardID]
  ) -> [String] {
    let pairs = part.segment.revisions.flatMap { revision in
      revision.changes.compactMap { change -> [CardID]? in
        guard change.isJoin else { return nil }
        return CardID(change.value).map { [revision.card, $0] }
      }
    }
    if pairs.isEmpty { return [] }
    let own = Set(before).intersection(after)
    let clock = part.revisions[0].clock
    let others = Set(pairs.filter { !own.isDisjoint(with: $0) }.joined()).subtracting(own)
    return others.sorted().compactMap { id in
      let revisions = revisions(of: [id]).filter { $0.clock <= clock }
      return ShownCards.entry(id, revisions).card?.name
    }.filter { !$0.isEmpty }
  }

  /// All segments by their dots.
  var segmentsByDot: [Dot: Segment] {
    Dictionary(
      history.segments.map { (history.dot(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The segments that changed a card or one joined with it, in merge order.
  ///
  /// - Complexity: that of sorting them, as it does not visit other segments.
  func parts(of id: CardID, among segments: [Dot: Segment]) -> [SegmentPart] {
    Dictionary(grouping: revisions(of: joined.members(of: id)), by: \.dot)
      .sorted { ($0.value[0].clock, $0.key) < ($1.value[0].clock, $1.key) }
      .compactMap { dot, revisions in
        segments[dot].map { SegmentPart(segment: $0, revisions: revisions) }
      }
  }

  /// A card after some of its segments, and the cards joined with it then.
  func state(
    of id: CardID, after parts: ArraySlice<SegmentPart>
  ) -> (entry: CardEntry, members: [CardID]) {
    let then = revisions(of: id, after: parts)
    return (ShownCards.entry(id, then.revisions), then.members)
  }

  /// The stored fields of a card after some of its segments, even if it was removed then.
  func fields(of id: CardID, after parts: ArraySlice<SegmentPart>) -> MergedFields {
    MergedFields(merging: revisions(of: id, after: parts).revisions)
  }

  /// The revisions that define a card after some of its segments, and the cards joined with it then.
  private func revisions(
    of id: CardID, after parts: ArraySlice<SegmentPart>
  ) -> (revisions: [Revision], members: [CardID]) {
    let revisions = parts.flatMap(\.revisions)
    if joined.members(of: id).count == 1 { return (revisions, [id]) }
    let members = MergedCards(merging: revisions).joined.members(of: id)
    return (revisions.filter { members.contains($0.card) }, members)
  }
}

extension MergedFields.Value {
  /// The field's JSON name; `field 99` if this program does not know it.
  var word: String { CardField(field, mergeClass)?.word ?? "field \(field)" }
}

/// The part of a segment that changes a card.
struct SegmentPart {
  let segment: Segment
  /// Revisions of the card and of those joined with it; at least one.
  let revisions: [Revision]

  /// Its changes to which cards are joined.
  var joinChanges: [FieldChange] { revisions.flatMap(\.changes).filter(\.isJoin) }

  /// The cards that it joined into others.
  var joins: [JoinedCards.Join] {
    revisions.flatMap { revision in
      revision.changes.compactMap { change in
        guard change.isJoin, change.operation != .remove else { return nil }
        return CardID(change.value).map { JoinedCards.Join(revision.card, into: $0) }
      }
    }
  }

  private var balanceChanges: [FieldChange] {
    revisions.flatMap(\.changes).filter { $0.field == CardField.balance.rawValue }
  }

  /// Whether it changes the balance.
  var changesBalance: Bool { !balanceChanges.isEmpty }

  /// Whether its only changes to the balance add to it or spend from it.
  var onlyAddsToBalance: Bool { balanceChanges.allSatisfy { $0.operation == .add } }

  /// Whether its writer had seen another segment.
  func knew(_ other: SegmentPart) -> Bool {
    revisions.contains { revision in
      other.revisions.contains { revision.seen.contains($0.dot) }
    }
  }
}
