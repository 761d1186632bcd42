package import Cards
internal import SystemPackage
package import Terminal
internal import Wallet

extension WorkMeter {
  /// How often work is looked at.
  private static let pause = Duration.milliseconds(250)

  /// Shows the long work of the command that runs in one line of the terminal, and logs it, until the process ends.
  ///
  /// - Parameter console: Where it is shown; nothing is, in a format for scripts, with `--quiet`, or without a
  ///   terminal.
  package static func show(on console: Console) {
    let meter = WorkMeter(
      Watching(
        show: { progress, elapsed in
          guard !Screen.isShown else { return }
          let left = TimeLeft.words(done: progress.done, of: progress.total, after: elapsed)
          console.ask("\(ControlSequence.clearLine)\(progress.words)\(left)")
        },
        clear: { if !Screen.isShown { console.ask("\(ControlSequence.clearLine)") } },
        ended: { progress, elapsed in CommandLog.note(.worked(progress, elapsed)) }))
    let isShown =
      !console.isQuiet && !console.format.isForScripts && TTY.isTerminal(.standardError)
    meter.install()
    if isShown { Task.detached { try await keepLooking(at: meter) } }
  }

  /// Looks at a meter until the task is cancelled.
  private static func keepLooking(at meter: WorkMeter) async throws {
    while true {
      try await Task.sleep(for: pause)
      meter.look()
    }
  }
}
