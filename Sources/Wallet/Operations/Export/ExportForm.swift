/// A form in which cards leave for another program.
package enum ExportForm: String, CaseIterable, Sendable {
  /// Catima's zip archive.
  case catima
  /// A table for spreadsheets.
  case csv
  /// Everything that a card holds.
  case json
  /// A calendar of last days.
  case ics
  /// A pass, or several in one file.
  case pass
  /// The link with which Catima shares one card.
  case link

  /// Whether the file is for programs, so that a terminal is no place for it.
  package var isForPrograms: Bool { self != .link }
}
