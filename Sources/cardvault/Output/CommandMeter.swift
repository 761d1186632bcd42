internal import Cards
internal import SystemPackage
internal import Terminal
internal import Wallet

extension WorkMeter {
  /// How often the progress is updated.
  private static let pause = Duration.milliseconds(250)

  /// Runs a command, shows its long-running work in one line of the terminal, and logs it.
  ///
  /// Nothing is shown in a format for scripts, with `--quiet`, or without a terminal.
  static func showing(on console: Console, _ command: () async throws -> Void) async throws {
    let meter = WorkMeter(
      Watching(
        show: { progress, elapsed in
          guard !Screen.isShown else { return }
          let left = TimeLeft.words(done: progress.done, of: progress.total, after: elapsed)
          console.say("\(ControlSequence.clearLine)\(progress.words)\(left)")
        },
        clear: { if !Screen.isShown { console.say("\(ControlSequence.clearLine)") } },
        ended: { progress, elapsed in console.log.note(.worked(progress, elapsed)) }))
    let isShown =
      !console.isQuiet && !console.format.isForScripts && TTY.isTerminal(.standardError)
    let looking = isShown ? Task.detached { try await keepLooking(at: meter) } : nil
    defer { looking?.cancel() }
    try await $current.withValue(meter) { try await command() }
  }

  /// Updates a meter until the task is cancelled.
  private static func keepLooking(at meter: WorkMeter) async throws {
    while true {
      try await Task.sleep(for: pause)
      meter.look()
    }
  }
}
