internal import Glibc

/// Standard input, output and error as we were given them.
package enum StandardStreams {
  /// Keeps the numbers of streams that are closed from going to files that are opened later: a result would be
  /// written into one of those, or a file of the vault be read as what a person typed.
  ///
  /// What is put in their place can be neither read nor written, so that using it fails as before.
  package static func hold() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
