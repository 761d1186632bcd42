package import Sealing

/// The kinds of files in a vault, and their names: `Format.md`, sections 1 and 10.
///
/// A name is only a hint; a file's header decides what it is.
package enum StoredKind: CaseIterable, Sendable {
  case vault, notice, segment, pack, photo
  /// A kind that only newer programs know.
  case other

  /// The kind of file that has this envelope; `nil` for envelopes that are never part of a vault.
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

  /// Whether a folder of this name, even in capitals from other programs, may contain files of a vault.
  package static func isFolder(_ name: String) -> Bool {
    let name = name.lowercased()
    return allCases.contains { $0.folder == name }
  }

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

  /// The maximum size of such a file in bytes.
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
  /// The maximum size of any file of a vault: 64 MiB.
  package static let fileByteLimit = 64 << 20

  /// How many names in a vault's folder or at a sync target are examined; more are reported.
  ///
  /// A vault of 5,000 photos and unpacked saves of 20 devices has fewer. Anyone who carries a folder can add any
  /// number: 900,000 names in a git tree, 2.2 MB to send, made a sync take 171 s (our measurement).
  package static let nameLimit = 50_000

  /// How many bytes of headers are examined, and how many of notices: 64 MiB, as of one file.
  ///
  /// That is enough for `nameLimit` of the shortest headers (1,128 bytes), so none of them can be hidden.
  package static let keyFilesByteLimit = fileByteLimit

  /// Whether to ignore a file of this name: it is hidden, or another program (Syncthing, rclone, a browser) is still
  /// writing it.
  package static func isPassedOver(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(".") || name.hasPrefix("~syncthing~")
      || name.hasSuffix(".partial")
      || name.hasSuffix(".tmp")
  }

  /// Linux, limits.h: NAME_MAX.
  private static let nameByteLimit = 255

  /// Whether a transport can be given a name: its lists have one name per line.
  ///
  /// Call this before comparing names: a stranger can put a million marks on one letter, and comparing that takes
  /// hours.
  package static func canBeCarried(_ name: String) -> Bool {
    name.utf8.count <= nameByteLimit && !name.utf8.contains { $0 < 0x20 }
  }

  /// Whether a name ends like one of our files.
  package static func isOurs(_ name: String) -> Bool {
    let name = name.lowercased()
    return StoredKind.allCases.contains { name.hasSuffix($0.suffix) }
  }
}
