internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import Wallet
internal import Wording

/// The pictures and other files named on the command line.
enum FileArguments {
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
      guard error as? Errno == .badFileDescriptor else {
        throw Failure(
          "cannot read standard input", because: "the system reported an error", status: .unexpected
        )
      }
      throw Failure.usage(
        "cannot read standard input", because: "it is closed", try: "name a file instead of -")
    }
    return bytes
  }
}
