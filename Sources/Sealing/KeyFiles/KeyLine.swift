/// A key as one line of Bech32m text: `cardvault-key1…`, 73 characters, or `cardvault-wrapped-key1…`, 224.
///
/// A plain line holds the format version (1 byte, 1) and the root (32); a wrapped one holds a `WrappedKey`. A key never
/// leaves guarded memory on its way to text and back.
enum KeyLine {
  /// One of the two kinds of lines.
  enum Form: CaseIterable {
    case plain, wrapped

    /// The text before the `1`.
    var prefix: [UInt8] {
      switch self {
      case .plain: Array("cardvault-key".utf8)
      case .wrapped: Array("cardvault-wrapped-key".utf8)
      }
    }

    var payloadByteCount: Int {
      switch self {
      case .plain: 1 + RootKey.byteCount
      case .wrapped: WrappedKey.byteCount
      }
    }

    /// How many characters the line has, without a line end.
    var length: Int { Bech32m.length(prefix: prefix, byteCount: payloadByteCount) }

    /// How many characters follow the `1`: the part that people type.
    var dataLength: Int { length - prefix.count - 1 }

    init(of key: borrowing StoredKey) { self = key.isWrapped ? .wrapped : .plain }
  }

  static let formatVersion: UInt8 = 1

  /// The line without a line end.
  static func text(of key: borrowing StoredKey) throws(SealingError) -> SecretBytes {
    let form = Form(of: key)
    let payload = try SecretBytes(byteCount: form.payloadByteCount)
    switch key {
    case .plain(let root):
      root.secret.withBytes { root in
        payload.withMutableBytes { payload in
          payload[0] = formatVersion
          for index in root.indices { payload[1 + index] = root[index] }
        }
      }
    case .wrapped(let key):
      payload.withMutableBytes { payload in
        for (index, byte) in key.bytes.enumerated() { payload[index] = byte }
      }
    }
    let text = try SecretBytes(byteCount: form.length)
    payload.withBytes { payload in
      text.withMutableBytes { Bech32m.encode(payload, prefix: form.prefix, into: &$0) }
    }
    return text
  }

  /// Parses a line: nothing before or after it, all lower or all upper case.
  ///
  /// - Throws: `SealingError.keyFile` (`.malformed`, `.newerFormat` or `.costOutOfBounds`), or
  ///   `.noGuardedMemory`.
  static func key(from line: Span<UInt8>) throws(SealingError) -> StoredKey {
    for form in Form.allCases where line.count == form.length {
      let payload = try payload(of: line, form.prefix, byteCount: form.payloadByteCount)
      switch form {
      case .plain: return .plain(try root(from: payload))
      case .wrapped:
        return .wrapped(
          try payload.withBytes { bytes throws(SealingError) in try WrappedKey(bytes) })
      }
    }
    throw .keyFile(.malformed)
  }

  private static func payload(
    of line: Span<UInt8>, _ prefix: [UInt8], byteCount: Int
  ) throws(SealingError) -> SecretBytes {
    let payload = try SecretBytes(byteCount: byteCount)
    let isRight = payload.withMutableBytes { Bech32m.decode(line, prefix: prefix, into: &$0) }
    guard isRight else { throw .keyFile(.malformed) }
    return payload
  }

  private static func root(from payload: borrowing SecretBytes) throws(SealingError) -> RootKey {
    let version = payload.withBytes { $0[0] }
    guard version > 0 else { throw .keyFile(.malformed) }
    guard version == formatVersion else { throw .keyFile(.newerFormat(version)) }
    let root = try SecretBytes(byteCount: RootKey.byteCount)
    payload.withBytes { payload in
      root.withMutableBytes { root in
        for index in root.indices { root[index] = payload[1 + index] }
      }
    }
    return RootKey(root)
  }
}
