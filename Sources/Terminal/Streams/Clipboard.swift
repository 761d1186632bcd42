internal import FoundationEssentials
internal import SystemPackage

extension Console {
  /// Copies a text to the clipboard by way of the terminal, which may be at the other end of an ssh connection.
  ///
  /// - Returns: Whether there is a terminal; it does not tell whether it did.
  package func copies(_ text: String) -> Bool {
    guard TTY.isTerminal(.standardError) else { return false }
    ask("\(ControlSequence.copy(base64: Data(text.utf8).base64EncodedString()))")
    return true
  }
}
