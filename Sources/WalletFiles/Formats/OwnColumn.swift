/// The columns of our own table of cards, in its order; their names are those of the JSON that `show` writes.
enum OwnColumn: String, CaseIterable {
  case name, symbology, code
  /// The code's bytes as hexadecimal digits, where they are not the UTF-8 of its text.
  case bytes
  case addOn, number, tags, validFrom, expires, balance, currency, holder, pin, webAddress, note
  case kind, colour, oneTime, usedAt, lastUsed, favourite, archived, draft, id

  /// Without these, a table is not ours.
  static let needed: [OwnColumn] = [.name, .symbology, .code, .bytes, .id]
  /// The names of all columns, in lower case.
  static let names = Set(allCases.map { $0.rawValue.lowercased() })
  /// The value that means true.
  static let yes = "yes"
  /// The value that means a draft whose code was hard to read.
  static let doubtful = "doubtful"
}
