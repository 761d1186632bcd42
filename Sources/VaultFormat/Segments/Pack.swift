package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// Many segments in one file, each byte for byte as in a file of its own; `Format.md`, section 7.
package struct Pack {
  /// One of its segments.
  package struct Entry: Sendable {
    /// The hash of the payload.
    package let identity: ContentHash
    package let payload: ArraySlice<UInt8>

    /// The segment; `nil` if it cannot be read.
    package var segment: Segment? { try? Segment(payload: payload, hashedAs: identity) }

    /// Makes an entry.
    package init(payload: ArraySlice<UInt8>) {
      identity = ContentHash(of: payload.span)
      self.payload = payload
    }
  }

  package let device: UInt64
  package let created: Timestamp
  package let entries: [Entry]
  /// The hashes of files whose contents are here: segments and packs in this pack, photos and files of free kinds in
  /// others under its key.
  package let replaces: [ContentHash]

  package init(device: UInt64, created: Timestamp, entries: [Entry], replaces: [ContentHash]) {
    self.device = device
    self.created = created
    self.entries = entries
    self.replaces = replaces
  }

  /// The most segments in a pack, as in a bundle: `Format.md`, section 10.
  private static let mostEntries = 1_000_000

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
        guard entries.count < Self.mostEntries, known.insert(entry.identity).inserted else {
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

/// What tells whether a pack makes up for files that may be removed.
package struct Substitute {
  private let replaced: Set<ContentHash>
  private let segments: Set<ContentHash>

  package init(_ pack: Pack) {
    replaced = Set(pack.replaces)
    segments = Set(pack.entries.map(\.identity))
  }

  /// Whether the pack says that it replaces the file with this hash.
  package func replaces(_ hash: ContentHash) -> Bool { replaced.contains(hash) }

  /// Whether it says so, and has all the file's segments.
  package func makesUp(for hash: ContentHash, with entries: [Pack.Entry]) -> Bool {
    replaces(hash) && entries.allSatisfy { segments.contains($0.identity) }
  }
}
