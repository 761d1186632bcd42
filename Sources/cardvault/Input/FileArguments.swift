internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import Wallet
internal import WalletFiles

/// The pictures and other files named on the command line.
enum FileArguments {
  private static let blockByteCount = 1 << 16

  /// The picture that an argument names; `-` is standard input.
  static func source(_ argument: String) throws -> PictureSource {
    guard argument == "-" else { return .file(try path(argument)) }
    return .bytes(try standardInput())
  }

  /// The path that an argument names, byte for byte.
  ///
  /// - Throws: `Failure` if it is not UTF-8 and two such names look the same.
  static func path(_ argument: String) throws -> FilePath {
    // U+FFFD replaces bytes that are not UTF-8; the originals are still in the process's arguments.
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
        "“\(argument)” is ambiguous", because: "several file names look like it",
        try: "name their folder instead, or one file at a time")
    }
    return path
  }

  /// All pictures that the arguments of `import` name, including those in folders.
  static func selection(_ arguments: [String]) throws -> PictureSelection {
    var selection = PictureSelection()
    for argument in arguments {
      if ForeignFile.isLink(argument) {
        // It contains the card's number, which no message repeats.
        selection.add(.bytes(Array(argument.utf8)), named: "link")
        continue
      }
      guard !ForeignFile.hasLink(argument) else {
        throw Failure.usage(
          "nothing was imported", because: "an argument has other text around the link to a card",
          try: "type only the link, in quotes; or save the text to a file, and import that")
      }
      let path = try path(argument)
      if argument != "-", (try? path.stat().type) == .directory {
        try selection.add(folder: path, named: argument)
      } else {
        selection.add(try source(argument), named: argument)
      }
    }
    return selection
  }

  private static func standardInput() throws -> [UInt8] {
    do {
      return try bytes(from: .standardInput)
    } catch {
      guard error as? Errno == .badFileDescriptor else {
        throw Failure(
          "cannot read standard input", because: "the system reported an error",
          try: "name a file instead of -", status: .unexpected)
      }
      throw Failure.usage(
        "cannot read standard input", because: "it is closed", try: "name a file instead of -")
    }
  }

  /// What a pipe holds, up to one byte over the limit for pictures, or for texts if it can be nothing else.
  private static func bytes(from descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try fill(&bytes, to: blockByteCount, from: descriptor)
    if bytes.count < blockByteCount { return bytes }
    let limit =
      ForeignFile.isText(beginningWith: bytes)
      ? ForeignFile.maxTextByteCount : ReadRequest.maxByteCount
    try fill(&bytes, to: limit + 1, from: descriptor)
    return bytes
  }

  /// Adds what follows in a pipe, block by block, until there are `count` bytes or it ends.
  private static func fill(
    _ bytes: inout [UInt8], to count: Int, from descriptor: FileDescriptor
  ) throws {
    // Reserved memory costs nothing until it is used; a growing array would be copied.
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let limit = min(blockByteCount, count - bytes.count)
      let block = try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
        filled = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if block.isEmpty { return }
      bytes += block
    }
  }
}
