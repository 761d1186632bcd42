internal import Glibc
internal import TerminalIO

/// What Ctrl-C and Ctrl-\ do: nothing that was stored is lost, and the exit code says it.
enum Interruption {
  /// Ends the process with status 130 on SIGINT, SIGQUIT, SIGTERM and SIGHUP, after one line on standard error.
  ///
  /// Files are whole or absent at any moment, so ending at once is safe. The handler only calls what
  /// POSIX.1-2017 2.4.3 lists as async-signal-safe.
  static func watch() {
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let before = signal(number) { _ in
        let words: StaticString = "\ncardvault: interrupted; what was stored so far is kept\n"
        _ = unsafe write(2, words.utf8Start, words.utf8CodeUnitCount)
        Echo.restore()
        _exit(ExitStatus.interrupted.rawValue)
      }
      // Whoever started us may want it ignored, as `nohup` does.
      let was = unsafe unsafeBitCast(before, to: Int.self)
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if was == ignored { signal(number, SIG_IGN) }
    }
  }
}
