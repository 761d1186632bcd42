import Cards
import SwiftProtobuf
import Testing

@testable import Sealing
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Internal operations on a vault for tests.
extension Vault {
  /// The bytes of the vault's root key.
  func rootBytes() -> [UInt8] {
    keys.current.root.withBytes { root in root.indices.map { root[$0] } }
  }

  /// Makes a new key, and makes it the vault's.
  @discardableResult
  nonisolated func changeKey(
    passphrase: consuming sending Passphrase? = nil, cost: KeyDerivationCost = .least,
    derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> RotatedKey {
    _ = try await makeNextKey(passphrase: passphrase, cost: cost, derivation: derivation)
    return try await rotate()
  }

  /// All segments that are here, each once.
  func entriesForTests() throws -> [Pack.Entry] {
    try judgedAnew().segmentEntries.values.sorted { $0.identity < $1.identity }
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

  /// Seals a payload under this vault's key, even if that was replaced meanwhile.
  func sealForTests(_ payload: [UInt8], as kind: EnvelopeKind) throws -> [UInt8] {
    try keys.current.seal(payload, as: kind, using: &generator)
  }

  /// A notice under this vault's key that names a made-up one.
  func forgedNoticeForTests() throws -> [UInt8] {
    let notice = SuccessorNotice(naming: DerivedKeys(try RootKey.generate()), at: now())
    return try sealForTests(notice.payload, as: .notice)
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
