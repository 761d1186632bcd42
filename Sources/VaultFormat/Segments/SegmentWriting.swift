package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// Encodes a segment as the payload of a sealed file; the rules are those of `Format.md`, section 5.
extension Segment {
  /// The payload of a new segment.
  package static func payload(
    device: UInt64, sequence: UInt64, previous: Previous?, seen: [SeenSpan], clock: HybridClock,
    wall: Timestamp, revisions: [SegmentRevision], undoes: ContentHash?, deviceName: String = "",
    command: CommandID? = nil
  ) -> [UInt8] {
    let message = Cardvault_Vault_Segment.with { message in
      message.device = device
      message.sequence = sequence
      if let previous {
        message.previous = previous.sequence
        message.previousHash = Data(previous.identity.bytes)
        message.previousCards = previous.cards.cards.map { Data($0.bytes) }
        message.previousCardCount = UInt64(previous.cards.count)
      }
      message.seen = seen.map(\.message)
      message.clock = clock.value
      message.wall = wall.milliseconds
      message.revisions = revisions.map(\.bytes)
      if let undoes { message.undoes = Data(undoes.bytes) }
      message.deviceName = Data(deviceName.utf8)
      if let command { message.command = Data(command.bytes) }
    }
    return message.bytes
  }
}

extension SegmentRevision {
  fileprivate var bytes: Data {
    let message = Cardvault_Vault_Revision.with {
      $0.card = Data(card.bytes)
      $0.kind = UInt32(kind.rawValue)
      $0.changes = changes.map(\.message)
    }
    return Data(message.bytes)
  }
}

extension FieldChange {
  fileprivate var message: Cardvault_Vault_Change {
    .with {
      $0.field = field
      $0.mergeClass = UInt32(mergeClass.rawValue)
      $0.operation = UInt32(operation.rawValue)
      $0.value = Data(value)
    }
  }
}

extension Message {
  /// The serialised message.
  ///
  /// Encoding fails only for missing required fields, which proto3 does not have.
  package var bytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
