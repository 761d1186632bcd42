internal import SystemPackage
package import Terminal
package import Wallet

extension Console {
  /// Opens a full screen; `nil` where the terminal has none, so that questions are asked line by line.
  ///
  /// - Parameter isForQuestion: Whether it only asks, so that the format of the result does not matter.
  /// - Returns: The screen.
  package func fullScreen(toAsk isForQuestion: Bool = false) -> Screen? {
    guard isInteractive, isForQuestion || !format.isForScripts else { return nil }
    return try? Screen(paintsSymbols: paintsSymbols(.standardError))
  }
}

extension Failure {
  /// Why a full screen ended without a decision.
  package init(_ error: ScreenError) {
    switch error {
    case .interrupted:
      self.init(
        "interrupted", because: "Ctrl-C was pressed", try: "run the same command again",
        status: .interrupted)
    case .ended, .noTerminal, .tooSmall:
      self.init(
        "nothing was chosen", because: "the terminal was closed", try: "run the same command again",
        status: .usage)
    }
  }
}
