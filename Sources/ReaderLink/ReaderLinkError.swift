/// What can go wrong between cardvault and its reader, beside what concerns one picture.
public enum ReaderLinkError: Error, Sendable, Hashable {
  /// There is no `cardvault-reader` beside the running executable.
  case readerMissing
  /// The reader ended before it was ready: its sandbox could not be closed, or a library is missing.
  case readerUnusable
  /// The reader is of another version than ours: this one, or empty when it says none.
  ///
  /// It holds at most 20 characters of `0-9A-Za-z.+-`, whatever the reader says.
  case otherVersion(String)
  /// The reader did not make a picture of a drawing, or not in time.
  case notRendered
  /// The file that a reader was to fill took no more.
  case notWritten
  /// A reader that is used once did not end in time, and was ended.
  case timedOut
  /// The pipe broke, or carried something unintelligible.
  case broken
}
