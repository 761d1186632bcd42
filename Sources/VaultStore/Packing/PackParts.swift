internal import VaultFormat

extension Vault {
  /// How large a pack of many segments gets before the next one is started; our choice.
  package static let packByteCount = 16 << 20
}

extension [Pack.Entry] {
  /// The entries divided into packs.
  var parts: [[Pack.Entry]] {
    var parts: [[Pack.Entry]] = []
    var byteCount = Int.max
    for entry in self {
      if byteCount >= Vault.packByteCount { (byteCount, parts) = (0, parts + [[]]) }
      parts[parts.count - 1].append(entry)
      byteCount += entry.payload.count
    }
    return parts
  }
}
