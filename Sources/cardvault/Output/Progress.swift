internal import SystemPackage
internal import TerminalIO

/// A line on the terminal that says how far a batch has come; nothing elsewhere.
struct Progress {
  let total: Int
  let console: Console

  private var isShown: Bool {
    !console.isQuiet && total > 1 && Terminal.isTerminal(.standardError)
  }

  func show(done: Int) {
    guard isShown, done < total else { return }
    let width = 24
    let filled = width * done / total
    let bar = String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
    console.ask("\(ControlSequence.startOfLine)\(bar) \(done) of \(total) photos")
  }

  func clear() {
    if isShown { console.ask("\(ControlSequence.clearLine)") }
  }
}
