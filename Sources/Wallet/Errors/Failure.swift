/// An error in words: what happened, why, and what to do about it.
package struct Failure: Error {
  /// What happened, without a full stop.
  package let what: String
  /// Why, as the part of a sentence that follows “because”.
  package let because: String
  /// What to do about it.
  package var advice: Advice
  /// The exit code of a command that fails with it.
  package let status: ExitStatus

  /// What happened and why, as a line of a conversation.
  package var line: String {
    let words = "\(what): \(because)"
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Creates an error from its words; `pageAdvice` replaces the advice on a page of the web app.
  package init(
    _ what: String, because: String, try advice: Advice, onPage pageAdvice: Advice? = nil,
    status: ExitStatus
  ) {
    self.what = what
    self.because = because
    self.advice = pageAdvice.map(advice.onPage) ?? advice
    self.status = status
  }

  /// A command line that is not valid.
  package static func usage(
    _ what: String, because: String, try advice: Advice, onPage pageAdvice: Advice? = nil
  ) -> Failure {
    Failure(what, because: because, try: advice, onPage: pageAdvice, status: .usage)
  }
}

/// An error that can be explained to people.
///
/// Each of our errors conforms where its words are, beside the operation that throws it.
package protocol Explained: Error {
  /// The error in words.
  var failure: Failure { get }
}

extension Failure: Explained {
  package var failure: Failure { self }

  /// An error of ours in words; `nil` for any other.
  package init?(explaining error: any Error) {
    guard let explained = error as? any Explained else { return nil }
    self = explained.failure
  }
}

/// An error as JSON, for scripts, on standard error.
package struct FailureReport: Encodable {
  /// What happened.
  package let error: String
  /// Why.
  package let because: String
  /// What to do about it, on one line.
  package let `try`: String
  /// The words of its first command, if that can be run as it is.
  package let run: [String]?
  /// The exit code.
  package let exit: Int32

  /// Creates a report of an error.
  package init(_ failure: Failure) {
    error = failure.what
    because = failure.because
    `try` = failure.advice.line
    run = failure.advice.arguments
    exit = failure.status.rawValue
  }
}

/// A problem with one of several things as JSON, beside the result.
package struct Notice: Encodable, Sendable {
  /// What is wrong.
  package let notice: String
  /// What to do about it, on one line.
  package let `try`: String
  /// The words of its first command, if that can be run as it is; never on a page.
  package private(set) var run: [String]?
  /// Whether cards may be missing or out of date because of it; absent where it is about something else than the vault.
  package private(set) var losesCards: Bool?

  /// Reports a problem to scripts.
  package init(_ words: String, try advice: Advice) {
    notice = words
    `try` = advice.line
    run = advice.arguments
  }

  /// Reports a vault's problem on a page.
  package init(onPage warning: VaultWarning) {
    notice = warning.what
    `try` = warning.advice.page ?? warning.advice.line
    losesCards = warning.losesCards
  }
}
