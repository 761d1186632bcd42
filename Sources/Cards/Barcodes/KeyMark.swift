/// What tells a vault's key from any other text: how its line begins.
///
/// A key may stand on a recovery sheet that somebody photographs with their cards. It is recognised by this
/// mark, in a code or in typed words, and is never printed or stored as one.
public enum KeyMark {
  /// The prefixes of both kinds of key file and the separator behind them (the vault's format, section 2),
  /// in lower case.
  private static let beginnings = ["cardvault-key1", "cardvault-wrapped-key1"].map {
    Array($0.utf8)
  }

  /// Whether the text is a key's line from its first byte on, whatever its case.
  public static func begins(_ text: some Collection<UInt8>) -> Bool {
    beginnings.contains { beginning in
      text.count > beginning.count && zip(text, beginning).allSatisfy { lowered($0) == $1 }
    }
  }

  /// Whether a key's line begins anywhere in the text, whatever its case.
  public static func stands(in text: some Collection<UInt8>) -> Bool {
    text.indices.contains { lowered(text[$0]) == UInt8(ascii: "c") && begins(text[$0...]) }
  }

  /// Whether a key's line begins anywhere in the code.
  public static func stands(in barcode: Barcode) -> Bool {
    stands(in: barcode.bytes) || stands(in: Array(barcode.text.utf8))
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
