internal import Glibc

/// A root key on disk: one line of Bech32m text, `cardvault-key1…` or `cardvault-wrapped-key1…`, in a file that
/// only its owner can read.
///
/// A key never leaves guarded memory on the way, not even as text.
public enum KeyFile {
  /// Room for line ends and spaces that an editor appended.
  private static let spareByteCount = 8
  private static let longestByteCount = KeyLine.Form.wrapped.length + 1 + spareByteCount

  /// Writes a key to a new file with mode 0600; when this returns, it is on the disk and was read back.
  ///
  /// - Throws: `SealingError.keyFile` (`.alreadyExists`, `.modesNotKept` or `.system`), or `.noGuardedMemory`. No key
  ///   is left behind then.
  public static func write(_ key: borrowing StoredKey, to path: String) throws(SealingError) {
    let text = try text(of: key)
    let (folderPath, name) = split(path)
    do throws(SystemFailure) {
      let folder = try WholeFile.openFolder(folderPath)
      defer { close(folder) }
      try text.withBytes { text throws(SystemFailure) in
        try WholeFile.write(text, to: name, in: folder, existing: .kept)
      }
    } catch {
      throw .keyFile(error.code == EEXIST ? .alreadyExists : .system(error.code))
    }
    try confirm(key, at: path)
  }

  /// Replaces an existing key file, mode 0600.
  ///
  /// The new file is on the disk and was read back before it takes the old one's name: no matter when the
  /// machine stops, one of them is there, complete. Files left behind by an interrupted change (`leftovers`)
  /// are removed at the end.
  ///
  /// - Throws: `SealingError.keyFile` (`.missing`, `.modesNotKept` or `.system`), or `.noGuardedMemory`. The
  ///   old file is then still there, unless the system failed at the very last step, which leaves either.
  public static func replace(_ key: borrowing StoredKey, at path: String) throws(SealingError) {
    guard unsafe access(path, F_OK) == 0 else { throw .keyFile(.missing) }
    let (folderPath, name) = split(path)
    let digits = hexadecimal((0..<8).map { _ in UInt8.random(in: 0 ... .max) })
    let temporary = ".\(name).\(digits)\(replacementSuffix)"
    try write(key, to: "\(folderPath)/\(temporary)")
    do throws(SystemFailure) {
      let folder = try WholeFile.openFolder(folderPath)
      defer { close(folder) }
      do throws(SystemFailure) {
        try SystemFailure.check { unsafe renameat(folder, temporary, folder, name) }
      } catch {
        unsafe unlinkat(folder, temporary, 0)
        throw error
      }
      try WholeFile.sync(folder)
    } catch {
      throw .keyFile(.system(error.code))
    }
    for leftover in leftovers(of: path) { unsafe unlink("\(folderPath)/\(leftover)") }
  }

  /// The names of files beside a key file that interrupted changes to it left behind; they may contain keys,
  /// and nobody needs them.
  public static func leftovers(of path: String) -> [String] {
    let (folderPath, name) = split(path)
    guard let folder = try? WholeFile.openFolder(folderPath) else { return [] }
    defer { close(folder) }
    let candidates = (try? FolderListing.names(in: folder)) ?? []
    return candidates.map { String(decoding: $0, as: UTF8.self) }.filter { candidate in
      let isReplacement =
        candidate.hasPrefix(".\(name).") && candidate.hasSuffix(replacementSuffix)
      // A replacement's own temporary file contains the replacement's name.
      let isUnfinished = candidate.hasPrefix("..\(name).") && candidate.contains(replacementSuffix)
      return isReplacement || isUnfinished || WholeFile.name(ofTemporary: candidate) == name
    }.sorted()
  }

  /// Reads a key.
  ///
  /// - Throws: `SealingError.keyFile`, or `.noGuardedMemory`.
  public static func read(_ path: String) throws(SealingError) -> StoredKey {
    let text = try SecretBytes(byteCount: longestByteCount + 1)
    let file = try reading { () throws(SystemFailure) in try PlainFile(path) }
    guard file.byteCount < text.byteCount else { throw .keyFile(.malformed) }
    let count = try reading { () throws(SystemFailure) in
      try text.withMutableBytes { text throws(SystemFailure) in try file.read(into: &text) }
    }
    guard count < text.byteCount else { throw .keyFile(.malformed) }
    let key = try text.withBytes { text throws(SealingError) in
      // Editors and transports change line ends and add some.
      var length = count
      while length > 0, [0x0A, 0x0D, 0x20].contains(text[length - 1]) { length -= 1 }
      return try KeyLine.key(from: text.extracting(first: length))
    }
    let problem = problem(
      mode: file.mode, keepsModes: file.keepsModes, isWrapped: key.isWrapped)
    if let problem { throw .keyFile(problem) }
    return key
  }

  /// What is wrong with a key file of this mode; `nil` if nothing is.
  ///
  /// If the file system stores no modes, anyone may read the file, so the key must be wrapped.
  static func problem(mode: UInt32, keepsModes: Bool, isWrapped: Bool) -> KeyFileProblem? {
    if mode & 0o077 == 0 { return nil }
    if keepsModes { return .readableByOthers(mode: mode) }
    return isWrapped ? nil : .modesNotKept(mode: mode)
  }

  /// Reads back a key file that was just written, and removes it if it could not be used later.
  static func confirm(_ key: borrowing StoredKey, at path: String) throws(SealingError) {
    do throws(SealingError) {
      let expected = try text(of: key)
      let found = try text(of: try read(path))
      guard found.isSame(as: expected) else { throw .keyFile(.malformed) }
    } catch {
      unsafe unlink(path)
      if case .keyFile(.readableByOthers(let mode)) = error {
        throw .keyFile(.modesNotKept(mode: mode))
      }
      throw error
    }
  }

  /// The line with its line feed.
  private static func text(of key: borrowing StoredKey) throws(SealingError) -> SecretBytes {
    let line = try KeyLine.text(of: key)
    let text = try SecretBytes(byteCount: line.byteCount + 1)
    line.withBytes { line in
      text.withMutableBytes { text in
        for index in line.indices { text[index] = line[index] }
        text[line.count] = UInt8(ascii: "\n")
      }
    }
    return text
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

  private static let replacementSuffix = ".new"

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
