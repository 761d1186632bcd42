internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import Wallet

/// The source a key is restored from: a photo or document, a text file, standard input, or a person typing.
struct KeySource {
  let argument: String
  let console: Console

  /// The key; none of its bytes is ever in ordinary memory.
  func key() async throws -> StoredKey {
    if argument == "-" {
      if console.isInteractive { return try TypedKey(console: console).key() }
      var text = try SecretInput()
      try text.take(allFrom: .standardInput)
      return try StoredKey.restored(from: text)
    }
    let file = try open(try FileArguments.path(argument))
    defer { try? file.close() }
    return try await StoredKey.restored(
      from: file, named: argument, onMissing: MissingProtections(console).tell)
  }

  private func open(_ path: FilePath) throws -> FileDescriptor {
    let what = "no key was restored"
    do {
      // Opening a pipe or device must not block.
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      let status = try file.stat()
      guard status.type == .regular else {
        try? file.close()
        throw Failure.usage(
          what, because: "\(argument) is not a file",
          try: "name a photo or PDF of the sheet, a text file, or -")
      }
      return file
    } catch let errno as Errno {
      throw Failure(
        what,
        because: errno.isMissing
          ? "there is no file \(argument)" : "\(argument) cannot be read: \(errno.reason)",
        try: errno.isMissing
          ? "check the name"
          : .system("chmod", "u+r", .path(FilePath(argument))).or("use another copy"),
        status: .nothingFound)
    }
  }
}

/// Lets a person type the key from the sheet, line by line and without echo, and reports errors at once.
private struct TypedKey {
  let console: Console

  /// Asks until the key is complete.
  func key() throws -> StoredKey {
    // Echo stays off from before the first question to the end, since pasted text does not wait for questions.
    try TTY.withoutEcho {
      // The rest of pasted text must not reach the shell.
      defer { LineEditor.discardTyped() }
      return try typedKey()
    }
  }

  private func typedKey() throws -> StoredKey {
    console.say("Type the key from the sheet, line by line. It is not shown.\n")
    var typed = try SecretInput()
    while true {
      let before = typed.byteCount
      let groups = typed.withBytes { Self.groupCount(in: $0) }
      // An incomplete line continues after its last group.
      let position = groups % 6 == 0 ? "" : ", after group \(groups % 6)"
      console.say(
        TerminalText(asking: Question.keyLine, with: ["\(groups / 6 + 1)\(position)"]))
      guard try typed.take(lineFrom: .standardInput) else {
        console.say("\n")
        throw Failure(
          "no key was restored", because: "the input ended before the key did",
          try: "use a photo of the sheet", status: .wrongKey)
      }
      console.say("\n")
      do throws(SealingError) {
        return try typed.withBytes { (text) throws(SealingError) in try KeyText.read(text) }
      } catch .keyFile(.mistyped(let group)) {
        guard group <= typed.withBytes({ Self.groupCount(in: $0) }) else { continue }
        typed.forget(after: before)
        console.say(
          "There is an error in \(Failure.place(ofGroup: group)): type that line again.\n")
      } catch .keyFile(.malformed) {
        typed.forget(after: 0)
        console.say("Together this is not a valid key: start again with line 1.\n")
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
