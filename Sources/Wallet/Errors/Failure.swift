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

  /// Creates an error from its words; every error has advice, which is `nil` only when it is passed on.
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
