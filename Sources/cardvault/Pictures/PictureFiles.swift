internal import Cards
internal import ReaderLink
internal import SystemPackage

/// The pictures that a person names, and their way through the readers.
enum PictureFiles {
  /// The endings under which a folder's files are taken for pictures (those of the accepted formats).
  static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff",
    "gif",
    "pdf",
  ]

  /// The picture that an argument names; `-` is standard input.
  static func source(_ argument: String) throws -> PictureSource {
    guard argument == "-" else { return .file(try path(argument)) }
    return .bytes(try standardInput())
  }

  /// The path that an argument names, byte for byte.
  ///
  /// - Throws: `Failure` where it is not UTF-8: two such names can look the same here.
  static func path(_ argument: String) throws -> FilePath {
    // U+FFFD stands where something was no UTF-8; the original is still in the process's arguments.
    guard argument.contains("\u{FFFD}") else { return FilePath(argument) }
    var originals: Set<FilePath> = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let original = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(cString: original) == argument {
        unsafe originals.insert(FilePath(platformString: original))
      }
    }
    guard originals.count < 2, let path = originals.first else {
      throw Failure.usage(
        "cannot tell which file “\(argument)” is", because: "several names look like it",
        try: "name the folder they are in, or one at a time")
    }
    return path
  }

  /// Reads pictures with one reader a processor and reports missing protections once.
  static func read(
    _ sources: [PictureSource], _ request: ReadRequest, _ console: Console,
    onOutcome: (Int, PictureOutcome) async throws -> Void
  ) async throws {
    do {
      let pool = ReaderPool(
        executable: try ReaderPool.readerBesideExecutable(), readerCount: processorCount)
      try await pool.read(
        sources, request, onMissing: MissingProtections(console).tell, onOutcome: onOutcome)
    } catch let error as ReaderLinkError {
      throw Failure(error)
    }
  }

  /// Names a picture that was not read, or not all of it.
  static func remark(_ outcome: PictureOutcome, _ name: String, _ console: Console) {
    if outcome.holdsKey {
      console.complain(
        "\(name): \(KeyRefusal.onPicture)",
        try: "cardvault key restore \(name)")
    }
    guard let failure = outcome.failure else { return }
    console.complain("\(name): \(failure.reason)", try: failure.advice)
  }

  private static func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while bytes.count <= ReadRequest.maximumByteCount {
        let count = try unsafe chunk.withUnsafeMutableBytes {
          try unsafe FileDescriptor.standardInput.read(into: $0)
        }
        if count == 0 { break }
        bytes += chunk[..<count]
      }
    } catch {
      throw Failure(
        "cannot read standard input", because: "the system refused", status: .unexpected)
    }
    return bytes
  }
}
