/// How the programs came to this machine, as far as the place of the running one shows.
package enum Installation: Hashable, Sendable {
  /// By the Debian package.
  case debianPackage
  /// By the tarball, which has the same folders and can be unpacked anywhere.
  case tarball
  /// Built from source.
  case source
  /// The running program was replaced or removed since it started.
  case replaced

  /// Looks at the path of the running program.
  ///
  /// - Parameter executable: Its path as the kernel names it (`/proc/self/exe`, proc(5)).
  package init(executable: String) {
    let folders = executable.split(separator: "/").dropLast()
    if executable.hasSuffix(" (deleted)") {
      self = .replaced
    } else if folders == ["usr", "libexec", "cardvault"] {
      self = .debianPackage
    } else if folders.suffix(2) == ["libexec", "cardvault"] {
      self = .tarball
    } else {
      self = .source
    }
  }
}
