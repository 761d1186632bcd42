internal import Cards
internal import Glibc
package import SystemPackage

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

extension [String] {
  /// The first three names, and how many more there are.
  package var shown: String {
    let rest = count - 3
    return prefix(3).joined(separator: ", ").printable + (rest > 0 ? " and \(rest) more" : "")
  }
}
