package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// Many segments in one file, each byte for byte as originally written; `Format.md`, section 7.
package struct Pack {
  /// One of its segments.
  package struct Entry: Sendable {
    package let identity: ContentHash
    /// The payload of the segment's own file.
    package let payload: ArraySlice<UInt8>
    /// Whether it was accepted from a replaced key: its author is only claimed.
    package var isClaimed = false

    /// The segment; `nil` if it cannot be read.
    package var segment: Segment? { try? Segment(payload: payload, identity: identity) }

    /// Makes an entry.
    package init(identity: ContentHash, payload: ArraySlice<UInt8>, isClaimed: Bool = false) {
      self.identity = identity
      self.payload = payload
      self.isClaimed = isClaimed
    }
  }

  package let device: UInt64
  package let created: Timestamp
  package let entries: [Entry]
  /// The packs whose segments are all in this one.
  package let replaces: [ContentHash]

  package init(device: UInt64, created: Timestamp, entries: [Entry], replaces: [ContentHash]) {
    self.device = device
    self.created = created
    self.entries = entries
    self.replaces = replaces
  }

  /// Parses a payload.
  package init(payload: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(payload)
    var device: UInt64 = 0
    var created: Int64 = 0
    var entries: [Entry] = []
    var replaces: [ContentHash] = []
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .eightBytes): device = try reader.eightBytes()
      case (2, .number): created = try reader.signedNumber()
      case (3, .bytes): entries.append(try Entry(reader.bytes()))
      case (4, .bytes):
        guard let hash = try ContentHash.optional(reader.bytes()) else {
          throw .malformed
        }
        replaces.append(hash)
      default: try reader.skip(field)
      }
    }
    guard Set(entries.map(\.identity)).count == entries.count else { throw .malformed }
    self.init(
      device: device, created: Timestamp(milliseconds: created), entries: entries,
      replaces: replaces)
  }

  /// The segments that the pack covers: those in it that are not marked as claimed, and readable by this program or
  /// a newer one.
  package var readableIdentities: Set<ContentHash> {
    Set(
      entries.filter { entry in
        guard !entry.isClaimed else { return false }
        do throws(PayloadError) {
          _ = try Segment(payload: entry.payload, identity: entry.identity)
          return true
        } catch {
          return error == .newer
        }
      }.map(\.identity))
  }

  /// The payload.
  package var payload: [UInt8] {
    Cardvault_Vault_Pack.with { message in
      message.device = device
      message.created = created.milliseconds
      message.segments = entries.map(\.message)
      message.replaces = replaces.map { Data($0.bytes) }
    }.bytes
  }
}

extension Pack.Entry {
  package var message: Cardvault_Vault_PackedSegment {
    .with {
      $0.identity = Data(identity.bytes)
      $0.payload = Data(payload)
      $0.claimed = isClaimed
    }
  }

  /// Parses an entry.
  package init(_ bytes: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(bytes)
    var identity: ContentHash?
    var payload: ArraySlice<UInt8> = []
    var isClaimed = false
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .bytes): identity = try ContentHash.optional(reader.bytes())
      case (2, .bytes): payload = try reader.bytes()
      case (3, .number): isClaimed = try reader.number() != 0
      default: try reader.skip(field)
      }
    }
    guard let identity else { throw .malformed }
    self.init(identity: identity, payload: payload, isClaimed: isClaimed)
  }
}
