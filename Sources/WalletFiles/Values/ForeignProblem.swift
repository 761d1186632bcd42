/// Why another wallet's file cannot be read at all.
package enum ForeignProblem: Error, Sendable, Hashable {
  /// What a file may have too many of.
  package enum Counted: Sendable, Hashable {
    /// Cards, readable or not.
    case cards
    /// Tags of all cards.
    case tags
    /// Codes of all cards.
    case codes
    /// Rows of a table.
    case rows
    /// Columns of a table.
    case columns
    /// Lines of a text that is not a table.
    case lines
    /// Values of JSON, or fields of a table.
    case values
    /// Levels of nested JSON.
    case levels
    /// Files and folders of an archive.
    case members
  }

  /// It is an archive that exceeds the size limit, or does when unpacked.
  case tooLarge(limit: Int)
  /// It is a text that exceeds the size limit.
  case textTooLarge(limit: Int)
  /// It is an archive that unpacks to far more than its size.
  case bomb
  /// It has too many of something.
  case tooMany(Counted, limit: Int)
  /// It is neither UTF-8 nor UTF-16, nor Windows-1252 if that was tried.
  case notText
  /// It ends in the middle of a value: it was probably not copied completely.
  case cutOff
  /// Its syntax is wrong; `offset` is the first wrong byte.
  case damaged(offset: Int)
  /// It is an archive whose central directory is wrong, or in which a wallet's file is corrupt.
  case damagedArchive
  /// A line of a table, from 1, has text between closing quotes and the next separator.
  case damagedLine(Int)
  /// Quotes that open on this line of a table, from 1, never close.
  case openQuotes(line: Int)
  /// It lacks an indispensable column, key or file.
  case missing(String)
  /// It is an archive that contains nothing but other archives; this is the first one's name.
  case onlyArchives(String)
  /// Its format has a newer version than this program knows.
  case newerVersion(String)
  /// It needs a password, and none was given.
  case locked
  /// Its password is wrong.
  case wrongPassword
  /// A reader crashed on it, or took too long.
  case unopenable
}
