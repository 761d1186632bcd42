package import Cards
internal import Glibc
package import SystemPackage

/// This program's folders under the home folder (XDG Base Directory Specification 0.8).
package struct BaseDirectories {
  /// Vaults: `$XDG_DATA_HOME/cardvault`.
  package let data: FilePath
  /// Keys: `$XDG_CONFIG_HOME/cardvault`.
  package let configuration: FilePath
  /// What this device remembers: `$XDG_STATE_HOME/cardvault`.
  package let state: FilePath

  /// Finds the folders.
  ///
  /// - Throws: `Failure` if there is no usable home folder.
  package init() throws {
    func folder(_ variable: String, _ fallback: String) throws -> FilePath {
      // The specification requires relative paths to be ignored.
      if let path = try Environment.path(variable), path.isAbsolute {
        return path.appending("cardvault")
      }
      guard let home = try Environment.path("HOME") else {
        throw Failure.usage(
          "cannot find your files", because: "HOME is not set", try: "export HOME=/home/you")
      }
      guard home.isAbsolute else {
        throw Failure.usage(
          "cannot find your files", because: "HOME is \(home.string), which does not begin with /",
          try: "export HOME=/home/you")
      }
      return home.appending(FilePath(fallback).components).appending("cardvault")
    }
    data = try folder("XDG_DATA_HOME", ".local/share")
    configuration = try folder("XDG_CONFIG_HOME", ".config")
    state = try folder("XDG_STATE_HOME", ".local/state")
  }
}

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
