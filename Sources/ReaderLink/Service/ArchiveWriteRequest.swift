/// The request to a reader to write an archive: one byte with the length of a password, the password, and the files.
///
/// For each file: the lengths of its name and its bytes as unsigned 32-bit little-endian integers, the name in UTF-8,
/// and the bytes.
public struct ArchiveWriteRequest: Sendable {
  /// A file to put into the archive.
  public struct File: Sendable, Hashable {
    /// Its name in the archive, with `/` between folders.
    public let name: String
    /// What it holds.
    public let bytes: [UInt8]

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: A relative path, at most `ArchiveWriteRequest.maximumNameByteCount` bytes.
    ///   - bytes: What it holds.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The most bytes of a password.
  public static let maximumPasswordByteCount = ArchiveRequest.maximumPasswordByteCount
  /// The most bytes of a name, as when archives are opened.
  public static let maximumNameByteCount = 1_024
  /// The most files, as when archives are opened.
  public static let maximumFileCount = OpenedArchive.maximumMemberCount
  /// The most bytes of all files together, as when archives are opened: 64 MiB.
  public static let maximumFilesByteCount = 64 << 20
  /// The most bytes of a request.
  public static let maximumByteCount =
    1 + maximumPasswordByteCount + maximumFilesByteCount
    + maximumFileCount * (2 * WireLength.byteCount + maximumNameByteCount)

  /// The files, in the order to write.
  public let files: [File]
  /// The password that encrypts them; `nil` to leave them readable.
  public let password: [UInt8]?

  /// Makes a request; `nil` if there are too many files or bytes, a name is no relative path, is too long or occurs
  /// twice, or the password is empty, too long or contains a zero byte.
  public init?(files: [File], password: [UInt8]?) {
    if let password {
      guard (1...Self.maximumPasswordByteCount).contains(password.count), !password.contains(0)
      else { return nil }
    }
    guard files.count <= Self.maximumFileCount,
      files.reduce(0, { $0 + $1.bytes.count }) <= Self.maximumFilesByteCount,
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
      guard files.count < maximumFileCount else { throw .tooLong }
      let nameLength = try WireLength.take(from: &rest)
      let byteCount = try WireLength.take(from: &rest)
      guard nameLength <= maximumNameByteCount, rest.count >= nameLength + byteCount,
        let name = String(validating: rest.prefix(nameLength), as: UTF8.self)
      else { throw .malformed }
      rest = rest.dropFirst(nameLength)
      files.append(File(name: name, bytes: Array(rest.prefix(byteCount))))
      rest = rest.dropFirst(byteCount)
    }
    return files
  }

  /// Whether a name leads to a file below the folder that the archive is unpacked in, wherever that is done.
  private static func isRelativePath(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return bytes.count <= maximumNameByteCount && isText
      && parts.allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }
}
