package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// Many segments in one file, each byte for byte as in its own file: `Format.md`, section 7.
package struct Pack {
  /// One of its segments.
  package struct Entry: Sendable {
    /// The hash of the payload.
    package let identity: ContentHash
    package let payload: ArraySlice<UInt8>

    /// The segment; `nil` if it cannot be read.
    package var segment: Segment? { try? Segment(payload: payload, hashedAs: identity) }

    package init(payload: ArraySlice<UInt8>) {
      identity = ContentHash(of: payload.span)
      self.payload = payload
    }
  }

  package let device: UInt64
  package let created: Timestamp
  package let entries: [Entry]
  /// The hashes of files that it replaces: the contents of segments and packs are in this pack, those of photos and
  /// files of free kinds in other files under its key.
  package let replaces: [ContentHash]

  package init(device: UInt64, created: Timestamp, entries: [Entry], replaces: [ContentHash]) {
    self.device = device
    self.created = created
    self.entries = entries
    self.replaces = replaces
  }

  /// `Format.md`, section 10.
  private static let maxEntryCount = 1_000_000

  /// Parses a payload.
  package init(payload: ArraySlice<UInt8>) throws(PayloadError) {
    var reader = WireReader(payload)
    var device: UInt64 = 0
    var created: Int64 = 0
    var entries: [Entry] = []
    var replaces: [ContentHash] = []
    var known: Set<ContentHash> = []
    while let field = try reader.next() {
      switch (field.number, field.form) {
      case (1, .eightBytes): device = try reader.eightBytes()
      case (2, .number): created = try reader.signedNumber()
      case (3, .bytes):
        let entry = Entry(payload: try reader.bytes())
        guard entries.count < Self.maxEntryCount, known.insert(entry.identity).inserted else {
          throw .malformed
        }
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

  /// The payload.
  package var payload: [UInt8] {
    Cardvault_Vault_Pack.with { message in
      message.device = device
      message.created = created.milliseconds
      message.segments = entries.map { Data($0.payload) }
      message.replaces = replaces.map { Data($0.bytes) }
    }.bytes
  }
}

/// Shows whether a pack can stand in for files, so that these may be removed.
package struct Substitute {
  private let replaced: Set<ContentHash>
  private let segments: Set<ContentHash>

  package init(_ pack: Pack) {
    replaced = Set(pack.replaces)
    segments = Set(pack.entries.map(\.identity))
  }

  /// Whether the pack says that it replaces the file with this hash, and has all the file's segments.
  package func makesUp(for hash: ContentHash, with entries: [Pack.Entry]) -> Bool {
    replaced.contains(hash) && entries.allSatisfy { segments.contains($0.identity) }
  }
}

extension [Pack.Entry] {
  /// The segments in order, in parts that all processors read at once.
  package var segments: [[Result<Segment, PayloadError>]] {
    concurrentMap { entry in
      Result { () throws(PayloadError) in
        // Copied because processors that share one pack's reference count slow each other down.
        let payload = [UInt8](entry.payload)
        return try Segment(payload: payload[...], hashedAs: entry.identity)
      }
    }
  }
}
