internal import Glibc
internal import SystemPackage
internal import TerminalIO

extension Environment {
  /// The path that a variable names; `nil` when it is unset or empty.
  ///
  /// - Throws: `Failure` where it is not UTF-8, as that would become another path.
  static func path(_ name: String) throws -> FilePath? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    guard let text = unsafe String(validatingCString: value) else {
      throw Failure.usage(
        "cannot use what \(name) names", because: "it is not text in UTF-8",
        try: "another name for the file or folder, or a link to it: ln -s")
    }
    return FilePath(text)
  }
}
