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
  private static let payloadByteCount = 1 + RootKey.byteCount
  static let textLength = Bech32m.length(prefix: prefix, byteCount: payloadByteCount)

  /// Writes a key to a file that is not there yet, mode 0600; it is on the disk when this returns.
  ///
  /// - Throws: `SealingError.keyFile(.exists)` or `.keyFile(.system)`; `.noGuardedMemory`.
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
      // Two programs may write at once: each has a temporary file of its own.
      let temporary = ".\(name).\(UInt64.random(in: 0 ... .max)).tmp"
      try text.withBytes { text throws(SystemFailure) in
        try WholeFile.write(text, to: name, in: folder, temporary: temporary, existing: .kept)
      }
    } catch {
      throw .keyFile(error.code == EEXIST ? .exists : .system(error.code))
    }
  }

  /// Reads a key.
  ///
  /// - Throws: `SealingError.keyFile`, or `.noGuardedMemory`.
  public static func read(_ path: String) throws(SealingError) -> RootKey {
    let text = try SecretBytes(byteCount: byteCount + 1)
    let count = try read(path, into: text)
    let payload = try SecretBytes(byteCount: payloadByteCount)
    let isRight = text.withBytes { text in
      let hasLineEnd = count > 0 && text[count - 1] == UInt8(ascii: "\n")
      let line = text.extracting(first: hasLineEnd ? count - 1 : count)
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
    // O_NONBLOCK: a pipe in its place must not hold us up.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file: Int32
    do throws(SystemFailure) {
      file = try SystemFailure.check { unsafe open(path, flags) }
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .keyFile(.missing)
      case ELOOP: throw .keyFile(.notAFile)
      default: throw .keyFile(.system(error.code))
      }
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .keyFile(.system(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .keyFile(.notAFile) }
    let mode = status.st_mode & 0o777
    guard mode & 0o077 == 0 else { throw .keyFile(.readableByOthers(mode: mode)) }
    guard status.st_size < text.byteCount else { throw .keyFile(.malformed) }
    var done = 0
    while done < text.byteCount {
      let count = unsafe Glibc.read(file, text.address + done, text.byteCount - done)
      if count == 0 { break }
      if count < 0 && errno != EINTR { throw .keyFile(.system(errno)) }
      done += max(0, count)
    }
    guard done < text.byteCount else { throw .keyFile(.malformed) }
    return done
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
