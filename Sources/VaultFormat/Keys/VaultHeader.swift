package import Cards
package import Sealing

/// The payload of a `HASH.vault`: which vault this is, secrets that outlive changes of its key, and the notices of
/// these changes; `Format.md`, section 4.
package struct VaultHeader {
  /// The secrets that outlive changes of the key.
  package final class Secrets {
    /// Derives ids of cards from their codes.
    package let cards: HashKey
    /// Derives the names of folders for this machine's state.
    package let state: HashKey
    /// Names the vault in bundles for others, 16 bytes: its id would reveal which vault in the cloud belongs to whom.
    package let source: [UInt8]

    fileprivate init(cards: consuming HashKey, state: consuming HashKey, source: [UInt8]) {
      self.cards = cards
      self.state = state
      self.source = source
    }
  }

  private static let createdOffset = 16
  private static let cardsOffset = 24
  private static let stateOffset = 56
  private static let sourceOffset = 88
  private static let countOffset = 104
  private static let noticesOffset = 105
  private static let sourceByteCount = 16
  private static let lengthByteCount = 4
  /// The maximum number of notices in a header.
  package static let noticeLimit = 16
  /// The maximum size of a notice in bytes.
  package static let noticeByteLimit = 2_048

  package let vaultID: KeyID
  package let created: Timestamp
  package let secrets: Secrets
  /// The notices of the last key changes, the latest first: each a whole file under the key that was replaced.
  package private(set) var notices: [[UInt8]] = []

  /// Makes a new vault's header.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package init(
    vaultID: KeyID, created: Timestamp, using generator: inout some RandomNumberGenerator
  ) throws(SealingError) {
    self.vaultID = vaultID
    self.created = created
    secrets = Secrets(
      cards: try .generate(), state: try .generate(),
      source: (0..<Self.sourceByteCount).map { _ in .random(in: 0 ... .max, using: &generator) })
  }

  /// Parses a payload.
  ///
  /// - Throws: `SealingError.damaged` if it breaks a rule, or `.noGuardedMemory`.
  package init(_ payload: borrowing SecretBytes) throws(SealingError) {
    let end = payload.byteCount
    guard end >= Self.noticesOffset, let id = KeyID(Self.bytes(0..<Self.createdOffset, of: payload))
    else { throw .damaged }
    var offset = Self.noticesOffset
    let count = Self.bytes(Self.countOffset..<offset, of: payload)[0]
    guard count <= Self.noticeLimit else { throw .damaged }
    for _ in 0..<count {
      let start = offset + Self.lengthByteCount
      guard start <= end else { throw .damaged }
      let length = UInt32(littleEndian: Self.bytes(offset..<start, of: payload).span, at: 0)
      guard length <= Self.noticeByteLimit, start + Int(length) <= end else { throw .damaged }
      offset = start + Int(length)
      notices.append(Self.bytes(start..<offset, of: payload))
    }
    guard offset == end else { throw .damaged }
    vaultID = id
    let milliseconds = UInt64(
      littleEndian: Self.bytes(Self.createdOffset..<Self.cardsOffset, of: payload).span, at: 0)
    created = Timestamp(milliseconds: Int64(bitPattern: milliseconds))
    secrets = Secrets(
      cards: try Self.key(in: payload, at: Self.cardsOffset),
      state: try Self.key(in: payload, at: Self.stateOffset),
      source: Self.bytes(Self.sourceOffset..<Self.countOffset, of: payload))
  }

  /// This header with one more notice; the oldest is dropped if there are too many.
  package func adding(_ notice: [UInt8]) -> VaultHeader {
    var header = self
    header.notices = Array(([notice] + notices).prefix(Self.noticeLimit))
    return header
  }

  /// Combines two headers under one key; `nil` if they belong to different vaults.
  package func combined(with other: VaultHeader) -> VaultHeader? {
    guard vaultID == other.vaultID, created == other.created,
      secrets.source == other.secrets.source,
      secrets.cards.isSame(as: other.secrets.cards), secrets.state.isSame(as: other.secrets.state)
    else { return nil }
    var header = self
    let known = Set(notices)
    header.notices += other.notices.filter { !known.contains($0) }
    return header
  }

  /// The vault's earlier keys, according to the notices.
  package var earlier: Set<KeyID> {
    Set(notices.compactMap { EnvelopeHeader(claimedBy: $0.span)?.keyID })
  }

  /// Whether this header's key replaced another one, which proves a notice that says so.
  package func replaces(_ key: DerivedKeys) -> Bool {
    notices.contains { file in
      (try? key.open(file.span, as: .notice)).flatMap { SuccessorNotice($0, under: key.id) } != nil
    }
  }

  /// The payload.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package func payload() throws(SealingError) -> SecretBytes {
    let byteCount = notices.reduce(Self.noticesOffset) { $0 + Self.lengthByteCount + $1.count }
    let payload = try SecretBytes(byteCount: byteCount)
    Self.put(vaultID.bytes, at: 0, in: payload)
    Self.put(
      UInt64(bitPattern: created.milliseconds).littleEndianBytes, at: Self.createdOffset,
      in: payload)
    Self.put(secrets.cards, at: Self.cardsOffset, in: payload)
    Self.put(secrets.state, at: Self.stateOffset, in: payload)
    Self.put(secrets.source + [UInt8(notices.count)], at: Self.sourceOffset, in: payload)
    var offset = Self.noticesOffset
    for notice in notices {
      let bytes = UInt32(notice.count).littleEndianBytes + notice
      Self.put(bytes, at: offset, in: payload)
      offset += bytes.count
    }
    return payload
  }

  private static func bytes(_ range: Range<Int>, of payload: borrowing SecretBytes) -> [UInt8] {
    payload.withBytes { bytes in range.map { bytes[$0] } }
  }

  private static func put(_ bytes: [UInt8], at start: Int, in payload: borrowing SecretBytes) {
    payload.withMutableBytes { payload in
      for (index, byte) in bytes.enumerated() { payload[start + index] = byte }
    }
  }

  private static func put(
    _ key: borrowing HashKey, at start: Int, in payload: borrowing SecretBytes
  ) {
    key.withBytes { key in
      payload.withMutableBytes { payload in
        for index in key.indices { payload[start + index] = key[index] }
      }
    }
  }

  private static func key(
    in payload: borrowing SecretBytes, at start: Int
  ) throws(SealingError) -> HashKey {
    let secret = try SecretBytes(byteCount: HashKey.byteCount)
    payload.withBytes { payload in
      secret.withMutableBytes { secret in
        for index in secret.indices { secret[index] = payload[start + index] }
      }
    }
    return HashKey(secret)
  }
}

extension HashKey {
  fileprivate borrowing func isSame(as other: borrowing HashKey) -> Bool {
    hash(of: []) == other.hash(of: [])
  }
}
