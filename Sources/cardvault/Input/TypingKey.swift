internal import Sealing
internal import SystemPackage
internal import TerminalIO

/// A person types the key off the sheet, unseen and line by line, and is told at once where it is wrong.
struct TypingKey {
  let console: Console

  /// Asks until the key is whole.
  func key() throws -> StoredKey {
    // Not shown from before the first question to the end: who copies or pastes does not wait for the next.
    try Terminal.withoutEcho {
      // The rest of what was pasted is not for the shell.
      defer { Terminal.discardTyped() }
      return try typedKey()
    }
  }

  private func typedKey() throws -> StoredKey {
    console.ask("Type the key as it stands on the sheet, line by line. Nothing is shown.\n")
    var typed = try SecretInput()
    while true {
      let before = typed.byteCount
      let groups = typed.withBytes { Self.groupCount(in: $0) }
      // What does not end with a line of the sheet goes on behind its last group.
      let place = groups % 6 == 0 ? "" : ", after group \(groups % 6)"
      console.ask("Line \(groups / 6 + 1)\(place): ")
      guard try typed.take(lineFrom: .standardInput) else {
        console.ask("\n")
        throw Failure(
          "no key was restored", because: "the input ended before the key did",
          try: "a photo of the sheet", status: .wrongKey)
      }
      console.ask("\n")
      do throws(SealingError) {
        return try typed.withBytes { (text) throws(SealingError) in try KeyText.read(text) }
      } catch .keyFile(.mistyped(let group)) {
        guard group <= typed.withBytes({ Self.groupCount(in: $0) }) else { continue }
        typed.forget(after: before)
        console.ask("An error is in \(Failure.place(ofGroup: group)): type that line again.\n")
      } catch .keyFile(.malformed) {
        typed.forget(after: 0)
        console.ask("That is no key as a whole: begin again with line 1.\n")
      } catch {
        throw Failure(restoring: error)
      }
    }
  }

  /// How many groups were typed, the last one whole or not.
  private static func groupCount(in text: Span<UInt8>) -> Int {
    let separators = " \t\r\n\u{B}\u{C}-".utf8
    let characters = text.indices.count { !separators.contains(text[$0]) }
    return (characters + KeyText.groupLength - 1) / KeyText.groupLength
  }
}
