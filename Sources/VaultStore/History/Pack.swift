internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// Many segments in one file, each byte for byte as it was written; `Format.md`, section 7.
struct Pack {
  /// One of its segments.
  struct Entry {
    let identity: ContentHash
    /// The payload of the segment's own file.
    let payload: ArraySlice<UInt8>
    /// Whether revisions of removed cards lost their changes in it.
    let isPurged: Bool
    /// Whether it was taken in from a key that had been replaced: who wrote it is only claimed.
    var isClaimed = false
  }

  let device: UInt64
  let created: Timestamp
  let entries: [Entry]
  /// The packs whose segments are all in this one.
  let replaces: [ContentHash]
}

extension Pack {
  /// Reads a payload.
  init(payload: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(payload)
    var device: UInt64 = 0
    var created: Int64 = 0
    var entries: [Entry] = []
    var known: Set<ContentHash> = []
    var replaces: [ContentHash] = []
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .eightBytes): device = try reader.eightBytes()
      case (2, .number): created = try reader.signedNumber()
      case (3, .bytes):
        let entry = try Entry(reader.bytes())
        guard known.insert(entry.identity).inserted else { throw .malformed }
        entries.append(entry)
      case (4, .bytes):
        guard let hash = try ContentHash.optional(reader.bytes()) else {
          throw .malformed
        }
        replaces.append(hash)
      default: try reader.skip(field)
      }
    }
    self.init(
      device: device, created: Timestamp(milliseconds: created), entries: entries,
      replaces: replaces)
  }

  /// The segments that it covers: those that are in it whole and unmarked, and can be read by this program or a newer
  /// one.
  var readableIdentities: Set<ContentHash> {
    Set(
      entries.filter { entry in
        guard !entry.isPurged, !entry.isClaimed else { return false }
        do throws(PayloadError) {
          _ = try Segment(payload: entry.payload, identity: entry.identity)
          return true
        } catch {
          return error == .newer
        }
      }.map(\.identity))
  }

  /// The payload.
  var payload: [UInt8] {
    Cardvault_Vault_Pack.with { message in
      message.device = device
      message.created = created.milliseconds
      message.segments = entries.map(\.message)
      message.replaces = replaces.map { Data($0.bytes) }
    }.bytes
  }
}

extension Pack.Entry {
  var message: Cardvault_Vault_PackedSegment {
    .with {
      $0.identity = Data(identity.bytes)
      $0.payload = Data(payload)
      $0.purged = isPurged
      $0.claimed = isClaimed
    }
  }

  /// Reads an entry.
  init(_ bytes: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(bytes)
    var identity: ContentHash?
    var payload: ArraySlice<UInt8> = []
    var isPurged = false
    var isClaimed = false
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .bytes): identity = try ContentHash.optional(reader.bytes())
      case (2, .bytes): payload = try reader.bytes()
      case (3, .number): isPurged = try reader.number() != 0
      case (4, .number): isClaimed = try reader.number() != 0
      default: try reader.skip(field)
      }
    }
    guard let identity else { throw .malformed }
    self.init(
      identity: identity, payload: payload, isPurged: isPurged, isClaimed: isClaimed)
  }
}
