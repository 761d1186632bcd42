internal import Sealing

/// What lies in a vault's folder, and under which names; see `Format.md`, sections 1 and 10.
///
/// A name is a hint; the header of a file decides what it is.
enum StoredKind: CaseIterable, Sendable {
  case vault, segment, pack, photo

  /// Its number in the header.
  var envelopeKind: EnvelopeKind {
    switch self {
    case .vault: .vault
    case .segment: .segment
    case .pack: .pack
    case .photo: .photo
    }
  }

  init?(_ kind: EnvelopeKind?) {
    guard let found = Self.allCases.first(where: { $0.envelopeKind == kind }) else { return nil }
    self = found
  }

  /// The folder inside the vault; `nil` for the vault's own.
  var folder: String? {
    switch self {
    case .vault: nil
    case .segment: "segments"
    case .pack: "packs"
    case .photo: "photos"
    }
  }

  /// What a name ends with.
  var suffix: String {
    switch self {
    case .vault: ".vault"
    case .segment: ".segment"
    case .pack: ".pack"
    case .photo: ".photo"
    }
  }

  /// The most bytes that a file may have.
  var byteLimit: Int { self == .vault ? 64 << 10 : VaultLayout.fileByteLimit }

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
