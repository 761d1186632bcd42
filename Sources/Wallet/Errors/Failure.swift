/// An error in words: what happened, why, and what to do about it.
package struct Failure: Error {
  /// What happened, without a full stop.
  package let what: String
  /// Why, as the part of a sentence that follows “because”.
  package let because: String
  /// What to do about it, as an imperative.
  package var advice: String?
  /// What to do about it on a page of the web app, if that is something else.
  package var pageAdvice: String?
  /// The exit code of a command that fails with it.
  package let status: ExitStatus

  /// What happened and why, as a line of a conversation.
  package var line: String {
    let words = "\(what): \(because)"
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Creates an error from its words.
  ///
  /// Every error has advice; `nil` only passes on what another error lacks.
  package init(
    _ what: String, because: String, try advice: String?, onPage pageAdvice: String? = nil,
    status: ExitStatus
  ) {
    self.what = what
    self.because = because
    self.advice = advice
    self.pageAdvice = pageAdvice
    self.status = status
  }

  /// A command line that is not valid.
  package static func usage(
    _ what: String, because: String, try advice: String?, onPage pageAdvice: String? = nil
  ) -> Failure {
    Failure(what, because: because, try: advice, onPage: pageAdvice, status: .usage)
  }
}

/// An error as JSON, for scripts, on standard error.
package struct FailureReport: Encodable {
  /// What happened.
  package let error: String
  /// Why.
  package let because: String
  /// What to do about it; absent if nothing can be done.
  package let `try`: String?
  /// The exit code.
  package let exit: Int32

  /// Creates a report of an error.
  package init(_ failure: Failure) {
    error = failure.what
    because = failure.because
    `try` = failure.advice
    exit = failure.status.rawValue
  }
}
