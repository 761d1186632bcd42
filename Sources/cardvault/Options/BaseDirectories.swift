internal import Glibc
internal import SystemPackage

/// The process's environment, by name.
enum Environment {
  /// A variable's value; `nil` when it is unset or empty.
  static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

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

/// The folders of this program under the person's home (XDG Base Directory Specification 0.8).
struct BaseDirectories {
  /// Vaults: `$XDG_DATA_HOME/cardvault`.
  let data: FilePath
  /// Keys: `$XDG_CONFIG_HOME/cardvault`.
  let configuration: FilePath
  /// What this device remembers: `$XDG_STATE_HOME/cardvault`.
  let state: FilePath

  init() throws {
    func folder(_ variable: String, _ fallback: String) throws -> FilePath {
      // The specification bids relative paths to be ignored.
      if let path = try Environment.path(variable), path.isAbsolute {
        return path.appending("cardvault")
      }
      guard let home = try Environment.path("HOME"), home.isAbsolute else {
        throw Failure.usage(
          "cannot tell where your files are", because: "HOME is not set", try: "HOME=/home/you")
      }
      return home.appending(FilePath(fallback).components).appending("cardvault")
    }
    data = try folder("XDG_DATA_HOME", ".local/share")
    configuration = try folder("XDG_CONFIG_HOME", ".config")
    state = try folder("XDG_STATE_HOME", ".local/state")
  }
}
