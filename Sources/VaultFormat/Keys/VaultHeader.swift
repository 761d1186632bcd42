package import Cards
package import Sealing

/// A key that a header carries.
package struct CarriedKey {
  package let keys: EpochKeys
  /// Whether what it sealed counts no more.
  package var isFinished: Bool

  /// Makes one of its parts.
  package init(keys: EpochKeys, isFinished: Bool) {
    self.keys = keys
    self.isFinished = isFinished
  }
}

/// The payload of a `HASH.vault`: whose vault this is, and the keys that its own key replaces; `Format.md`,
/// section 4.
package struct VaultHeader {
  private static let createdOffset = 16
  private static let layoutOffset = 24
  private static let countOffset = 25
  private static let carriedOffset = 29
  private static let finishedFlag: UInt8 = 1
  private static let carriedByteCount = 1 + 4 + RootKey.byteCount
  /// The layout byte of a header that carries keys.
  private static let carryingLayout: UInt8 = 2
  /// The most keys that a header carries.
  package static let carriedLimit = 1_000

  package let vaultID: KeyID
  package let created: Timestamp
  package var carried: [CarriedKey]

  /// Makes one of its parts.
  package init(vaultID: KeyID, created: Timestamp, carried: [CarriedKey]) {
    self.vaultID = vaultID
    self.created = created
    self.carried = carried
  }

  /// What a payload turned out to be.
  package enum Reading {
    case header(VaultHeader)
    /// Its key was changed before this format was final.
    case rotatedBefore
  }

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - payload: the opened file.
  ///   - id: the key that opened it.
  /// - Returns: what it holds.
  /// - Throws: `SealingError.damaged` when it breaks a rule, or `.noGuardedMemory`.
  package static func read(
    _ payload: borrowing SecretBytes, under id: KeyID
  ) throws(SealingError) -> Reading {
    let (head, count) = try payload.withBytes {
      (bytes) throws(SealingError) -> ([UInt8], Int) in
      guard bytes.count >= carriedOffset else { throw .damaged }
      return ((0..<carriedOffset).map { bytes[$0] }, Int(number(bytes, countOffset, 4)))
    }
    let layout = head[layoutOffset]
    if count > 0, layout < carryingLayout { return .rotatedBefore }
    guard layout == (count > 0 ? carryingLayout : 0), count <= carriedLimit,
      payload.byteCount == carriedOffset + count * carriedByteCount,
      let vaultID = KeyID(Array(head[..<createdOffset]))
    else { throw .damaged }
    let carried = try (0..<count).map { index throws(SealingError) in
      try key(in: payload, at: carriedOffset + index * carriedByteCount)
    }
    let ids = carried.map(\.keys.id) + [id]
    guard Set(ids).count == ids.count, (carried.isEmpty ? [id] : ids.dropLast()).contains(vaultID)
    else { throw .damaged }
    let created = head[createdOffset..<layoutOffset].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return .header(
      VaultHeader(
        vaultID: vaultID, created: Timestamp(milliseconds: Int64(bitPattern: created)),
        carried: carried))
  }

  /// Several headers under one key count together.
  package func combined(with other: VaultHeader) -> VaultHeader {
    var header = self
    for key in other.carried {
      if let index = carried.firstIndex(where: { $0.keys.id == key.keys.id }) {
        header.carried[index].isFinished = carried[index].isFinished || key.isFinished
      } else {
        header.carried.append(key)
      }
    }
    return header
  }

  /// The payload.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package func payload() throws(SealingError) -> SecretBytes {
    let payload = try SecretBytes(
      byteCount: Self.carriedOffset + carried.count * Self.carriedByteCount)
    payload.withMutableBytes { bytes in
      func put(_ number: UInt64, _ start: Int, _ count: Int) {
        for index in 0..<count {
          bytes[start + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
        }
      }
      for (index, byte) in vaultID.bytes.enumerated() { bytes[index] = byte }
      put(UInt64(bitPattern: created.milliseconds), Self.createdOffset, 8)
      bytes[Self.layoutOffset] = carried.isEmpty ? 0 : Self.carryingLayout
      put(UInt64(carried.count), Self.countOffset, 4)
      for (index, key) in carried.enumerated() {
        let start = Self.carriedOffset + index * Self.carriedByteCount
        bytes[start] = key.isFinished ? Self.finishedFlag : 0
        put(UInt64(key.keys.root.epoch), start + 1, 4)
        key.keys.root.withBytes { root in
          for place in root.indices { bytes[start + 5 + place] = root[place] }
        }
      }
    }
    return payload
  }

  private static func key(
    in payload: borrowing SecretBytes, at start: Int
  ) throws(SealingError) -> CarriedKey {
    let secret = try SecretBytes(byteCount: RootKey.byteCount)
    let (flags, epoch) = payload.withBytes { payload in
      secret.withMutableBytes { secret in
        for place in secret.indices { secret[place] = payload[start + 5 + place] }
      }
      return (payload[start], UInt32(number(payload, start + 1, 4)))
    }
    guard flags & ~finishedFlag == 0 else { throw .damaged }
    return CarriedKey(
      keys: EpochKeys(RootKey(secret, epoch: epoch)), isFinished: flags & finishedFlag != 0)
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
  }
}
