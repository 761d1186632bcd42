internal import Glibc
internal import Synchronization
internal import Terminal
internal import Wallet

/// Handles Ctrl-C and Ctrl-\: nothing that was saved is lost, and the exit code is 130.
enum Interruption {
  /// What is known of the command, kept as long as the process, since a signal handler is handed nothing but the
  /// signal's number; loading it takes no lock.
  private static let state = AtomicLazyReference<Console.State>()

  /// Ends the process with status 130 on SIGINT, SIGQUIT, SIGTERM and SIGHUP, after one line on standard error.
  ///
  /// At any moment, each file is either complete or absent, so ending at once is safe. Photos are stored before the
  /// cards that have them: an interrupted import leaves its photos in the vault, unseen. The handler only calls
  /// what POSIX.1-2017 2.4.3 lists as async-signal-safe.
  ///
  /// `current` is what is known of the command while it runs.
  static func watch(_ current: Console.State) {
    _ = state.storeIfNil(current)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let before = signal(number) { _ in
        // The line editor may have begun inside a full screen, whose settings it goes back to.
        LineEditor.restore()
        Screen.restore()
        let words = Interruption.words(for: Interruption.state.load())
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
  private static func words(for state: Console.State?) -> StaticString {
    guard let state, state.isAsking else {
      return "\ncardvault: stopped; what was saved is kept\n"
    }
    return state.isStored
      ? "\ncardvault: interrupted; what was saved before this question is kept\n"
      : "\ncardvault: interrupted; nothing was changed\n"
  }
}
