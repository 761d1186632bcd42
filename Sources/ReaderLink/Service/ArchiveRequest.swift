/// The request to a reader to open an archive: one byte with the length of a password, the password, and the length of
/// the archive as an unsigned 32-bit little-endian integer.
///
/// The reader then asks for the archive block by block.
public struct ArchiveRequest: Sendable, Hashable {
  /// The most bytes of a password.
  public static let maxPasswordByteCount = 255
  /// The most bytes of an archive, as of a picture.
  public static let maxArchiveByteCount = ReadRequest.maxByteCount

  /// The password; `nil` without one.
  public let password: [UInt8]?
  /// How many bytes the archive has.
  public let byteCount: Int

  /// Makes a request; `nil` if the password contains a zero byte, or either is too long.
  public init?(byteCount: Int, password: [UInt8]?) {
    guard (0...Self.maxArchiveByteCount).contains(byteCount),
      (password?.count ?? 0) <= Self.maxPasswordByteCount, password?.contains(0) != true
    else { return nil }
    self.byteCount = byteCount
    self.password = password
  }

  /// Parses a request; `nil` if it is malformed.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let count = rest.popFirst().map({ Int($0) }),
      rest.count == count + WireLength.byteCount
    else { return nil }
    let password = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    guard let byteCount = try? WireLength.take(from: &rest) else { return nil }
    self.init(byteCount: byteCount, password: count == 0 ? nil : password)
  }

  /// The request as it is sent.
  var bytes: [UInt8] {
    let password = password ?? []
    return [UInt8(password.count)] + password + WireLength.bytes(of: byteCount)
  }
}

/// The request to a reader to write an archive: one byte with the length of a password, the password, and the files.
///
/// For each file: the lengths of its name and its bytes as unsigned 32-bit little-endian integers, the name in UTF-8,
/// and the bytes.
public struct ArchiveWriteRequest: Sendable {
  /// A file to put into the archive.
  public struct File: Sendable, Hashable {
    /// Its name in the archive, with `/` between folders.
    public let name: String
    /// Its contents.
    public let bytes: [UInt8]

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: A relative path, at most `ArchiveWriteRequest.maxNameByteCount` bytes.
    ///   - bytes: Its contents.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The most bytes of a password.
  public static let maxPasswordByteCount = ArchiveRequest.maxPasswordByteCount
  /// The most bytes of a name, as when archives are opened.
  public static let maxNameByteCount = 1_024
  /// The most files, as when archives are opened.
  public static let maxFileCount = OpenedArchive.maxMemberCount
  /// The most bytes of all files together, as when archives are opened: 64 MiB.
  public static let maxFilesByteCount = 64 << 20
  /// The most bytes of a request.
  public static let maxByteCount =
    1 + maxPasswordByteCount + maxFilesByteCount
    + maxFileCount * (2 * WireLength.byteCount + maxNameByteCount)

  /// The files, in the order to write.
  public let files: [File]
  /// The password that encrypts them; `nil` to leave them readable.
  public let password: [UInt8]?

  /// Makes a request; `nil` if there are too many files or bytes, a name is no relative path, is too long or occurs
  /// twice, or the password is empty, too long or contains a zero byte.
  public init?(files: [File], password: [UInt8]?) {
    if let password {
      guard (1...Self.maxPasswordByteCount).contains(password.count), !password.contains(0)
      else { return nil }
    }
    guard files.count <= Self.maxFileCount,
      files.reduce(0, { $0 + $1.bytes.count }) <= Self.maxFilesByteCount,
      files.allSatisfy({ Self.isRelativePath($0.name) }),
      Set(files.map(\.name)).count == files.count
    else { return nil }
    self.files = files
    self.password = password
  }

  /// Parses a request; `nil` if it is malformed.
  public init?(_ bytes: [UInt8]) {
    guard let count = bytes.first.map({ Int($0) }), bytes.count > count else { return nil }
    let password = count == 0 ? nil : Array(bytes[1..<(1 + count)])
    guard let files = try? Self.files(in: bytes[(1 + count)...]) else { return nil }
    self.init(files: files, password: password)
  }

  /// The request as it is sent.
  var bytes: [UInt8] {
    let password = password ?? []
    var bytes = [UInt8(password.count)] + password
    bytes.reserveCapacity(
      bytes.count + files.reduce(0) { $0 + $1.bytes.count + $1.name.utf8.count + 8 })
    for file in files {
      bytes += WireLength.bytes(of: file.name.utf8.count)
      bytes += WireLength.bytes(of: file.bytes.count)
      bytes += file.name.utf8
      bytes += file.bytes
    }
    return bytes
  }

  private static func files(in bytes: ArraySlice<UInt8>) throws(WireError) -> [File] {
    var rest = bytes
    var files: [File] = []
    while !rest.isEmpty {
      guard files.count < maxFileCount else { throw .tooLong }
      let nameLength = try WireLength.take(from: &rest)
      let byteCount = try WireLength.take(from: &rest)
      guard nameLength <= maxNameByteCount, rest.count >= nameLength + byteCount,
        let name = String(validating: rest.prefix(nameLength), as: UTF8.self)
      else { throw .malformed }
      rest = rest.dropFirst(nameLength)
      files.append(File(name: name, bytes: Array(rest.prefix(byteCount))))
      rest = rest.dropFirst(byteCount)
    }
    return files
  }

  /// Whether a name leads to a file below the folder where the archive is unpacked, on any system.
  private static func isRelativePath(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return bytes.count <= maxNameByteCount && isText
      && parts.allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }
}
