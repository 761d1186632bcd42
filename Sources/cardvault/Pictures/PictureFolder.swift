internal import Glibc
internal import ReaderLink
internal import SystemPackage

extension PictureFiles {
  /// All pictures that the arguments of `import` name, folders searched to their depths.
  ///
  /// Within a folder the order is by name; hidden files and folders are passed over, and so are files
  /// with another ending.
  static func all(_ arguments: [String]) throws -> [(name: String, source: PictureSource)] {
    var found: [(name: String, source: PictureSource)] = []
    for argument in arguments {
      let path = FilePath(argument)
      if argument != "-", (try? path.stat().type) == .directory {
        let files = try pictures(in: path)
        guard !files.isEmpty else {
          throw Failure(
            "nothing to import from \(argument.printable)",
            because: "the folder holds no photos or PDFs",
            try: "name the folder with the photos in it", status: .nothingFound)
        }
        found += files.map { ($0.string, .file($0)) }
      } else {
        found.append((argument, try source(argument)))
      }
    }
    return found
  }

  private static func pictures(in folder: FilePath) throws -> [FilePath] {
    var found: [FilePath] = []
    for name in try names(in: folder).sorted() {
      let path = folder.appending(name)
      switch try? path.stat(followTargetSymlink: false).type {
      case .directory: found += try pictures(in: path)
      case .regular where endings.contains((path.extension ?? "").lowercased()): found.append(path)
      default: break
      }
    }
    return found
  }

  private static func names(in folder: FilePath) throws -> [String] {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else {
      throw Failure(
        "cannot look into \(folder.string.printable)",
        because: "its permissions forbid it", try: "chmod +rx, or run as the folder's owner",
        status: .unexpected)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
