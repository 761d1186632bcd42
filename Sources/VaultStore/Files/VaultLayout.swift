internal import Sealing

/// What is in a vault's folder, and under which names; see `Format.md`, sections 1 and 10.
///
/// A name is a hint; the header of a file decides what it is.
enum StoredKind: CaseIterable, Sendable {
  case vault, notice, segment, pack, photo
  /// Of a kind that only newer programs know.
  case other

  /// The kind of stored files that a sealed kind is; `nil` for what is never part of a vault.
  init?(_ kind: EnvelopeKind) {
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
  var folder: String? {
    switch self {
    case .vault: nil
    case .notice: "notices"
    case .segment: "segments"
    case .pack: "packs"
    case .photo: "photos"
    case .other: "other"
    }
  }

  /// What a name ends with.
  var suffix: String {
    switch self {
    case .vault: ".vault"
    case .notice: ".notice"
    case .segment: ".segment"
    case .pack: ".pack"
    case .photo: ".photo"
    case .other: ".sealed"
    }
  }

  /// The most bytes that a file may have.
  var byteLimit: Int {
    switch self {
    case .vault, .notice: 64 << 10
    case .segment, .pack, .photo, .other: VaultLayout.fileByteLimit
    }
  }

  /// The name of the file with this hash.
  func name(_ hash: ContentHash) -> String { hash.description + suffix }

  /// The hash that a name gives; `nil` when it is not as this program writes it.
  func hash(in name: String) -> ContentHash? {
    guard name.hasSuffix(suffix) else { return nil }
    return ContentHash(hexadecimal: name.dropLast(suffix.count))
  }
}

/// Names and sizes inside a vault's folder.
enum VaultLayout {
  /// The most bytes that any file of a vault may have: 64 MiB.
  static let fileByteLimit = 64 << 20

  /// Whether a file of this name is still being written by others (Syncthing, rclone, a browser), or
  /// none of our business.
  static func isPassedOver(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("~syncthing~")
      || name.hasSuffix(".partial")
      || name.hasSuffix(".tmp")
  }

  /// Whether a carrier can be told a name: lists of them have one in each line.
  static func canBeCarried(_ name: String) -> Bool { !name.utf8.contains { $0 < 0x20 } }

  /// Whether a name says that the file is ours.
  static func isOurs(_ name: String) -> Bool {
    StoredKind.allCases.contains { name.hasSuffix($0.suffix) }
  }
}
