internal import Glibc
internal import Synchronization

/// Whether the terminal shows what is typed.
///
/// While input is hidden, others get the echo back: everybody after an interruption, and the shell while the command is
/// stopped (Ctrl-Z). Ctrl-Z could be disabled instead, but then it would become a character of the passphrase, and a stop
/// by other means would still leave the shell without echo.
package enum Echo {
  /// Whether typed input is currently hidden.
  static let isHidden = Atomic(false)

  /// Whether there is a terminal with its echo on.
  static var isOn: Bool {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Hides what is typed, even after the command was stopped and continues.
  static func hide() {
    // Store the flag before switching: an interruption in between does no harm.
    isHidden.store(true, ordering: .sequentiallyConsistent)
    watch(SIGTSTP) { _ in Echo.stop() }
    watch(SIGCONT) { _ in Echo.hideAgain() }
    _ = set(false)
  }

  /// Shows what is typed again, if it was hidden.
  ///
  /// Safe in a signal handler, since everything called here is async-signal-safe (POSIX.1-2017 2.4.3).
  package static func restore() {
    guard isHidden.load(ordering: .sequentiallyConsistent) else { return }
    // A stop before the signals have their defaults again shows and hides it; a later one leaves it shown.
    _ = set(true)
    watch(SIGTSTP, SIG_DFL)
    watch(SIGCONT, SIG_DFL)
    _ = set(true)
    // Last, so that after an interruption in between, all of this runs again; code that hides it at the same time either
    // sees this, or the echo is turned on once more.
    isHidden.store(false, ordering: .sequentiallyConsistent)
    _ = set(true)
  }

  /// Stops the command, with the echo on until it continues.
  private static func stop() {
    if isHidden.load(ordering: .sequentiallyConsistent) { _ = set(true) }
    signal(SIGTSTP, SIG_DFL)
    var stop = sigset_t()
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    // The command stops here; without a shell to continue it, it goes on at once.
    raise(SIGTSTP)
    hideAgain()
  }

  /// Hides what is typed after a stop, and discards what was typed while it was visible.
  private static func hideAgain() {
    guard isHidden.load(ordering: .sequentiallyConsistent) else { return }
    watch(SIGTSTP) { _ in Echo.stop() }
    guard set(false, when: TCSAFLUSH) else { return }
    // If it is just being shown again, showing wins.
    guard isHidden.load(ordering: .sequentiallyConsistent) else {
      _ = set(true)
      return
    }
    let words: StaticString = "\nWhat you type is not shown. If you were typing, start again: "
    _ = unsafe write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }

  /// Sets a signal's action, unless our parent process wants the signal ignored.
  private static func watch(_ number: Int32, _ action: sighandler_t?) {
    let before = signal(number, action)
    let was = unsafe unsafeBitCast(before, to: Int.self)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    if was == ignored { signal(number, SIG_IGN) }
  }

  /// Switches the echo.
  ///
  /// - Returns: Whether there is a terminal, and this changed its setting.
  private static func set(_ isOn: Bool, when: Int32 = TCSANOW) -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0,
      (settings.c_lflag & tcflag_t(ECHO) != 0) != isOn
    else { return false }
    settings.c_lflag ^= tcflag_t(ECHO)
    return unsafe tcsetattr(STDIN_FILENO, when, &settings) == 0
  }
}

extension TTY {
  /// Runs `body` while what is typed is not shown.
  package static func withoutEcho<Value: ~Copyable, Problem: Error>(
    _ body: () throws(Problem) -> sending Value
  ) throws(Problem) -> sending Value {
    // Without a terminal, or within another such body, there is nothing to hide.
    guard Echo.isOn else { return try body() }
    Echo.hide()
    defer { Echo.restore() }
    return try body()
  }
}
