/// Why a file of another wallet cannot be read at all.
package enum ForeignProblem: Error, Sendable, Hashable {
  /// It has more bytes than are read.
  case tooLarge(limit: Int)
  /// It has more rows, members or values than are read.
  case tooMany(limit: Int)
  /// It is neither UTF-8 nor UTF-16.
  case notText
  /// It ends in the middle of a value, as a file that was not copied completely.
  case cutOff
  /// It is not laid out as its kind requires; `offset` is the first byte that is wrong.
  case damaged(offset: Int)
  /// A column, key or file without which nothing can be read is not there.
  case missing(String)
  /// A version of the format that came later.
  case newerVersion(String)
  /// Its password is wrong.
  case wrongPassword
  /// A reader crashed on it, or took too long.
  case unopenable
}
