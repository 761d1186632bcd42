/// An error in words: what happened, why, and what to do about it.
struct Failure: Error {
  let what: String
  let because: String
  var advice: String?
  let status: ExitStatus

  init(_ what: String, because: String, try advice: String? = nil, status: ExitStatus) {
    self.what = what
    self.because = because
    self.advice = advice
    self.status = status
  }

  /// A command line that is not valid.
  static func usage(_ what: String, because: String, try advice: String? = nil) -> Failure {
    Failure(what, because: because, try: advice, status: .usage)
  }
}
