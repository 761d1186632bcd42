internal import Sealing

/// The keys of a vault that is open: that of its newest epoch, and those before.
final class VaultKeys {
  /// What a key has still to say in the vault.
  enum Age {
    /// It is the newest: what it sealed is what it says it is.
    case newest
    /// What it sealed is read, behind what the newest did: whoever has it could have made that.
    case earlier
    /// What it sealed is not read.
    case ended
  }

  /// The key id of the vault's first root, which never changes.
  let vaultID: KeyID
  let marker: VaultMarker
  let current: EpochKeys
  let past: PastKeys
  /// The names of keys that a stopped rotation left: what they sealed does not count.
  let staged: Set<KeyID>
  /// Keys of other lines, as the key was changed on two devices at once, which are at hand and not united with
  /// this one: what they sealed is read, too.
  let beside: [EpochKeys]
  /// The names of keys of which the vault's files speak, and which are not at hand.
  let absent: Set<KeyID>
  private let ended: Set<KeyID>
  private let byID: [KeyID: EpochKeys]

  /// The keys of one line.
  ///
  /// Those of `past` that are `ended` count no more; all of them when `marker` says so.
  init(
    marker: VaultMarker, current: EpochKeys, past: PastKeys = .none, ended: Set<KeyID> = [],
    staged: Set<KeyID> = []
  ) {
    self.marker = marker
    vaultID = marker.vaultID
    self.current = current
    self.past = past
    self.ended = marker.isFinished ? past.ids : ended.intersection(past.ids)
    self.staged = staged
    beside = []
    absent = []
    byID = Self.byID(past.all + [current])
  }

  /// The keys of a line, and of others that are still to be united with it.
  ///
  /// What one line finished and another did not is read on: its last saves may lie under that key.
  init(_ own: VaultKeys, _ others: [VaultKeys], absent: Set<KeyID>) {
    let lines = [own] + others
    marker = own.marker
    vaultID = own.vaultID
    current = own.current
    past = own.past
    staged = lines.reduce(into: Set()) { $0.formUnion($1.staged) }
    self.absent = absent
    beside = Array(Self.byID(others.flatMap(\.line)).filter { own[$0.key] == nil }.values)
    let read = lines.flatMap { keys in keys.line.map(\.id).filter { !keys.ended.contains($0) } }
    ended = lines.reduce(into: Set()) { $0.formUnion($1.ended) }.subtracting(read)
    byID = Self.byID(beside + own.line)
  }

  private static func byID(_ keys: [EpochKeys]) -> [KeyID: EpochKeys] {
    Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// All keys of the newest one's line.
  private var line: [EpochKeys] { past.all + [current] }

  /// The vault's first key.
  var first: EpochKeys { past.line.first ?? current }

  /// The newest epoch's number.
  var epoch: UInt32 { current.root.epoch }

  /// Whether the newest key is the only one whose files count.
  var isSettled: Bool { byID.count == ended.count + 1 }

  /// Whether there are keys that count no more.
  var hasEnded: Bool { !ended.isEmpty }

  /// The keys with this public name; `nil` when it is not one of the vault's.
  subscript(id: KeyID) -> EpochKeys? { byID[id] }

  /// The names of all of them.
  var ids: Set<KeyID> { Set(byID.keys) }

  /// How old a key of the vault is.
  func age(of id: KeyID) -> Age {
    if id == current.id { return .newest }
    return ended.contains(id) ? .ended : .earlier
  }

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

  /// Whether a vault file was sealed with one of these keys, and does not say so any more.
  func knowsAsAltered(_ marker: Markers.Marker) -> Bool {
    (try? refusal(of: marker.bytes.span, marker.header)) == .damaged
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
