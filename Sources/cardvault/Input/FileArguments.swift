internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import Wallet

/// The pictures and other files that a person names as arguments.
enum FileArguments {
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

  /// All pictures that the arguments of `import` name, those in folders too.
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
      throw Failure(
        "cannot read standard input", because: "the system refused", status: .unexpected)
    }
    return bytes
  }
}
