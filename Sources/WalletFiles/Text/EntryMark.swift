internal import Cards

/// What tells the entries of a file apart that gives them no ids: the same entry has the same mark in every file, in
/// any order.
enum EntryMark {
  /// Makes a mark from what an entry is called and from its code or number.
  ///
  /// It only suggests where a card may come from: a card that is found by it is also compared by code, number and name.
  ///
  /// - Returns: Eight hexadecimal digits: FNV-1a of 32 bits (Fowler, Noll and Vo).
  static func of(name: String, number: String) -> String {
    let bytes = Array(name.utf8) + [0] + Array(number.utf8)
    let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return UInt64(hash).bigEndianBytes.suffix(4).hexadecimal
  }
}
