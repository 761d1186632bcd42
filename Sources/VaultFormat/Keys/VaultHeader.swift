package import Cards
package import Sealing

/// The payload of a `HASH.vault`: which vault this is, what outlives changes of its key, and the notices of these;
/// `Format.md`, section 4.
package struct VaultHeader {
  /// What outlives changes of the key.
  package final class Secrets {
    /// Makes the ids of cards from their codes.
    package let cards: HashKey
    /// Makes the names of folders for this machine's state.
    package let state: HashKey
    /// The vault's name in bundles for others, 16 bytes: its id would reveal which vault in the cloud belongs to whom.
    package let source: [UInt8]

    package init(cards: consuming HashKey, state: consuming HashKey, source: [UInt8]) {
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
  /// The most notices that a header holds.
  package static let noticeLimit = 16
  /// The most bytes of each.
  package static let noticeByteLimit = 2_048

  package let vaultID: KeyID
  package let created: Timestamp
  package let secrets: Secrets
  /// The notices of the last changes of the key, each a whole file under the key that was replaced, the latest first.
  package private(set) var notices: [[UInt8]] = []

  /// Makes the header of a new vault.
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
    var place = Self.noticesOffset
    let count = Self.bytes(Self.countOffset..<place, of: payload)[0]
    guard count <= Self.noticeLimit else { throw .damaged }
    for _ in 0..<count {
      let start = place + Self.lengthByteCount
      guard start <= end else { throw .damaged }
      let length = UInt32(littleEndian: Self.bytes(place..<start, of: payload).span, at: 0)
      guard length <= Self.noticeByteLimit, start + Int(length) <= end else { throw .damaged }
      place = start + Int(length)
      notices.append(Self.bytes(start..<place, of: payload))
    }
    guard place == end else { throw .damaged }
    vaultID = id
    let milliseconds = UInt64(
      littleEndian: Self.bytes(Self.createdOffset..<Self.cardsOffset, of: payload).span, at: 0)
    created = Timestamp(milliseconds: Int64(bitPattern: milliseconds))
    secrets = Secrets(
      cards: try Self.key(in: payload, at: Self.cardsOffset),
      state: try Self.key(in: payload, at: Self.stateOffset),
      source: Self.bytes(Self.sourceOffset..<Self.countOffset, of: payload))
  }

  /// The same with one more notice; of too many the oldest go.
  package func adding(_ notice: [UInt8]) -> VaultHeader {
    var header = self
    header.notices = Array(([notice] + notices).prefix(Self.noticeLimit))
    return header
  }

  /// Two headers under one key as one; `nil` if they are not of one vault.
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

  /// The keys that the vault had before, as far as the notices state.
  package var earlier: Set<KeyID> {
    Set(notices.compactMap { EnvelopeHeader(claimedBy: $0.span)?.keyID })
  }

  /// Whether the key of this header replaced another one, which proves a notice of that.
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
    var place = Self.noticesOffset
    for notice in notices {
      let bytes = UInt32(notice.count).littleEndianBytes + notice
      Self.put(bytes, at: place, in: payload)
      place += bytes.count
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
        for place in secret.indices { secret[place] = payload[start + place] }
      }
    }
    return HashKey(secret)
  }
}

extension HashKey {
  /// Whether both are the same key.
  fileprivate borrowing func isSame(as other: borrowing HashKey) -> Bool {
    hash(of: []) == other.hash(of: [])
  }
}
