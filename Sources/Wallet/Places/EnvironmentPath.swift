package import Cards
internal import Glibc
package import SystemPackage

extension Environment {
  /// The path in an environment variable; `nil` if it is unset or empty.
  ///
  /// - Throws: `Failure` if it is not UTF-8, because converting it would change the path.
  package static func path(_ name: String) throws -> FilePath? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    guard let text = unsafe String(validatingCString: value) else {
      throw Failure.usage(
        "cannot use the path in \(name)", because: "it is not UTF-8 text",
        try: "rename the file or folder, or make a link to it: ln -s")
    }
    return FilePath(text)
  }
}
