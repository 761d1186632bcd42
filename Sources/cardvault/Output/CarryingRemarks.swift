internal import ArgumentParser
package import Terminal
package import Wallet

extension Console {
  /// Lists what was left out.
  ///
  /// - Throws: `ExitCode` of a command that is partly done, if there is any.
  package func tell(of leftOut: [UndrawnCode]) throws {
    for code in leftOut { complain(code.words, try: code.advice) }
    if !leftOut.isEmpty { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// The error of a command that drew nothing, after it listed several reasons.
  package func nothingDrawn(_ leftOut: [UndrawnCode], orElse what: String) -> Failure {
    if leftOut.count == 1 { return leftOut[0].failure }
    for code in leftOut { complain(code.words, try: code.advice) }
    return Failure(
      what, because: "none of these \(leftOut.count) codes can be drawn",
      try: "follow the advice above for each card", status: .nothingFound)
  }
}

extension UndrawnCode {
  /// The same for scripts.
  package var report: CarryingReport.LeftOut { CarryingReport.LeftOut(card, because: because) }
}
