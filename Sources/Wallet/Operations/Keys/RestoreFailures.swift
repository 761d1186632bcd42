package import ReaderLink
package import Sealing

extension Failure {
  /// A photo or text that contains no key that can be restored.
  package init(restoring error: SealingError) {
    let what = "no key was restored"
    switch error {
    case .keyFile(.mistyped(let group)):
      self.init(
        what, because: "group \(group) contains an error: \(Self.place(ofGroup: group))",
        try: "compare that group with the sheet, and type it again", status: .wrongKey)
    case .keyFile(.malformed):
      self.init(
        what, because: "this is not a key, or it contains an error that cannot be located",
        try: .prose("use a photo of the sheet").or(.typedKey),
        status: .wrongKey)
    case .keyFile(.newerFormat):
      self.init(
        what, because: "it was written by a newer cardvault", try: "update cardvault",
        status: .wrongKey)
    case .keyFile(.costOutOfBounds):
      self.init(
        what, because: "its key-derivation cost is outside the allowed range",
        try: "use another copy of the key: this one was altered", status: .wrongKey)
    default:
      self.init(
        what, because: "the system provides no locked memory or no random numbers",
        try: "close other programs", status: .unexpected)
    }
  }

  /// Where a group is on the sheet, which has six groups in a line.
  package static func place(ofGroup group: Int) -> String {
    "the \(ordinals[(group - 1) % 6]) group in line \((group - 1) / 6 + 1) of the sheet"
  }

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]

  /// A photo that does not show exactly one key.
  package init(_ ending: KeyEnding, on name: String) {
    let what = "no key was restored"
    switch ending {
    case .noKey:
      self.init(
        what, because: "\(name) shows no key that could be read",
        try: .prose("use a sharper photo of the whole QR Code").or(.typedKey),
        status: .nothingFound)
    case .severalKeys:
      self.init(
        what, because: "\(name) shows several keys",
        try: "use a photo of a single recovery sheet", status: .conflict)
    case .refused(.tooLarge):
      self.init(
        what, because: "\(name) is too large",
        try: "export the photo at a smaller size", status: .nothingFound)
    case .refused(let refusal):
      let failure = PictureOutcome.Failure.refused(refusal)
      self.init(
        what, because: "\(name) was not read: \(failure.reason)", try: failure.advice,
        status: .nothingFound)
    }
  }

  /// A reader that crashed or timed out while it read a key from a photo.
  package init(_ error: ReaderLinkError, on name: String) {
    guard error == .broken || error == .timedOut else {
      self = error.failure
      return
    }
    let failure: PictureOutcome.Failure = error == .timedOut ? .timedOut : .crashed
    self.init(
      "no key was restored", because: "\(name) was not read: \(failure.reason)",
      try: .prose("save the photo as PNG and try that").or(.typedKey),
      status: .nothingFound)
  }
}

extension Advice {
  /// To type the key.
  package static let typedKey = run("key", "restore", "-", note: "on a terminal, to type the key")
    .onPage("type the key from the sheet")
}

extension Failure {
  /// Runs `body` and puts its error into words; for keys that are not in a key file.
  package static func guarded<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws -> Value {
    do throws(SealingError) { return try body() } catch { throw Failure(restoring: error) }
  }
}
