/// A failure between cardvault and its reader, not one of a single picture.
public enum ReaderLinkError: Error, Sendable, Hashable {
  /// There is no `cardvault-reader` next to the running executable.
  case readerMissing
  /// The reader ended before it was ready: its sandbox could not be set up, or a library is missing.
  case readerUnusable
  /// The reader has this version instead of ours; empty when it reports none.
  ///
  /// At most 20 characters of `0-9A-Za-z.+-`, no matter what the reader sends.
  case otherVersion(String)
  /// The reader did not render a drawing, or not in time.
  case notRendered
  /// The file for a reader's output could not be written.
  case notWritten
  /// A single-use reader did not finish in time, and was killed.
  case timedOut
  /// The pipe broke, or carried something unintelligible.
  case broken
}
