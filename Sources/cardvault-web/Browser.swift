internal import Subprocess

/// The person's browser.
enum Browser {
  /// Opens a file in it, and does not wait.
  static func open(_ path: String) {
    Task.detached {
      _ = try? await run(
        .name("xdg-open"), arguments: [path], output: .discarded, error: .discarded)
    }
  }
}
