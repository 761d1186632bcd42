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

  /// Whatever bears a picture's ending, so that one that cannot be read is named.
  ///
  /// Links to folders are not followed: they may lead in circles.
  private static func pictures(in folder: FilePath) throws -> [FilePath] {
    var found: [FilePath] = []
    for name in try names(in: folder).sorted(by: { $0.string < $1.string }) {
      let path = folder.appending(name)
      let isFolder = (try? path.stat(followTargetSymlink: false).type) == .directory
      if isFolder {
        found += try pictures(in: path)
      } else if endings.contains((name.extension ?? "").lowercased()) {
        found.append(path)
      }
    }
    return found
  }

  /// The names in a folder, as the file system spells them; hidden ones are left out.
  private static func names(in folder: FilePath) throws -> [FilePath.Component] {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else {
      throw Failure(
        "cannot look into \(folder.string.printable)", because: "its permissions forbid it",
        try: "chmod +rx, or run as the folder's owner", status: .unexpected)
    }
    defer { unsafe closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      if let name, !name.string.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
