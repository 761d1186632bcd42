internal import Glibc
internal import Terminal
internal import Wallet

/// Handles Ctrl-C and Ctrl-\: nothing that was saved is lost, and the exit code is 130.
enum Interruption {
  /// Ends the process with status 130 on SIGINT, SIGQUIT, SIGTERM and SIGHUP, after one line on standard error.
  ///
  /// At any moment, each file is either complete or absent, so ending at once is safe. Photos are stored before the
  /// cards that have them: an interrupted import leaves its photos in the vault, unseen. The handler only calls
  /// what POSIX.1-2017 2.4.3 lists as async-signal-safe.
  static func watch() {
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let before = signal(number) { _ in
        Screen.restore()
        LineEditor.restore()
        let words = Interruption.words(
          isAsking: Console.isAsking, isStored: Console.isStored)
        _ = unsafe write(2, words.utf8Start, words.utf8CodeUnitCount)
        Echo.restore()
        _exit(ExitStatus.interrupted.rawValue)
      }
      // The parent process may want it ignored, as `nohup` does.
      let was = unsafe unsafeBitCast(before, to: Int.self)
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if was == ignored { signal(number, SIG_IGN) }
    }
  }

  /// The words of an interruption; while a question waits for its answer, nothing is being saved.
  private static func words(isAsking: Bool, isStored: Bool) -> StaticString {
    guard isAsking else {
      return "\ncardvault: stopped; what was saved is kept\n"
    }
    return isStored
      ? "\ncardvault: interrupted; what was saved before this question is kept\n"
      : "\ncardvault: interrupted; nothing was changed\n"
  }
}
