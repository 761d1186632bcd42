internal import Cards
internal import Sealing

/// The payload of a `HASH.vault`: whose vault this is, and the keys before; `Format.md`, section 4.
///
/// Layout: 0 vault id (16), 16 created (8), 24 flags (1), 25 number of earlier roots (4), 29 the roots (32
/// each), then those of united lines (36 each: epoch, root), numbers least significant byte first.
struct VaultMarker {
  private static let createdOffset = 16
  private static let flagsOffset = 24
  private static let countOffset = 25
  private static let rootsOffset = 29
  private static let finishedFlag: UInt8 = 1
  private static let epochByteCount = 4
  private static let unitedByteCount = epochByteCount + RootKey.byteCount
  /// The most rotations that a vault may have had.
  static let epochLimit = 1_000
  /// The most keys of other lines that may have been united with a vault's own.
  static let unitedLimit = 100

  let vaultID: KeyID
  let created: Timestamp
  /// Whether what the keys before have sealed counts no more.
  let isFinished: Bool

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - payload: the opened file.
  ///   - root: the key that opened it.
  /// - Returns: the marker, and the keys before; the first of their line is the vault's first key unless
  ///   `root` is.
  /// - Throws: `SealingError.damaged` when it breaks a rule, or `.noGuardedMemory`.
  static func read(
    _ payload: borrowing SecretBytes, root: borrowing RootKey
  ) throws(SealingError) -> (marker: VaultMarker, past: PastKeys) {
    let epoch = Int(root.epoch)
    let (header, count) = try payload.withBytes {
      (bytes) throws(SealingError) -> ([UInt8], UInt64) in
      guard bytes.count >= rootsOffset else { throw .damaged }
      return ((0..<rootsOffset).map { bytes[$0] }, number(bytes, countOffset, 4))
    }
    let unitedStart = rootsOffset + epoch * RootKey.byteCount
    guard count == UInt64(epoch), epoch <= epochLimit, payload.byteCount >= unitedStart,
      header[flagsOffset] & ~finishedFlag == 0,
      let vaultID = KeyID(Array(header[..<createdOffset]))
    else { throw .damaged }
    let line = try (0..<epoch).map { index throws(SealingError) in
      try keys(in: payload, at: rootsOffset + index * RootKey.byteCount, epoch: UInt32(index))
    }
    let (unitedCount, rest) = (payload.byteCount - unitedStart)
      .quotientAndRemainder(dividingBy: unitedByteCount)
    guard rest == 0, unitedCount <= unitedLimit else { throw .damaged }
    let united = try (0..<unitedCount).map { index throws(SealingError) in
      let start = unitedStart + index * unitedByteCount
      let ofKey = payload.withBytes { number($0, start, epochByteCount) }
      guard ofKey > 0, ofKey < UInt64(epoch) else { throw .damaged }
      return try keys(in: payload, at: start + epochByteCount, epoch: UInt32(ofKey))
    }
    let past = PastKeys(line: line, united: united)
    guard (line.first?.id ?? root.keyID) == vaultID,
      past.ids.count == past.all.count, !past.ids.contains(root.keyID)
    else { throw .damaged }
    let created = header[createdOffset..<flagsOffset].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let marker = VaultMarker(
      vaultID: vaultID, created: Timestamp(milliseconds: Int64(bitPattern: created)),
      isFinished: header[flagsOffset] & finishedFlag != 0)
    return (marker, past)
  }

  /// The payload for the epoch after those of `past`.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  func payload(_ past: PastKeys) throws(SealingError) -> SecretBytes {
    let unitedStart = Self.rootsOffset + past.line.count * RootKey.byteCount
    let payload = try SecretBytes(
      byteCount: unitedStart + past.united.count * Self.unitedByteCount)
    payload.withMutableBytes { bytes in
      func put(_ number: UInt64, _ start: Int, _ count: Int) {
        for index in 0..<count {
          bytes[start + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
        }
      }
      func put(_ keys: EpochKeys, _ start: Int) {
        keys.root.withBytes { root in
          for place in root.indices { bytes[start + place] = root[place] }
        }
      }
      for (index, byte) in vaultID.bytes.enumerated() { bytes[index] = byte }
      put(UInt64(bitPattern: created.milliseconds), Self.createdOffset, 8)
      bytes[Self.flagsOffset] = isFinished ? Self.finishedFlag : 0
      put(UInt64(past.line.count), Self.countOffset, 4)
      for (index, keys) in past.line.enumerated() {
        put(keys, Self.rootsOffset + index * RootKey.byteCount)
      }
      for (index, keys) in past.united.enumerated() {
        let start = unitedStart + index * Self.unitedByteCount
        put(UInt64(keys.root.epoch), start, Self.epochByteCount)
        put(keys, start + Self.epochByteCount)
      }
    }
    return payload
  }

  /// The key whose root stands somewhere in a payload.
  private static func keys(
    in payload: borrowing SecretBytes, at start: Int, epoch: UInt32
  ) throws(SealingError) -> EpochKeys {
    let secret = try SecretBytes(byteCount: RootKey.byteCount)
    payload.withBytes { payload in
      secret.withMutableBytes { secret in
        for place in secret.indices { secret[place] = payload[start + place] }
      }
    }
    return EpochKeys(RootKey(secret, epoch: epoch))
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
  }
}
