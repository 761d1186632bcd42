package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

// A segment as the payload of a sealed file: `Format.md`, section 5.

extension Segment {
  private static let revisionLimit = 100_000
  private static let spanLimit = 10_000

  /// Parses a payload.
  package convenience init(payload: ArraySlice<UInt8>) throws(PayloadError) {
    try self.init(payload: payload, hashedAs: ContentHash(of: payload.span))
  }

  /// Parses a payload whose hash is known.
  convenience init(
    payload bytes: ArraySlice<UInt8>, hashedAs identity: ContentHash
  ) throws(PayloadError) {
    var message = RawSegment()
    var reader = WireReader(bytes)
    while let field = try reader.next() {
      try message.take(field, from: &reader)
    }
    guard message.device != 0, message.previous < message.sequence else { throw .malformed }
    self.init(
      identity: identity, device: message.device, sequence: message.sequence,
      previous: try message.previousSegment(), seen: message.seen,
      clock: HybridClock(message.clock), wall: Timestamp(milliseconds: message.wall),
      revisions: message.revisions, undoes: message.undoes, deviceName: message.deviceName,
      command: message.command)
  }

  /// The fields of `Segment` in `vault.proto`, collected while reading.
  private struct RawSegment {
    var device: UInt64 = 0
    var sequence: UInt64 = 0
    var previous: UInt64 = 0
    var previousHash: ContentHash?
    var seen: [SeenSpan] = []
    var clock: UInt64 = 0
    var wall: Int64 = 0
    var revisions: [SegmentRevision] = []
    var previousCards: [CardID] = []
    var previousCardCount: UInt64 = 0
    var undoes: ContentHash?
    var deviceName = ""
    var command: CommandID?
    private var known: Set<CardID> = []

    mutating func take(
      _ field: WireReader.Field, from reader: inout WireReader
    ) throws(PayloadError) {
      switch (field.number, field.form) {
      case (1, .eightBytes): device = try reader.eightBytes()
      case (2, .number): sequence = try reader.number()
      case (3, .number): previous = try reader.number()
      case (4, .bytes): previousHash = try ContentHash.optional(reader.bytes())
      case (5, .bytes):
        guard seen.count < spanLimit else { throw .malformed }
        seen.append(try SeenSpan(reader.bytes()))
      case (6, .eightBytes): clock = try reader.eightBytes()
      case (7, .number): wall = try reader.signedNumber()
      case (8, .bytes):
        guard revisions.count < revisionLimit else { throw .malformed }
        let revision = try SegmentRevision(reader.bytes())
        if let first = revisions.first {
          if known.isEmpty { known.insert(first.card) }
          guard known.insert(revision.card).inserted else { throw .malformed }
        }
        revisions.append(revision)
      case (9, .bytes):
        guard previousCards.count < TouchedCards.limit,
          let card = CardID(try reader.bytes())
        else { throw .malformed }
        previousCards.append(card)
      case (10, .number): previousCardCount = try reader.number()
      case (11, .bytes): undoes = try ContentHash.optional(reader.bytes())
      case (12, .bytes): deviceName = DeviceName.read(try reader.bytes())
      case (13, .bytes): command = CommandID(try reader.bytes())
      default: try reader.skip(field)
      }
    }

    func previousSegment() throws(PayloadError) -> Previous? {
      guard previous > 0 else {
        if previousHash == nil { return nil }
        throw .malformed
      }
      guard let previousHash else { throw .malformed }
      return Previous(
        sequence: previous, identity: previousHash,
        cards: TouchedCards(previousCards, count: Int(clamping: previousCardCount)))
    }
  }
}

extension SegmentRevision {
  /// `Format.md`, section 10.
  private static let changeLimit = 10_000

  fileprivate init(_ bytes: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(bytes)
    var card: CardID?
    var kind: UInt64 = 0
    var changes: [FieldChange] = []
    // Most changes take about 16 bytes; the array grows beyond 16 of them.
    changes.reserveCapacity(min(bytes.count / 16, 16))
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .bytes): card = CardID(try reader.bytes())
      case (2, .number): kind = try reader.number()
      case (3, .bytes):
        guard changes.count < Self.changeLimit else { throw .malformed }
        changes.append(try FieldChange(reader.bytes()))
      default: try reader.skip(field)
      }
    }
    guard let card else { throw .malformed }
    // Protobuf reads only the lower 32 bits.
    guard let kind = Revision.Kind(rawValue: UInt8(exactly: kind & 0xFFFF_FFFF) ?? 0) else {
      throw .newer
    }
    self.init(card: card, kind: kind, changes: changes)
  }
}

extension FieldChange {
  private static let valueByteLimit = 1 << 20

  fileprivate init(_ bytes: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(bytes)
    var (number, mergeClass, operation): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var value: ArraySlice<UInt8> = []
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .number): number = try reader.number()
      case (2, .number): mergeClass = try reader.number() & 0xFFFF_FFFF
      case (3, .number): operation = try reader.number() & 0xFFFF_FFFF
      case (4, .bytes): value = try reader.bytes()
      default: try reader.skip(field)
      }
    }
    guard value.count <= Self.valueByteLimit else { throw .malformed }
    guard
      let mergeClass = UInt8(exactly: mergeClass).flatMap(MergeClass.init(rawValue:)),
      let operation = UInt8(exactly: operation).flatMap(Operation.init(rawValue:))
    else { throw .newer }
    self.init(
      field: UInt32(truncatingIfNeeded: number), mergeClass: mergeClass, operation: operation,
      value: Array(value))
  }
}

extension SeenSpan {
  fileprivate init(_ bytes: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(bytes)
    var (device, first, last): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var hash: ContentHash?
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .eightBytes): device = try reader.eightBytes()
      case (2, .number): first = try reader.number()
      case (3, .number): last = try reader.number()
      case (4, .bytes): hash = try ContentHash.optional(reader.bytes())
      default: try reader.skip(field)
      }
    }
    guard first > 0, first <= last, let hash else { throw .malformed }
    self.init(device: device, first: first, last: last, lastHash: hash)
  }
}

extension ContentHash {
  /// Parses 32 bytes; `nil` for none.
  package static func optional(_ bytes: ArraySlice<UInt8>) throws(PayloadError) -> ContentHash? {
    if bytes.isEmpty { return nil }
    guard let hash = ContentHash(bytes.span) else { throw .malformed }
    return hash
  }
}

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
