internal import Cards
internal import Sealing

/// What a merge brought into a vault.
public struct MergeOutcome: Sendable, Hashable {
  /// Cards that were not here before.
  public internal(set) var addedCount = 0
  /// Cards that were here and show something else now.
  public internal(set) var changedCount = 0
  /// Cards that were here and are removed now.
  public internal(set) var removedCount = 0
  /// Fields that were changed on both sides at once and wait for a decision.
  public internal(set) var conflictCount = 0
  /// Files that were written into the vault.
  public internal(set) var fileCount = 0
  /// Their bytes together.
  public internal(set) var byteCount = 0
}

/// A whole vault in one sealed file: `Format.md`, section 7.
extension Vault {
  /// Everything that can be read in the vault, as one sealed file: a bundle.
  ///
  /// History and removed cards are in it too.
  ///
  /// - Throws: `VaultError.tooLarge` when it would have more than 64 MiB, `.noVault`, `.permission`,
  ///   `.noGuardedMemory` or `.io`.
  public func bundle() throws(VaultError) -> [UInt8] {
    let all = try material(for: .bundle)
    let entries = all.entries.filter { entry in
      do throws(PayloadError) {
        _ = try Segment(payload: entry.payload, identity: entry.identity)
        return true
      } catch {
        // A newer program knows what to do with it.
        return error == .newer
      }
    }
    let pack = Pack(
      device: memory.state.device, created: now(), entries: entries, replaces: [],
      photos: all.photos)
    let file: [UInt8]
    do throws(SealingError) {
      file = try keys.current.seal(pack.payload, as: .bundle, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    guard file.count <= VaultLayout.fileByteLimit else { throw .tooLarge(byteCount: file.count) }
    return file
  }

  /// The most bytes that a bundle may have.
  public static let bundleByteLimit = VaultLayout.fileByteLimit

  /// Takes in what a bundle of this vault holds and the vault does not; nothing new writes nothing.
  ///
  /// - Parameter file: all of its bytes.
  /// - Returns: what is new.
  /// - Throws: `VaultError.bundle`, or as `save`. Then no card counts as taken in.
  public func merge(_ file: [UInt8]) throws(VaultError) -> MergeOutcome {
    let pack = try pack(ofBundle: file)
    // Also those of which a changed key took the content: an old bundle does not bring it back.
    let known = Set(history.segments.map(\.identity))
    var segments: [Segment] = []
    var entries: [Pack.Entry] = []
    for entry in pack.entries {
      let segment: Segment
      do throws(PayloadError) {
        segment = try Segment(payload: entry.payload, identity: entry.identity)
      } catch {
        throw .bundle(error == .newer ? .newerFormat : .damaged)
      }
      guard !known.contains(entry.identity) else { continue }
      segments.append(segment)
      entries.append(entry)
    }
    var photos = pack.photos
    if !photos.isEmpty {
      let here = try material(for: .bundle).photos
      photos = photos.filter { here[$0.key] == nil }
    }
    var outcome = MergeOutcome()
    if entries.isEmpty, photos.isEmpty { return outcome }

    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    device.recover(vault: folder, history: history, using: &generator)
    // Photos first: nothing shall refer to what is not there.
    for identity in photos.keys.sorted() {
      guard let photo = photos[identity] else { continue }
      let sealed = try seal(photo.bytes, as: .photo)
      try put(sealed, ContentHash(of: sealed.span), .photo, in: folder)
      outcome.fileCount += 1
      outcome.byteCount += sealed.count
    }
    if !entries.isEmpty {
      try writePack(of: entries, replacing: [], by: device.device, in: folder)
      outcome.fileCount += 1
      outcome.byteCount += contents.packs.last?.byteCount ?? 0
      take(segments, &outcome)
    }
    try? device.hold(history, contents.packHashes, using: &generator)
    memory = device.memory
    return outcome
  }

  /// Shows what segments say that were just written, and counts what is new.
  private func take(_ segments: [Segment], _ outcome: inout MergeOutcome) {
    let before = entries
    // What is known now may tell writers apart that were taken for one.
    history = History(history.segments + segments)
    showAll()
    for id in Set(segments.flatMap(\.revisions).map { joined.id(of: $0.card) }) {
      let (old, new) = (before[id], entries[id])
      switch (old?.card, new?.card) {
      case (nil, nil): break
      case (nil, _): outcome.addedCount += 1
      case (_, nil): outcome.removedCount += 1
      case (let old, let new): outcome.changedCount += old == new ? 0 : 1
      }
      let conflicts = (new?.conflictCount ?? 0) - (old?.conflictCount ?? 0)
      outcome.conflictCount += max(0, conflicts)
    }
  }

  private func pack(ofBundle file: [UInt8]) throws(VaultError) -> Pack {
    guard file.count <= VaultLayout.fileByteLimit else { throw .bundle(.damaged) }
    let header = try? EnvelopeHeader(of: file.span)
    do throws(SealingError) {
      // A version or key id that was altered is found out by any key.
      let epochKeys = header.flatMap { keys[$0.keyID] } ?? keys.current
      if header != nil, header?.kind != .bundle {
        throw try epochKeys.sealed(file.span) ? .damaged : .wrongKind
      }
      let payload = try epochKeys.open(file.span, as: .bundle)
      guard let pack = try? Pack(payload: payload) else { throw .damaged }
      return pack
    } catch {
      if case .noGuardedMemory = error { throw .noGuardedMemory }
      let isLater = header.map { $0.epoch > epoch } ?? false
      throw .bundle(BundleProblem(error, isOfLaterEpoch: isLater))
    }
  }

  private func material(
    for purpose: RotationMaterial.Purpose
  ) throws(VaultError) -> RotationMaterial {
    let folder = try Self.openFolder(locations.vault)
    let keys = keys
    return try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try RotationMaterial(of: folder, keys: keys, for: purpose)
    }
  }
}

extension BundleProblem {
  fileprivate init(_ error: SealingError, isOfLaterEpoch: Bool) {
    self =
      switch error {
      case .notSealed, .wrongKind: .notABundle
      case .wrongKey: isOfLaterEpoch ? .ofLaterKey : .ofAnotherVault
      case .oldFormat: .oldFormat
      case .newerFormat: .newerFormat
      default: .damaged
      }
  }
}
