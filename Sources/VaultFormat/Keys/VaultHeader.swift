package import Cards
package import Sealing

/// A key that a header carries.
package struct CarriedKey {
  package let keys: EpochKeys
  /// Whether files that it sealed no longer count.
  package var isFinished: Bool

  /// Makes a carried key.
  package init(keys: EpochKeys, isFinished: Bool) {
    self.keys = keys
    self.isFinished = isFinished
  }
}

/// The payload of a `HASH.vault`: which vault this is, and the keys that its own key replaces; `Format.md`,
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

  /// Makes a header.
  package init(vaultID: KeyID, created: Timestamp, carried: [CarriedKey]) {
    self.vaultID = vaultID
    self.created = created
    self.carried = carried
  }

  /// The result of reading a payload.
  package enum Reading {
    case header(VaultHeader)
    /// Its key was changed before this format was final.
    case rotatedBefore
  }

  /// Parses a payload.
  ///
  /// - Parameters:
  ///   - payload: the opened file.
  ///   - id: the key that opened it.
  /// - Returns: its contents.
  /// - Throws: `SealingError.damaged` if it breaks a rule, or `.noGuardedMemory`.
  package static func read(
    _ payload: borrowing SecretBytes, under id: KeyID
  ) throws(SealingError) -> Reading {
    let (head, count) = try payload.withBytes {
      (bytes) throws(SealingError) -> ([UInt8], Int) in
      guard bytes.count >= carriedOffset else { throw .damaged }
      let count = UInt32(littleEndian: bytes, at: countOffset)
      return ((0..<carriedOffset).map { bytes[$0] }, Int(count))
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
    let created = UInt64(littleEndian: head.span, at: createdOffset)
    return .header(
      VaultHeader(
        vaultID: vaultID, created: Timestamp(milliseconds: Int64(bitPattern: created)),
        carried: carried))
  }

  /// The union of two headers under one key.
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
      for (index, byte) in vaultID.bytes.enumerated() { bytes[index] = byte }
      bytes.put(littleEndian: UInt64(bitPattern: created.milliseconds), at: Self.createdOffset)
      bytes[Self.layoutOffset] = carried.isEmpty ? 0 : Self.carryingLayout
      bytes.put(littleEndian: UInt32(carried.count), at: Self.countOffset)
      for (index, key) in carried.enumerated() {
        let start = Self.carriedOffset + index * Self.carriedByteCount
        bytes[start] = key.isFinished ? Self.finishedFlag : 0
        bytes.put(littleEndian: key.keys.root.epoch, at: start + 1)
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
      return (payload[start], UInt32(littleEndian: payload, at: start + 1))
    }
    guard flags & ~finishedFlag == 0 else { throw .damaged }
    return CarriedKey(
      keys: EpochKeys(RootKey(secret, epoch: epoch)), isFinished: flags & finishedFlag != 0)
  }
}
