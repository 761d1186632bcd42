internal import Glibc

/// A root key on disk: one line of Bech32m text, `cardvault-key1…`, in a file that only its owner reads.
///
/// The text holds the format version (1 byte, 0) and the key (32 bytes): 73 characters and a line end.
/// The key never leaves guarded memory on its way, not as text either.
public enum KeyFile {
  /// How many bytes a key file has, line end included.
  public static let byteCount = textLength + 1

  static let prefix = Array("cardvault-key".utf8)
  static let formatVersion: UInt8 = 0
  /// Room for line ends and blanks that an editor put at the end.
  private static let spareByteCount = 8
  private static let payloadByteCount = 1 + RootKey.byteCount
  static let textLength = Bech32m.length(prefix: prefix, byteCount: payloadByteCount)

  /// Writes a key to a file that is not there yet, mode 0600; it is on the disk, and was read back,
  /// when this returns.
  ///
  /// - Throws: `SealingError.keyFile` (`.exists`, `.modesNotKept` or `.system`), or `.noGuardedMemory`.
  ///   Then no key is left behind.
  public static func write(_ key: borrowing RootKey, to path: String) throws(SealingError) {
    let payload = try SecretBytes(byteCount: payloadByteCount)
    let text = try SecretBytes(byteCount: byteCount)
    key.secret.withBytes { key in
      payload.withMutableBytes { payload in
        payload[0] = formatVersion
        for index in key.indices { payload[index + 1] = key[index] }
      }
    }
    payload.withBytes { payload in
      text.withMutableBytes { text in
        Bech32m.encode(payload, prefix: prefix, into: &text)
        text[textLength] = UInt8(ascii: "\n")
      }
    }
    let (folderPath, name) = split(path)
    do throws(SystemFailure) {
      let folder = try WholeFile.openFolder(folderPath)
      defer { close(folder) }
      try text.withBytes { text throws(SystemFailure) in
        try WholeFile.write(text, to: name, in: folder, existing: .kept)
      }
    } catch {
      throw .keyFile(error.code == EEXIST ? .exists : .system(error.code))
    }
    try confirm(key.keyID, at: path)
  }

  /// Reads a key file that was just written, and removes one that could not be used later.
  static func confirm(_ id: KeyID, at path: String) throws(SealingError) {
    do throws(SealingError) {
      guard try read(path).keyID == id else { throw .keyFile(.malformed) }
    } catch {
      unsafe unlink(path)
      if case .keyFile(.readableByOthers(let mode)) = error {
        throw .keyFile(.modesNotKept(mode: mode))
      }
      throw error
    }
  }

  /// Reads a key.
  ///
  /// - Throws: `SealingError.keyFile`, or `.noGuardedMemory`.
  public static func read(_ path: String) throws(SealingError) -> RootKey {
    let text = try SecretBytes(byteCount: byteCount + spareByteCount + 1)
    let count = try read(path, into: text)
    let payload = try SecretBytes(byteCount: payloadByteCount)
    let isRight = text.withBytes { text in
      // Editors and carriers change line ends, and add some.
      var length = count
      while length > 0, [0x0A, 0x0D, 0x20].contains(text[length - 1]) { length -= 1 }
      let line = text.extracting(first: length)
      return payload.withMutableBytes { Bech32m.decode(line, prefix: prefix, into: &$0) }
    }
    guard isRight else { throw .keyFile(.malformed) }
    let version = payload.withBytes { $0[0] }
    guard version == formatVersion else { throw .keyFile(.newerFormat(version)) }
    let key = try SecretBytes(byteCount: RootKey.byteCount)
    payload.withBytes { payload in
      key.withMutableBytes { key in
        for index in key.indices { key[index] = payload[index + 1] }
      }
    }
    return RootKey(key)
  }

  /// Fills `text` and returns the file's size, which is less than that of `text`.
  private static func read(_ path: String, into text: borrowing SecretBytes)
    throws(SealingError) -> Int
  {
    let file = try reading { () throws(SystemFailure) in try PlainFile(path) }
    guard file.mode & 0o077 == 0 else {
      throw .keyFile(.readableByOthers(mode: file.mode))
    }
    guard file.byteCount < text.byteCount else { throw .keyFile(.malformed) }
    let count = try reading { () throws(SystemFailure) in
      try text.withMutableBytes { text throws(SystemFailure) in try file.read(into: &text) }
    }
    guard count < text.byteCount else { throw .keyFile(.malformed) }
    return count
  }

  private static func reading<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(SealingError) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .keyFile(.missing)
      case ELOOP, EINVAL: throw .keyFile(.notAFile)
      default: throw .keyFile(.system(error.code))
      }
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
