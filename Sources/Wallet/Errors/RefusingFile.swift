internal import Glibc
internal import Sealing
internal import SystemPackage

/// The file or folder that keeps a vault's folder from being used, so that advice about it works.
struct RefusingFile {
  /// Its path.
  let path: FilePath
  /// Whether it is on a file system without writing.
  let isReadOnly: Bool
  /// What `chmod` gives it if it is above the folder, of which only its own permissions matter; otherwise `nil`.
  let mode: String?

  /// Looks for it above a folder, then there and in its subfolders.
  ///
  /// If none is found, the folder itself is taken: the system knows more reasons than permissions.
  init(in folder: FilePath) {
    var above = folder.root.map { FilePath(root: $0) } ?? FilePath(".")
    for component in folder.components.dropLast() {
      above.append(component)
      if above.access(X_OK) == EACCES {
        (path, isReadOnly, mode) = (above, false, "u+x")
        return
      }
    }
    let found = Self.refusing(folder)
    // A folder that is not there yet cannot be made in one that refuses.
    var nearest = folder
    while nearest.access(F_OK) == ENOENT, nearest.removeLastComponent() {
      if nearest.isEmpty { nearest = "." }
    }
    let isMissing = nearest != folder && nearest.refuses(W_OK | X_OK)
    mode = isMissing ? "u+wx" : nil
    path = found ?? (isMissing ? nearest : folder)
    isReadOnly = path.access(W_OK) == EROFS
  }

  private static func refusing(_ folder: FilePath) -> FilePath? {
    if folder.refuses(R_OK | W_OK | X_OK) { return folder }
    let names = (try? folder.folderNames())?.filter { $0.kind == .regular } ?? []
    for name in names.sorted(by: { $0.string < $1.string }) {
      let entry = folder.appending(name)
      if (try? entry.stat(followTargetSymlink: false).type) == .directory {
        if let found = refusing(entry) { return found }
      } else if entry.refuses(name.string == "lock" ? R_OK | W_OK : R_OK) {
        // Other files are replaced, and not written.
        return entry
      }
    }
    return nil
  }
}

extension FilePath {
  /// Whether it is there, and may not be used in this way.
  fileprivate func refuses(_ mode: Int32) -> Bool { [EACCES, EROFS].contains(access(mode)) }

  /// Zero if the path may be used in this way, else the system's error.
  fileprivate func access(_ mode: Int32) -> Int32 {
    unsafe faccessat(AT_FDCWD, string, mode, AT_EACCESS) == 0 ? 0 : errno
  }
}

extension FilePath {
  /// All names in this folder, including `.` and `..`, as the file system spells them, in no particular order.
  func folderNames() throws(Errno) -> [FilePath.Component] {
    do throws(SystemFailure) {
      // The path may not be UTF-8, either.
      let folder = try SystemFailure.check {
        unsafe withPlatformString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      }
      defer { close(folder) }
      return try FolderListing.names(in: folder).compactMap { name in
        unsafe FilePath.Component(platformString: name.map { CChar(bitPattern: $0) } + [0])
      }
    } catch {
      throw Errno(rawValue: error.code)
    }
  }
}
