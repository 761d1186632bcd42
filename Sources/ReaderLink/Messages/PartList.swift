/// Several byte strings on one pipe: for each, its length as an unsigned 32-bit little-endian integer, and its bytes.
package enum PartList {
  /// The bytes of the length in front of each part.
  static let headerByteCount = WireLength.byteCount

  /// Joins parts as they are sent.
  ///
  /// - Parameter parts: The parts; each has fewer than 2^32 bytes.
  /// - Returns: All of them, one after another.
  package static func joined(_ parts: some Collection<[UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + headerByteCount + $1.count })
    for part in parts {
      bytes += WireLength.bytes(of: part.count)
      bytes += part
    }
    return bytes
  }

  /// Splits bytes into parts, trusting nothing.
  ///
  /// - Parameters:
  ///   - bytes: The parts as they were sent.
  ///   - limit: The most parts.
  /// - Returns: The parts; `nil` if there are more, or the last one is not whole.
  package static func parts(of bytes: [UInt8], atMost limit: Int) -> [[UInt8]]? {
    var rest = bytes[...]
    var parts: [[UInt8]] = []
    while !rest.isEmpty {
      guard parts.count < limit, let count = try? WireLength.take(from: &rest),
        rest.count >= count
      else { return nil }
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return parts
  }

  /// Parts in groups, none of them empty, each of which is sent to one reader.
  ///
  /// Only a group of a single part may exceed `byteCount`.
  static func groups(
    of parts: [[UInt8]], atMost limit: Int, byteCount: Int
  ) -> [ArraySlice<[UInt8]>] {
    var groups: [ArraySlice<[UInt8]>] = []
    var rest = parts[...]
    while !rest.isEmpty {
      var total = 0
      let fitting = rest.prefix(limit).prefix { part in
        total += part.count
        return total <= byteCount
      }
      groups.append(rest.prefix(max(1, fitting.count)))
      rest = rest.dropFirst(max(1, fitting.count))
    }
    return groups
  }
}
