/// The first 88 bytes of every sealed file, in the clear and authenticated.
///
/// Layout (`Format.md`, section 3): 0 magic `CARDVLT` (7), 7 format version (1), 8 kind (1), 9 zeros (7),
/// 16 key id (16), 32 salt (24), 56 commitment (32).
///
/// BLAKE2b-512 over the first 56 bytes, keyed with the kind's subkey and personalised with `cardvault-file` and
/// two zeros, gives 64 bytes: the file's own key (32) and the commitment (32).
public struct EnvelopeHeader: Sendable, Hashable {
  /// How many bytes a header has.
  public static let byteCount = 88
  /// The version that this program writes, and the newest it can read.
  public static let formatVersion: UInt8 = 1

  static let magic = Array("CARDVLT".utf8)
  static let personal = Array("cardvault-file\0\0".utf8)
  static let versionOffset = 7
  static let kindOffset = 8
  static let keyIDOffset = 16
  static let saltByteCount = 24
  static let commitmentOffset = 56
  /// A header and the one chunk that every file has.
  static let minFileByteCount = byteCount + Padding.minByteCount + EnvelopeKey.tagByteCount

  /// The format version.
  public let version: UInt8
  /// What the file claims to be.
  public let kind: EnvelopeKind
  /// The public id of the key that sealed it.
  public let keyID: KeyID

  /// Parses what a file claims, without a key and therefore without proof; `nil` if it is not sealed, or
  /// shorter than a header.
  ///
  /// - Parameter file: the whole file, or just its beginning.
  public init?(claimedBy file: Span<UInt8>) {
    guard Self.hasMagic(file), file.count >= Self.byteCount else { return nil }
    version = file[Self.versionOffset]
    kind = EnvelopeKind(rawValue: file[Self.kindOffset])
    keyID = KeyID(derived: (0..<KeyID.byteCount).map { file[Self.keyIDOffset + $0] })
  }

  /// Whether a file starts with our magic bytes.
  public static func hasMagic(_ file: Span<UInt8>) -> Bool {
    file.count >= magic.count && magic.indices.allSatisfy { file[$0] == magic[$0] }
  }

  /// The first 56 bytes: all but the commitment.
  static func make(
    version: UInt8, kind: EnvelopeKind, keyID: KeyID,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let salt = (0..<saltByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return magic + [version, kind.rawValue] + [UInt8](repeating: 0, count: 7) + keyID.bytes + salt
  }
}

/// What a sealed file is, stated in its header and bound into its key; `Format.md`, section 3.
///
/// All 256 numbers can be sealed and proved: kinds added by a newer program are carried along unread.
public struct EnvelopeKind: RawRepresentable, Sendable, Hashable {
  /// The byte in the header.
  public let rawValue: UInt8

  /// Makes a kind from any number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A vault header: identifies the vault, under one key.
  public static let vault = EnvelopeKind(rawValue: 1)
  /// One save: some revisions of cards.
  public static let segment = EnvelopeKind(rawValue: 2)
  /// A device's private state for a vault.
  public static let deviceState = EnvelopeKind(rawValue: 3)
  /// Many segments in one file.
  public static let pack = EnvelopeKind(rawValue: 4)
  /// A photo of a card.
  public static let photo = EnvelopeKind(rawValue: 5)
  /// Segments and photos in one file, to hand to others.
  public static let bundle = EnvelopeKind(rawValue: 6)
  /// Names the key that replaced another.
  public static let notice = EnvelopeKind(rawValue: 7)
  /// Cards in a page for a phone.
  public static let pocket = EnvelopeKind(rawValue: 8)
  /// A machine's index of a pack.
  public static let index = EnvelopeKind(rawValue: 9)

  /// Whether the number is still unassigned, so that a newer program may use it in a vault: 0 and 10 to 255.
  public var isFree: Bool { rawValue == 0 || rawValue > 9 }
}
