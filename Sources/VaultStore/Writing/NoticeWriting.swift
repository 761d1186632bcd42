internal import Cards
internal import Sealing
internal import VaultFormat

/// Writes successor notices: `Format.md`, section 8.
extension Vault {
  /// Puts the notices of a header that are absent into the folder.
  static func putMissingNotices(
    of header: VaultHeader, in folder: borrowing Folder
  ) throws(VaultError) {
    for file in header.notices {
      let place = StoredFile(.notice, ContentHash(of: file.span))
      if !folder.holds(place.path) { try put(file, at: place, in: folder) }
    }
  }

  /// A notice of a key under one that it replaces.
  static func sealedNotice(
    naming key: DerivedKeys, under old: DerivedKeys, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) -> [UInt8] {
    try VaultError.ofKeys { () throws(SealingError) in
      try old.seal(SuccessorNotice(naming: key, at: now).payload, as: .notice, using: &generator)
    }
  }
}
