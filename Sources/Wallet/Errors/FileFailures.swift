internal import Cards
internal import Glibc
package import SystemPackage

extension Failure {
  /// A new file that could not be written.
  ///
  /// - Parameters:
  ///   - path: Where it was to be.
  ///   - errno: What the system reported.
  ///   - what: The error's first line.
  ///   - option: The option that another name is given with; `nil` for an argument.
  package init(
    writing path: FilePath, _ errno: Errno, orElse what: String, option: String? = nil
  ) {
    let above = path.removingLastComponent()
    let folder = above.isEmpty ? "the current folder" : above.shown
    func use(_ other: String) -> Advice {
      option.map { .option("use \($0) with \(other)") } ?? .prose("use \(other)")
    }
    let other = use("another folder")
    switch errno {
    case .fileExists:
      self.init(
        what, because: "a file named \(path.shown) already exists, and is never overwritten",
        try: use("another name"), status: .conflict)
    // Some folders of the system, such as /proc, report this for every new file.
    case .noSuchFileOrDirectory
    where above.isEmpty || (try? above.stat(followTargetSymlink: true)) != nil:
      self.init(
        what, because: "no file can be made in \(folder)", try: other, status: .unexpected)
    case .noSuchFileOrDirectory:
      self.init(
        what, because: "there is no folder \(folder)", try: .prose("create that folder").or(other),
        status: .nothingFound)
    case .notDirectory:
      self.init(what, because: "\(folder) is not a folder", try: other, status: .nothingFound)
    case .fileNameTooLong:
      self = .usage(what, because: errno.reason, try: use("a shorter name"))
    case .permissionDenied, .notPermitted:
      self.init(
        what, because: "you have no permission to write in \(folder)", try: other,
        status: .unexpected)
    case .readOnlyFileSystem:
      self.init(
        what, because: "\(folder) is on a read-only file system", try: other, status: .unexpected)
    case .noSpace, .diskQuotaExceeded, .fileTooLarge:
      self.init(
        what, because: "there is not enough space in \(folder)",
        try: .prose("free some space").or(other), status: .unexpected)
    default: self.init(what, because: errno.reason, try: other, status: .unexpected)
    }
  }
}

extension Errno {
  /// Why a file or folder cannot be used, as the part of a sentence that follows “because”.
  package var reason: String {
    switch self {
    case .noSuchFileOrDirectory: "there is no such file or folder"
    case .notDirectory: "a part of its path is a file, and not a folder"
    case .isDirectory: "it is a folder"
    case .permissionDenied, .notPermitted: "its permissions do not allow it"
    case .tooManySymbolicLinkLevels: "it is a loop of symbolic links"
    case .fileNameTooLong: "its name is too long"
    case .noSpace, .diskQuotaExceeded: "the disk or quota is full"
    case .readOnlyFileSystem: "it is on a read-only file system"
    case .ioError: "the disk or network reported an error"
    default: "the system reported: \(description)"
    }
  }

  /// Whether the error means that nothing exists at the path.
  package var isMissing: Bool { self == .noSuchFileOrDirectory || self == .notDirectory }
}

extension FilePath {
  /// The path as errors show it: the home folder as `~`, without control characters.
  package var shown: String {
    let path = string
    guard let home = Environment["HOME"], home != "/", path.hasPrefix(home + "/") else {
      return path.printable
    }
    return "~\(path.dropFirst(home.count))".printable
  }

  /// The absolute path, for scripts, which may run in any folder.
  package var absolute: String {
    guard !isAbsolute, let here = unsafe getcwd(nil, 0) else { return string }
    defer { unsafe free(here) }
    return FilePath(unsafe String(cString: here)).appending(components).string
  }
}

extension String {
  /// The name of a file to be read as messages show it: `-` is standard input.
  package var shownFile: String { self == "-" ? "standard input" : printable }
}
