/// The first 88 bytes of every sealed file, in the clear and authenticated.
///
/// Layout of version 0: 0 magic `CARDVLT` (7), 7 format version (1), 8 kind (1), 9 zeros (3), 12 epoch,
/// unsigned little-endian (4; always 0), 16 key id (16), 32 salt (24), 56 commitment (32).
///
/// BLAKE2b-512 over the first 56 bytes, keyed with the kind's subkey and personalised with
/// `cardvault-file` and two zeros, gives 64 bytes: the file's own key (32) and the commitment (32).
public enum EnvelopeHeader {
  /// How many bytes a header has.
  public static let byteCount = 88
  /// The version that this program writes and the newest that it reads.
  public static let formatVersion: UInt8 = 0

  static let magic = Array("CARDVLT".utf8)
  static let personal = Array("cardvault-file\0\0".utf8)
  static let saltByteCount = 24
  static let commitmentOffset = 56

  /// Reads whose file this is, without a key and so without proof.
  ///
  /// - Throws: `SealingError.notSealed`, `.newerFormat` or `.damaged`.
  public static func keyID(of file: Span<UInt8>) throws(SealingError) -> KeyID {
    try check(file)
    return KeyID(derived: (16..<32).map { file[$0] })
  }

  static func check(_ file: Span<UInt8>) throws(SealingError) {
    guard file.count > magic.count, magic.indices.allSatisfy({ file[$0] == magic[$0] }) else {
      throw .notSealed
    }
    guard file[7] == formatVersion else { throw .newerFormat(file[7]) }
    guard file.count > byteCount else { throw .damaged }
  }

  /// The first 56 bytes: all but the commitment.
  static func make(
    kind: EnvelopeKind, keyID: KeyID, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let salt = (0..<saltByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return magic + [formatVersion, kind.rawValue, 0, 0, 0, 0, 0, 0, 0] + keyID.bytes + salt
  }
}
