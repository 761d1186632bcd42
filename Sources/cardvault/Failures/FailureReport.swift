/// An error as JSON, for scripts, on standard error.
struct FailureReport: Encodable {
  let error: String
  let because: String
  let `try`: String?
  let exit: Int32

  init(_ failure: Failure) {
    error = failure.what
    because = failure.because
    `try` = failure.advice
    exit = failure.status.rawValue
  }
}
