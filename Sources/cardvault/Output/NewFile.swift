internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// Writes a result into a file that was not there before, whole or not at all.
enum NewFile {
  /// Puts `bytes` into a new file that only its owner may read: it shows a card.
  static func write(_ bytes: [UInt8], to name: String) throws {
    let path = FilePath(name)
    guard let file = path.lastComponent?.string else {
      throw Failure.usage("nothing was written", because: "“\(name)” names no file")
    }
    let folder = path.removingLastComponent()
    do throws(SystemFailure) {
      let descriptor = try WholeFile.openFolder(folder.isEmpty ? "." : folder.string)
      defer { close(descriptor) }
      try WholeFile.write(bytes.span, to: file, in: descriptor, existing: .kept)
    } catch {
      let errno = Errno(rawValue: error.code)
      if errno == .fileExists {
        throw Failure(
          "\(name) was not written", because: "a file of that name already exists",
          try: "another name", status: .conflict)
      }
      throw Failure(
        "\(name) was not written", because: "the system says: \(errno.description)",
        try: "another folder", status: .unexpected)
    }
  }
}
