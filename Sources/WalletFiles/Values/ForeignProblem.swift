/// Why a file of another wallet cannot be read at all.
package enum ForeignProblem: Error, Sendable, Hashable {
  /// What a file may have too many of.
  package enum Counted: Sendable, Hashable {
    /// Cards, whether they can be read or not.
    case cards
    /// Tags of all cards.
    case tags
    /// Codes of all cards.
    case codes
    /// Rows of a table.
    case rows
    /// Columns of a table.
    case columns
    /// Lines of a text that is no table.
    case lines
    /// Values of JSON, or fields of a table.
    case values
    /// Values of JSON, each within the one before.
    case levels
    /// Files and folders of an archive.
    case members
  }

  /// It is an archive that has, or unpacks to, more bytes than are read.
  case tooLarge(limit: Int)
  /// It is a text that has more bytes than are read.
  case textTooLarge(limit: Int)
  /// It is an archive that unpacks to so much more than its size that nothing of it is read.
  case bomb
  /// It has more of something than is read.
  case tooMany(Counted, limit: Int)
  /// It is neither UTF-8 nor UTF-16, nor Windows-1252 where that is tried.
  case notText
  /// It ends in the middle of a value, as a file that was not copied completely.
  case cutOff
  /// It is not laid out as its kind requires; `offset` is the first byte that is wrong.
  case damaged(offset: Int)
  /// It is an archive whose list of files, at its end, is wrong, or that holds a wallet's file whose bytes are.
  case damagedArchive
  /// A line of a table, counted from 1, has something between quotes and the next separator.
  case damagedLine(Int)
  /// Quotes that begin on a line of a table, counted from 1, are never closed.
  case openQuotes(line: Int)
  /// A column, key or file without which nothing can be read is not there.
  case missing(String)
  /// It is an archive with nothing to read but another archive of this name, and perhaps more of them.
  case onlyArchives(String)
  /// A version of the format that came later.
  case newerVersion(String)
  /// It has a password, and none was given.
  case locked
  /// Its password is wrong.
  case wrongPassword
  /// A reader crashed on it, or took too long.
  case unopenable
}
