package import Sealing

/// The contents of a vault's folder, and their names; see `Format.md`, sections 1 and 10.
///
/// A name is only a hint; a file's header decides what it is.
package enum StoredKind: CaseIterable, Sendable {
  case vault, notice, segment, pack, photo
  /// A kind that only newer programs know.
  case other

  /// The kind of stored file for a sealed kind; `nil` for kinds that are never part of a vault.
  package init?(_ kind: EnvelopeKind) {
    switch kind {
    case .vault: self = .vault
    case .notice: self = .notice
    case .segment: self = .segment
    case .pack: self = .pack
    case .photo: self = .photo
    case let kind where kind.isFree: self = .other
    default: return nil
    }
  }

  /// The folder inside the vault; `nil` for the vault's own.
  package var folder: String? {
    switch self {
    case .vault: nil
    case .notice: "notices"
    case .segment: "segments"
    case .pack: "packs"
    case .photo: "photos"
    case .other: "other"
    }
  }

  /// Whether a folder of this name may contain files of a vault: other programs may have put it into capitals.
  package static func isFolder(_ name: String) -> Bool {
    let name = name.lowercased()
    return allCases.contains { $0.folder == name }
  }

  /// The end of its names.
  package var suffix: String {
    switch self {
    case .vault: ".vault"
    case .notice: ".notice"
    case .segment: ".segment"
    case .pack: ".pack"
    case .photo: ".photo"
    case .other: ".sealed"
    }
  }

  /// The most bytes that such a file may have.
  package var byteLimit: Int {
    switch self {
    case .vault, .notice: 64 << 10
    case .segment, .pack, .photo, .other: VaultLayout.fileByteLimit
    }
  }

  /// The name of the file with this hash.
  package func name(_ hash: ContentHash) -> String { hash.description + suffix }

  /// The hash in a name; `nil` if this program would not write that name.
  package func hash(in name: String) -> ContentHash? {
    let digitCount = 2 * ContentHash.byteCount
    guard name.utf8.count == digitCount + suffix.utf8.count, name.hasSuffix(suffix) else {
      return nil
    }
    return ContentHash(hexadecimal: Substring(name.utf8.prefix(digitCount)))
  }
}

/// Names and sizes inside a vault's folder.
package enum VaultLayout {
  /// The most bytes that any file of a vault may have: 64 MiB.
  package static let fileByteLimit = 64 << 20

  /// How many names of a vault's folder or of a sync target are looked at; that there are more is reported.
  ///
  /// A vault of 5,000 photos, and saves of 20 devices that were never packed, has fewer. Who carries a folder can put
  /// any number there: 900,000 names in a git tree, 2.2 MB to send, made a sync take 171 s (our measurement).
  package static let nameLimit = 50_000

  /// How many bytes of headers are looked at, and how many of notices: 64 MiB, as of one file.
  ///
  /// As many of the shortest headers (1,128 bytes) as there may be names fit in, so none of them can be hidden.
  package static let keyFilesByteLimit = fileByteLimit

  /// Whether to ignore a file of this name: others (Syncthing, rclone, a browser) are still writing it, or it
  /// is not ours.
  package static func isPassedOver(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(".") || name.hasPrefix("~syncthing~")
      || name.hasSuffix(".partial")
      || name.hasSuffix(".tmp")
  }

  /// The most bytes of a name (Linux, limits.h: NAME_MAX).
  private static let nameByteLimit = 255

  /// Whether a name can be passed to a transport: its lists have one name per line, and no file has a longer one.
  ///
  /// Comparing a name takes hours in which a stranger put a million marks on a letter, so this is asked first.
  package static func canBeCarried(_ name: String) -> Bool {
    name.utf8.count <= nameByteLimit && !name.utf8.contains { $0 < 0x20 }
  }

  /// Whether the name is that of one of our files.
  package static func isOurs(_ name: String) -> Bool {
    let name = name.lowercased()
    return StoredKind.allCases.contains { name.hasSuffix($0.suffix) }
  }
}
