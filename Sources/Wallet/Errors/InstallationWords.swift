package import ReaderLink

extension Installation {
  /// What makes all programs the same version again, as an imperative.
  package var advice: String {
    switch self {
    case .debianPackage: "install cardvault again: sudo apt install --reinstall ./cardvault_*.deb"
    case .tarball: "unpack cardvault's tarball again, into a new folder"
    case .source: "install cardvault again: bash Samples/run.sh --install"
    case .replaced:
      "start cardvault again, because its programs were replaced or removed while it ran"
    }
  }
}

/// Debian's packages that a person may lack.
enum DebianPackages {
  /// How to install some of them, as an imperative.
  ///
  /// - Parameter names: Their names, with a blank between two.
  /// - Returns: The command.
  static func installing(_ names: String) -> String { "sudo apt-get install \(names)" }
}
