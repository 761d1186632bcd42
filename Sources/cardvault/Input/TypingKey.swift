internal import Sealing
internal import SystemPackage
internal import Terminal
internal import Wallet

/// Lets a person type the key from the sheet, line by line and without echo, and reports errors at once.
struct TypingKey {
  let console: Console

  /// Asks until the key is complete.
  func key() throws -> StoredKey {
    // Echo is off from before the first question to the end: pasted text does not wait for the next question.
    try TTY.withoutEcho {
      // The rest of pasted text must not reach the shell.
      defer { TTY.discardTyped() }
      return try typedKey()
    }
  }

  private func typedKey() throws -> StoredKey {
    console.ask("Type the key from the sheet, line by line. It is not shown.\n")
    var typed = try SecretInput()
    while true {
      let before = typed.byteCount
      let groups = typed.withBytes { Self.groupCount(in: $0) }
      // An incomplete line continues after its last group.
      let place = groups % 6 == 0 ? "" : ", after group \(groups % 6)"
      console.ask(
        TerminalText(asking: Question.keyLine, with: ["\(groups / 6 + 1)\(place)"]))
      guard try typed.take(lineFrom: .standardInput) else {
        console.ask("\n")
        throw Failure(
          "no key was restored", because: "the input ended before the key did",
          try: "use a photo of the sheet", status: .wrongKey)
      }
      console.ask("\n")
      do throws(SealingError) {
        return try typed.withBytes { (text) throws(SealingError) in try KeyText.read(text) }
      } catch .keyFile(.mistyped(let group)) {
        guard group <= typed.withBytes({ Self.groupCount(in: $0) }) else { continue }
        typed.forget(after: before)
        console.ask(
          "There is an error in \(Failure.place(ofGroup: group)): type that line again.\n")
      } catch .keyFile(.malformed) {
        typed.forget(after: 0)
        console.ask("Together this is not a valid key: start again with line 1.\n")
      } catch {
        throw Failure(restoring: error)
      }
    }
  }

  /// How many groups were typed, counting an incomplete last one.
  private static func groupCount(in text: Span<UInt8>) -> Int {
    let separators = " \t\r\n\u{B}\u{C}-".utf8
    let characters = text.indices.count { !separators.contains(text[$0]) }
    return (characters + KeyText.groupLength - 1) / KeyText.groupLength
  }
}
