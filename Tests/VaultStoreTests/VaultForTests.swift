import Cards
import SwiftProtobuf
import Testing

@testable import Sealing
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Internal operations on a vault for tests.
extension Vault {
  /// The bytes of the vault's first root key.
  func firstRootBytes() -> [UInt8] {
    keys.first.root.withBytes { root in root.indices.map { root[$0] } }
  }

  /// All segments that are here, each once.
  func entriesForTests() throws -> [Pack.Entry] {
    try material(includesFinished: false).sealed(besides: [])
  }

  /// Packs loose files, however few, or these entries, which replace the given files or else all loose ones.
  func packForTests(_ entries: [Pack.Entry]? = nil, replacing files: [ContentHash]? = nil) throws {
    let folder = try Self.openFolder(locations.vault)
    let files = files ?? Set(contents.loose.map(\.hash)).sorted()
    let entries = try entries ?? entriesForTests()
    try writePack(of: entries, replacing: files, by: memory.state.device, in: folder)
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
    Array(try entriesForTests()[0].payload)
  }

  /// The payload that changes a card, under any readable key, and its identity.
  func entryForTests(of card: CardID) throws -> (identity: ContentHash, payload: [UInt8])? {
    try entriesForTests().first { entry in
      entry.segment?.revisions.contains { $0.card == card && !$0.changes.isEmpty } ?? false
    }.map { ($0.identity, Array($0.payload)) }
  }

  /// Seals a payload; under this vault's key with another epoch in the header, if given.
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

  /// Seals a payload under the vault's key of an earlier epoch, as a holder of an old key can.
  func sealUnderOldKey(_ payload: [UInt8], as kind: EnvelopeKind) throws -> [UInt8] {
    try keys.first.seal(payload, as: kind, using: &generator)
  }

  /// Seals a payload under some held key.
  func sealForTests(_ payload: [UInt8], as kind: EnvelopeKind, under id: KeyID) throws -> [UInt8] {
    try #require(keys[id]).seal(payload, as: kind, using: &generator)
  }

  /// The saves under finished keys that count, and are not resealed yet.
  var vouchedForTests: [ContentHash] { contents.vouched.keys.sorted() }

  /// A header that a holder of the first key can make, and that declares other keys finished.
  func forgedFinishForTests() throws -> [UInt8] {
    var header = VaultHeader(vaultID: keyID, created: now(), carried: [])
    header.carried = keys.nextHeader.carried.filter { $0.keys.id != keys.first.id }
    for index in header.carried.indices { header.carried[index].isFinished = true }
    return try keys.first.seal(try header.payload(), as: .vault, using: &generator)
  }

  /// A notice under some held key that names a made-up one.
  func forgedNoticeForTests(under id: KeyID? = nil) throws -> [UInt8] {
    let key = try #require(keys[id ?? keyID])
    let other = EpochKeys(try RootKey.generate(epoch: 9))
    let notice = SuccessorNotice(
      naming: other, carrying: [key.id], at: now(), under: key.id)
    return try key.seal(notice.payload, as: .notice, using: &generator)
  }

  /// A file of another version that the current key proves, as made by a newer program.
  func newerForTests(_ version: UInt8 = 2, as kind: EnvelopeKind = .segment) throws -> [UInt8] {
    let rest = [UInt8](repeating: 7, count: 1_040)
    let key = try keys.current.root.envelopeKey(kind)
    return key.header(version: version, using: &generator) + rest
  }

  /// A header of another version.
  func newerHeaderForTests(_ version: UInt8) throws -> [UInt8] {
    try newerForTests(version, as: .vault)
  }

  /// A header by a program that changed keys before the format was final: with the roots of all epochs.
  func earlierHeaderForTests(_ layout: UInt8) throws -> [UInt8] {
    let payload = keyID.bytes + [UInt8](repeating: 0, count: 8) + [layout, 1, 0, 0, 0]
    return try keys.current.seal(
      payload + [UInt8](repeating: 5, count: 32), as: .vault, using: &generator)
  }
}

extension Passphrase {
  init(_ words: String) throws(SealingError) {
    let bytes = Array(words.utf8)
    self = try Passphrase(bytes.span)
  }
}

/// Opens keys with this passphrase.
func typing(
  _ words: String
) -> @Sendable (WrappedKey) throws(VaultError) -> sending RootKey {
  { (key) throws(VaultError) in
    try VaultError.ofKeys { () throws(SealingError) in
      try key.unwrap(try Passphrase(words))
    }
  }
}
