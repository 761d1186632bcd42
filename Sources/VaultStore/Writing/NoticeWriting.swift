internal import Cards
internal import Sealing
internal import VaultFormat

/// Writes successor notices: `Format.md`, section 8.
extension Vault {
  /// Writes a notice of the current key under each replaced key that lacks one.
  static func putMissingNotices(
    _ keys: VaultKeys, in folder: borrowing Folder, _ now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    guard !keys.carried.isEmpty, !keys.hasSiblings else { return }
    let known = SuccessorNotice.all(in: folder) { keys[$0] }
    for key in keys.carried
    where !known.contains(where: { $0.under == key.id && $0.key == keys.current.id }) {
      try putNotice(
        naming: keys.current, carrying: keys.finishedHeader, under: key, at: now, in: folder,
        using: &generator)
    }
  }

  /// Writes a notice of a key under a key that it replaces.
  static func putNotice(
    naming key: EpochKeys, carrying header: VaultHeader, under old: EpochKeys, at now: Timestamp,
    in folder: borrowing Folder, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    let notice = SuccessorNotice(
      naming: key, carrying: Set(header.carried.map(\.keys.id)), at: now, under: old.id)
    let file = try VaultError.ofKeys { () throws(SealingError) in
      try old.seal(notice.payload, as: .notice, using: &generator)
    }
    let place = StoredFile(.notice, ContentHash(of: file.span))
    try put(file, at: place, in: folder)
  }
}
