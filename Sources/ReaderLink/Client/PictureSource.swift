internal import Cards
public import SystemPackage

/// Where a picture's bytes come from.
public enum PictureSource: Sendable, Hashable {
  /// A file on this machine.
  case file(FilePath)
  /// Bytes that are already in memory, for example from standard input.
  case bytes([UInt8])

  /// Why a picture could not be loaded for a reader.
  public enum Failure: Error, Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file's permissions, or those of a folder above it, forbid it.
    case notPermitted
    /// It is a folder, device or pipe.
    case notAFile
    /// It is a loop of symbolic links.
    case linkLoop
    /// The file has more bytes than `ReadRequest.maximumByteCount`.
    case tooLong(megabytes: Int)
    /// The file system failed, with this error number.
    case unreadable(errno: Int32)

    /// Megabytes of 2 to the power of 20 bytes, rounded up: a file over the limit is never called as large as it.
    static func megabytes(of byteCount: Int) -> Int { (byteCount + (1 << 20) - 1) >> 20 }
  }

  /// All bytes of the picture, or why they cannot be loaded.
  var picture: Result<[UInt8], Failure> { Result { () throws(Failure) in try load() } }

  /// All bytes of a file that may be no picture.
  ///
  /// - Throws: Why they cannot be loaded.
  package func contents() throws(Failure) -> [UInt8] { try load() }

  /// The first bytes of a file that may be no picture, whatever its size.
  ///
  /// - Parameter byteCount: How many; a shorter file has fewer.
  /// - Returns: The bytes.
  /// - Throws: Why they cannot be loaded.
  package func beginning(_ byteCount: Int) throws(Failure) -> [UInt8] {
    try load(atMost: byteCount)
  }

  /// The last bytes of a file that may be no picture, whatever its size.
  ///
  /// - Parameter byteCount: How many; a shorter file has fewer.
  /// - Returns: The bytes.
  /// - Throws: Why they cannot be loaded.
  package func ending(_ byteCount: Int) throws(Failure) -> [UInt8] {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    return try opened.part(at: max(0, opened.byteCount - byteCount), atMost: byteCount)
  }

  /// How many bytes a file that may be no picture has.
  ///
  /// - Returns: The length.
  /// - Throws: Why it is unknown.
  package func byteCount() throws(Failure) -> Int {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    return opened.byteCount
  }

  private func load(atMost limit: Int = .max) throws(Failure) -> [UInt8] {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    let byteCount = min(opened.byteCount, limit)
    guard byteCount <= ReadRequest.maximumByteCount else {
      throw .tooLong(megabytes: Failure.megabytes(of: byteCount))
    }
    return try opened.part(at: 0, atMost: byteCount)
  }
}
