internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// Many segments in one file, each byte for byte as it was written; `Format.md`, section 7.
struct Pack {
  /// One of its segments.
  struct Entry {
    let identity: ContentHash
    let payload: [UInt8]
    /// Whether revisions of removed cards lost their changes in it.
    let isPurged: Bool
  }

  let device: UInt64
  let created: Timestamp
  let entries: [Entry]
  /// The packs whose segments are all in this one.
  let replaces: [ContentHash]
  /// In a bundle, photos by their identities.
  let photos: [ContentHash: Cardvault_Vault_Photo]

  init(
    device: UInt64, created: Timestamp, entries: [Entry], replaces: [ContentHash],
    photos: [ContentHash: Cardvault_Vault_Photo] = [:]
  ) {
    self.device = device
    self.created = created
    self.entries = entries
    self.replaces = replaces
    self.photos = photos
  }

  /// Reads a payload.
  init(payload: [UInt8]) throws(PayloadError) {
    guard let message = try? Cardvault_Vault_Pack(serializedBytes: payload) else {
      throw .malformed
    }
    device = message.device
    created = Timestamp(milliseconds: message.created)
    var entries: [Entry] = []
    entries.reserveCapacity(message.segments.count)
    var known: Set<ContentHash> = []
    for segment in message.segments {
      guard let identity = ContentHash(segment.identity), known.insert(identity).inserted else {
        throw .malformed
      }
      entries.append(
        Entry(identity: identity, payload: Array(segment.payload), isPurged: segment.purged))
    }
    self.entries = entries
    replaces = message.replaces.compactMap { ContentHash($0) }
    guard replaces.count == message.replaces.count else { throw .malformed }
    var photos: [ContentHash: Cardvault_Vault_Photo] = [:]
    for photo in message.photos {
      guard let identity = ContentHash(photo.identity),
        photos.updateValue(photo, forKey: identity) == nil
      else { throw .malformed }
    }
    self.photos = photos
  }

  /// The payload.
  var payload: [UInt8] {
    Cardvault_Vault_Pack.with { message in
      message.device = device
      message.created = created.milliseconds
      message.segments = entries.map { entry in
        .with {
          $0.identity = Data(entry.identity.bytes)
          $0.payload = Data(entry.payload)
          $0.purged = entry.isPurged
        }
      }
      message.replaces = replaces.map { Data($0.bytes) }
      message.photos = photos.sorted { $0.key < $1.key }.map(\.value)
    }.bytes
  }
}
