internal import Cards
internal import Glibc
internal import ReaderLink
internal import SystemPackage

extension PictureFiles {
  /// What the arguments of `import` name.
  struct Selection {
    /// The pictures, under the names by which a person knows them.
    var pictures: [(name: String, source: PictureSource)] = []
    /// How many files of the folders do not end like a picture.
    var passedOverCount = 0
  }

  /// All pictures that the arguments name, folders searched to their depths.
  ///
  /// Within a folder the order is by name; hidden files and folders are skipped, and so are files
  /// with another ending.
  static func all(_ arguments: [String]) throws -> Selection {
    var selection = Selection()
    for argument in arguments {
      let path = try path(argument)
      guard argument != "-", (try? path.stat().type) == .directory else {
        selection.pictures.append((argument, try source(argument)))
        continue
      }
      let before = selection.pictures.count
      guard select(below: path, into: &selection) else {
        throw Failure(
          "cannot look into \(argument)", because: Errno(rawValue: errno).description,
          try: "chmod +rx, or run as the folder's owner", status: .unexpected)
      }
      guard selection.pictures.count > before else {
        throw Failure(
          "nothing to import from \(argument)",
          because: "the folder holds no photos or PDFs",
          try: "name the folder with the photos in it", status: .nothingFound)
      }
    }
    return selection
  }

  /// Takes whatever bears a picture's ending, so that one that cannot be read is named.
  ///
  /// Links to folders are not followed: they may lead in circles. A folder in it that cannot be looked
  /// into counts like a picture that cannot be read.
  ///
  /// - Returns: Whether the folder itself could be looked into; if not, `errno` says why.
  private static func select(below folder: FilePath, into selection: inout Selection) -> Bool {
    guard let names = names(in: folder) else { return false }
    for name in names.sorted(by: { $0.string < $1.string }) {
      let path = folder.appending(name)
      if (try? path.stat(followTargetSymlink: false).type) == .directory {
        if !select(below: path, into: &selection) {
          selection.pictures.append((path.string, .file(path)))
        }
      } else if endings.contains((name.extension ?? "").lowercased()) {
        selection.pictures.append((path.string, .file(path)))
      } else {
        selection.passedOverCount += 1
      }
    }
    return true
  }

  /// The names in a folder, as the file system spells them, hidden ones left out; `nil` when it cannot be
  /// looked into.
  private static func names(in folder: FilePath) -> [FilePath.Component]? {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else { return nil }
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
