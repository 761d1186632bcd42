internal import Sealing

/// The keys of a vault that is open: that of its newest epoch, and those before.
final class VaultKeys {
  /// The key id of the vault's first root, which never changes.
  let vaultID: KeyID
  let marker: VaultMarker
  let current: EpochKeys
  let earlier: [EpochKeys]
  /// Files of epochs before this one are not read.
  let finishedBefore: UInt32
  /// The names of keys that a stopped rotation left: what they sealed does not count.
  let staged: Set<KeyID>
  /// Keys of the vault that are not in the newest one's line, as the key was changed on two devices at once: what
  /// they sealed is read, too.
  let beside: [EpochKeys]
  private let byID: [KeyID: EpochKeys]

  init(
    marker: VaultMarker, current: EpochKeys, earlier: [EpochKeys],
    finishedBefore: UInt32 = 0, staged: Set<KeyID> = [], beside: [EpochKeys] = []
  ) {
    self.beside = beside
    self.finishedBefore = max(finishedBefore, marker.isFinished ? current.root.epoch : 0)
    self.staged = staged
    self.marker = marker
    vaultID = marker.vaultID
    self.current = current
    self.earlier = earlier
    byID = Dictionary(
      (beside + earlier + [current]).map { ($0.root.keyID, $0) }, uniquingKeysWith: { $1 })
  }

  /// The same and keys beside them.
  func with(_ beside: [EpochKeys]) -> VaultKeys {
    VaultKeys(
      marker: marker, current: current, earlier: earlier, finishedBefore: finishedBefore,
      staged: staged, beside: beside)
  }

  /// The vault's first key.
  var first: EpochKeys { earlier.first ?? current }

  /// The newest epoch's number.
  var epoch: UInt32 { current.root.epoch }

  /// Whether the newest epoch is the only one whose files count.
  var isSettled: Bool { finishedBefore == epoch }

  /// The keys with this public name; `nil` when it is not one of the vault's.
  subscript(id: KeyID) -> EpochKeys? { byID[id] }

  /// Opens a sealed file of any epoch.
  ///
  /// - Parameters:
  ///   - file: all of its bytes.
  ///   - header: its header.
  /// - Returns: the payload.
  /// - Throws: `SealingError.wrongKey` for a file of another vault, `.wrongKind` for a kind that this
  ///   program does not know, or `.damaged`.
  func open(
    _ file: Span<UInt8>, _ header: EnvelopeHeader
  ) throws(SealingError) -> ArraySlice<UInt8> {
    guard let keys = self[header.keyID] else { throw try refusal(of: file, header) }
    guard let kind = header.kind else { throw try keys.sealed(file) ? .damaged : .wrongKind }
    return try keys.open(file, as: kind)
  }

  /// Why a file with a key id that is not ours cannot be opened: it is another vault's, or its key id was
  /// altered.
  func refusal(
    of file: Span<UInt8>, _ header: EnvelopeHeader
  ) throws(SealingError) -> SealingError {
    guard let kind = header.kind else { return .wrongKey(header.keyID) }
    for keys in byID.values {
      do throws(SealingError) {
        _ = try keys.openSecret(file, as: kind)
      } catch {
        if error == .damaged { return .damaged }
      }
    }
    return .wrongKey(header.keyID)
  }
}
