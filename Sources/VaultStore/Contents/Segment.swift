internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// One save of one device, as it lies in a sealed file.
struct Segment {
  let dot: Dot
  /// The device's segment before this one; 0 for the first.
  let previous: UInt64
  let previousHash: [UInt8]
  let revisions: [Revision]

  /// Everything from the end of the segment before through this one: what to have seen this means.
  var span: VersionVector.Span? {
    .init(device: dot.device, first: previous + 1, last: dot.sequence)
  }
}

extension Segment {
  /// Reads a payload; `nil` when it is none of ours or says what cannot be.
  init?(payload: [UInt8]) {
    guard let message = try? Cardvault_Vault_Segment(serializedBytes: payload),
      message.device != 0, message.previous < message.sequence
    else { return nil }
    dot = Dot(device: message.device, sequence: message.sequence)
    previous = message.previous
    previousHash = Array(message.previousHash)
    let seen = VersionVector(
      message.seen.compactMap { .init(device: $0.device, first: $0.first, last: $0.last) })
    var revisions: [Revision] = []
    revisions.reserveCapacity(message.revisions.count)
    for revision in message.revisions {
      guard let card = CardID(Array(revision.card)),
        let kind = UInt8(exactly: revision.kind).flatMap(Revision.Kind.init(rawValue:))
      else { return nil }
      var changes: [FieldChange] = []
      changes.reserveCapacity(revision.changes.count)
      for change in revision.changes {
        guard let change = FieldChange(change) else { return nil }
        changes.append(change)
      }
      revisions.append(
        Revision(
          card: card, dot: dot, seen: seen, clock: HybridClock(message.clock),
          wall: Timestamp(milliseconds: message.wall), kind: kind, changes: changes))
    }
    self.revisions = revisions
  }

  /// The payload; its revisions share dot, clock and what was seen.
  var payload: [UInt8] {
    let message = Cardvault_Vault_Segment.with { message in
      message.device = dot.device
      message.sequence = dot.sequence
      message.previous = previous
      message.previousHash = Data(previousHash)
      if let first = revisions.first {
        message.seen = first.seen.spans.map { span in
          .with { ($0.device, $0.first, $0.last) = (span.device, span.first, span.last) }
        }
        message.clock = first.clock.value
        message.wall = first.wall.milliseconds
      }
      message.revisions = revisions.map { revision in
        .with {
          $0.card = Data(revision.card.bytes)
          $0.kind = UInt32(revision.kind.rawValue)
          $0.changes = revision.changes.map(\.message)
        }
      }
    }
    // Encoding fails only for missing required fields, which proto3 does not have.
    return (try? message.serializedBytes()) ?? []
  }
}

extension FieldChange {
  fileprivate init?(_ message: Cardvault_Vault_Change) {
    guard
      let mergeClass = UInt8(exactly: message.mergeClass).flatMap(MergeClass.init(rawValue:)),
      let operation = UInt8(exactly: message.operation).flatMap(Operation.init(rawValue:))
    else { return nil }
    self.init(
      field: message.field, mergeClass: mergeClass, operation: operation,
      value: Array(message.value))
  }

  fileprivate var message: Cardvault_Vault_Change {
    .with {
      $0.field = field
      $0.mergeClass = UInt32(mergeClass.rawValue)
      $0.operation = UInt32(operation.rawValue)
      $0.value = Data(value)
    }
  }
}
