import Cards
import Sealing
import SwiftProtobuf

@testable import VaultStore

/// What tests do to a vault from within.
extension Vault {
  /// Packs what lies loose, however little.
  func packForTests() throws {
    let folder = try Self.openFolder(locations.vault)
    let entries = try everything(in: folder).entries
    try writePack(of: entries, replacing: [], by: memory.state.device, in: folder)
  }

  /// Packs what lies loose, but puts bytes that are no segment under one identity, which is returned.
  func packWithDamagedEntryForTests() throws -> ContentHash {
    let folder = try Self.openFolder(locations.vault)
    var entries = try everything(in: folder).entries
    let identity = entries[0].identity
    entries[0] = Pack.Entry(identity: identity, payload: [0xFF], isPurged: false)
    try writePack(of: entries, replacing: [], by: memory.state.device, in: folder)
    return identity
  }

  /// Puts a made-up photo into the vault.
  func putPhotoForTests() throws {
    let folder = try Self.openFolder(locations.vault)
    let photo = Cardvault_Vault_Photo.with { $0.mediaType = "image/jpeg" }
    let file = try seal(photo.bytes, as: .photo)
    try put(file, ContentHash(of: file.span), .photo, in: folder)
  }

  /// The payload of a segment that is here.
  func payloadOfOneSegment() throws -> [UInt8] {
    let folder = try Self.openFolder(locations.vault)
    return Array(try everything(in: folder).entries[0].payload)
  }

  /// The whole payload that changes a card, as it lies under any key that is read, and its identity.
  func wholeEntryForTests(of card: CardID) throws -> (identity: ContentHash, payload: [UInt8])? {
    let folder = try Self.openFolder(locations.vault)
    return try everything(in: folder, for: .bundle).entries.first { entry in
      let segment = try? Segment(payload: entry.payload, identity: entry.identity)
      return segment?.revisions.contains { $0.card == card && !$0.changes.isEmpty } ?? false
    }.map { ($0.identity, Array($0.payload)) }
  }

  /// The payload of a segment that is here and has another identity.
  func payloadOfAnotherSegment(than identity: ContentHash) throws -> [UInt8]? {
    let folder = try Self.openFolder(locations.vault)
    return try everything(in: folder).entries.first { $0.identity != identity }.map {
      Array($0.payload)
    }
  }

  /// Seals a payload; under this vault's key with another epoch in the header, when one is given.
  func sealForTests(
    _ payload: [UInt8], as kind: EnvelopeKind, epoch other: UInt32? = nil
  ) throws -> [UInt8] {
    guard let other else { return try keys.current.seal(payload, as: kind, using: &generator) }
    let copy = try keys.current.root.withBytes { bytes throws(SealingError) in
      let secret = try SecretBytes(byteCount: bytes.count)
      secret.withMutableBytes { for index in bytes.indices { $0[index] = bytes[index] } }
      return RootKey(secret, epoch: other)
    }
    return try EpochKeys(copy).seal(payload, as: kind, using: &generator)
  }

  /// Seals a payload under the vault's key of an earlier epoch, as whoever has an old key can.
  func sealUnderOldKey(_ payload: [UInt8], as kind: EnvelopeKind) throws -> [UInt8] {
    try keys.first.seal(payload, as: kind, using: &generator)
  }

  /// A vault file that whoever has the last key can make, and that says that this one is finished.
  func forgedFinishForTests() throws -> [UInt8]? {
    guard let last = keys.past.line.last else { return nil }
    let copy = try last.root.withBytes { bytes throws(SealingError) in
      let secret = try SecretBytes(byteCount: bytes.count)
      secret.withMutableBytes { for index in bytes.indices { $0[index] = bytes[index] } }
      return RootKey(secret, epoch: 0)
    }
    let marker = VaultMarker(vaultID: last.id, created: now(), isFinished: true)
    let payload = try marker.payload(PastKeys(line: [EpochKeys(copy)], united: []))
    return try last.seal(payload, as: .vault, using: &generator)
  }

  /// Seals a payload under a key of another line, which is at hand.
  func sealBesideForTests(_ payload: [UInt8], as kind: EnvelopeKind) throws -> [UInt8]? {
    try keys.beside.last?.seal(payload, as: kind, using: &generator)
  }

  /// The identity of a segment that lies loose under the newest key.
  func newestIdentityForTests() -> ContentHash? {
    contents.loose.first { $0.age == .newest }?.identity
  }

  /// The identity of the vault's first segment.
  func firstIdentityForTests() throws -> ContentHash {
    history.segments.min { $0.sequence < $1.sequence }?.identity ?? .ofNothing
  }
}
