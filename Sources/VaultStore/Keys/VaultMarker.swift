internal import Cards
internal import Sealing

/// The payload of a `HASH.vault`: whose vault this is, and the keys before; `Format.md`, section 4.
///
/// Layout: 0 vault id (16), 16 created (8), 24 flags (1), 25 number of earlier roots (4), 29 the roots (32
/// each), numbers least significant byte first.
struct VaultMarker {
  private static let createdOffset = 16
  private static let flagsOffset = 24
  private static let countOffset = 25
  private static let rootsOffset = 29
  private static let finishedFlag: UInt8 = 1
  /// The most rotations that a vault may have had.
  static let epochLimit = 1_000

  let vaultID: KeyID
  let created: Timestamp
  /// Whether files of earlier epochs count no more.
  let isFinished: Bool

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - payload: the opened file.
  ///   - root: the key that opened it.
  /// - Returns: the marker, and the keys of the epochs before, in order; the first is the vault's first
  ///   key unless `root` is.
  /// - Throws: `SealingError.damaged` when it breaks a rule, or `.noGuardedMemory`.
  static func read(
    _ payload: borrowing SecretBytes, root: borrowing RootKey
  ) throws(SealingError) -> (marker: VaultMarker, earlier: [EpochKeys]) {
    let epoch = Int(root.epoch)
    let (header, count) = try payload.withBytes {
      (bytes) throws(SealingError) -> ([UInt8], UInt64) in
      guard bytes.count >= rootsOffset else { throw .damaged }
      return ((0..<rootsOffset).map { bytes[$0] }, number(bytes, countOffset, 4))
    }
    guard count == UInt64(epoch), epoch <= epochLimit,
      payload.byteCount == rootsOffset + epoch * RootKey.byteCount,
      header[flagsOffset] & ~finishedFlag == 0,
      let vaultID = KeyID(Array(header[..<createdOffset]))
    else { throw .damaged }
    var earlier: [EpochKeys] = []
    for index in 0..<epoch {
      let secret = try SecretBytes(byteCount: RootKey.byteCount)
      payload.withBytes { payload in
        secret.withMutableBytes { secret in
          let start = rootsOffset + index * RootKey.byteCount
          for place in secret.indices { secret[place] = payload[start + place] }
        }
      }
      earlier.append(EpochKeys(RootKey(secret, epoch: UInt32(index))))
    }
    guard (earlier.first?.root.keyID ?? root.keyID) == vaultID else { throw .damaged }
    let created = header[createdOffset..<flagsOffset].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let marker = VaultMarker(
      vaultID: vaultID, created: Timestamp(milliseconds: Int64(bitPattern: created)),
      isFinished: header[flagsOffset] & finishedFlag != 0)
    return (marker, earlier)
  }

  /// The payload for the epoch after `earlier`.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  func payload(earlier: [EpochKeys]) throws(SealingError) -> SecretBytes {
    let payload = try SecretBytes(
      byteCount: Self.rootsOffset + earlier.count * RootKey.byteCount)
    payload.withMutableBytes { bytes in
      for (index, byte) in vaultID.bytes.enumerated() { bytes[index] = byte }
      let moment = UInt64(bitPattern: created.milliseconds)
      for index in 0..<8 {
        bytes[Self.createdOffset + index] = UInt8(truncatingIfNeeded: moment >> (8 * UInt64(index)))
      }
      bytes[Self.flagsOffset] = isFinished ? Self.finishedFlag : 0
      for index in 0..<4 {
        bytes[Self.countOffset + index] = UInt8(truncatingIfNeeded: earlier.count >> (8 * index))
      }
      for (index, keys) in earlier.enumerated() {
        let start = Self.rootsOffset + index * RootKey.byteCount
        keys.root.withBytes { root in
          for place in root.indices { bytes[start + place] = root[place] }
        }
      }
    }
    return payload
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
  }
}
