internal import Subprocess

/// The person's browser.
enum Browser {
  /// Opens a file in it, and does not wait until it is closed.
  ///
  /// It gets a session of its own, so that Ctrl-C in the terminal of the server does not end it, too.
  ///
  /// - Returns: once it is started, or cannot be. A program must not end before: Subprocess would complain about the
  ///   interrupted start on standard error.
  static func open(_ path: String) async {
    let (starts, isStarting) = AsyncStream.makeStream(of: Never.self)
    Task.detached {
      defer { isStarting.finish() }
      var options = PlatformOptions()
      options.createSession = true
      _ = try? await run(
        .name("xdg-open"), arguments: [path], platformOptions: options, input: .none,
        output: .discarded, error: .discarded
      ) { _ in isStarting.finish() }
    }
    for await _ in starts {}
  }
}
