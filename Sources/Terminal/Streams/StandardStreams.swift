internal import Glibc

/// Standard input, output and error, as the process inherited them.
package enum StandardStreams {
  /// Prevents files opened later from getting the numbers of closed standard streams: a result would be written into
  /// such a file, or a file of the vault be read as typed input.
  ///
  /// The placeholders can be neither read nor written, so using them fails as before.
  ///
  /// - Parameter named: Other descriptors that are to be read because a person named them.
  package static func hold(besides named: [Int32] = []) {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    for descriptor in named where fcntl(descriptor, F_GETFD) < 0 {
      let placeholder = unsafe open("/dev/null", O_WRONLY)
      // A number that is not possible stays closed.
      if placeholder != descriptor {
        _ = dup2(placeholder, descriptor)
        close(placeholder)
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}
