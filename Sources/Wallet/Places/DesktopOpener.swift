internal import Subprocess

/// The desktop's opener, which knows the program for each kind of file.
package enum DesktopOpener {
  /// How long a failure may take; a program that still runs then has opened what it was given.
  private static let patience = Duration.seconds(1)

  /// Opens a file or an address with the person's own program, and does not wait until that is closed.
  ///
  /// It gets its own session: Ctrl-C in this terminal does not end it, and it cannot use the terminal.
  ///
  /// - Returns: Whether it was opened, as far as is known within a second.
  package static func opens(_ address: String) async -> Bool {
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    Task.detached {
      var options = PlatformOptions()
      options.createSession = true
      let outcome = try? await run(
        .name("xdg-open"), arguments: [address], platformOptions: options, input: .none,
        output: .discarded, error: .discarded)
      answer.yield(outcome?.terminationStatus.isSuccess ?? false)
    }
    Task.detached {
      try? await Task.sleep(for: patience)
      answer.yield(true)
    }
    for await isOpened in answers { return isOpened }
    return false
  }
}
