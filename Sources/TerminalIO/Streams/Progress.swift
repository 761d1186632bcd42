internal import SystemPackage

/// A line on the terminal that shows how far a batch has come and, after a second, how long the rest may take; nothing
/// elsewhere.
package struct Progress {
  private let total: Int
  private let console: Console
  private let start = ContinuousClock.now

  /// Makes a line for so many photos.
  package init(total: Int, console: Console) {
    self.total = total
    self.console = console
  }

  private var isShown: Bool {
    !console.isQuiet && total > 1 && Terminal.isTerminal(.standardError)
  }

  /// Shows that so many are done.
  package func show(done: Int) {
    guard isShown, done < total else { return }
    let width = 24
    let filled = width * done / total
    let bar = String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
    let left = TimeLeft.words(done: done, of: total, after: ContinuousClock.now - start)
    console.ask("\(ControlSequence.clearLine)\(bar) \(done) of \(total) photos\(left)")
  }

  /// Removes the line.
  package func clear() {
    if isShown { console.ask("\(ControlSequence.clearLine)") }
  }
}
