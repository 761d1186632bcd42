/// Recognises a vault's key in any text by how its line begins.
///
/// A key may be on a recovery sheet that someone photographs along with their cards. It is recognised by this
/// mark, in a code or in typed text, and never printed or stored as a card's code.
public enum KeyMark {
  /// The prefixes of both kinds of key file, with the separator after them (`Format.md`, section 2), in lower
  /// case.
  private static let beginnings = ["cardvault-key1", "cardvault-wrapped-key1"].map {
    Array($0.utf8)
  }

  /// Whether the text starts with a key's line, ignoring case.
  public static func begins(_ text: [UInt8]) -> Bool { begins(text[...]) }

  private static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    beginnings.contains { beginning in
      text.count > beginning.count && zip(text, beginning).allSatisfy { lowered($0) == $1 }
    }
  }

  /// Whether a key's line starts anywhere in the text, ignoring case.
  public static func isIn(_ text: [UInt8]) -> Bool {
    text.indices.contains { lowered(text[$0]) == UInt8(ascii: "c") && begins(text[$0...]) }
  }

  /// Whether a key's line starts anywhere in the code.
  public static func isIn(_ barcode: Barcode) -> Bool {
    isIn(barcode.bytes) || isIn(Array(barcode.text.utf8))
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
