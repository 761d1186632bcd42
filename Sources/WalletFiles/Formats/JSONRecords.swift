internal import Cards

/// The objects of a JSON text that are alike, as rows of a table: those in its arrays, however deep these are.
///
/// Values within values get a column of their own, named by the path to them: `barcode value`. Of arrays within arrays,
/// as with cards in groups, the deepest level counts whose objects look most like cards; they also get what the objects
/// around them say.
struct JSONRecords {
  /// The most columns: more are those of no card.
  static let maxColumnCount = 50
  /// The most characters of each key in a column's name.
  private static let longestKey = 100
  /// The most bytes of a value that the objects within an object get from it.
  private static let longestShared = 200
  /// What precedes the names of values that come from an object around.
  private static let sharedPrefix = "group"

  /// The paths to the values, in alphabetical order, as JSON has none.
  let header: [String]
  /// The values by column; empty where an object lacks one.
  let rows: [[String]]
  /// The columns in which a row has several values of an array, which are joined; by the row's index.
  let lists: [Int: Set<Int>]

  /// An object, and what the objects around it say, by the column's name.
  private struct Record {
    let object: JSONValue
    var shared: [String: String] = [:]
    /// How much the objects of its level look like cards, for one that has none within it, while others of that level
    /// have.
    var likeness: Likeness?
  }

  /// How much objects look like cards.
  private enum Likeness: Int, Comparable {
    case unlikely
    /// They have a name, and something that may be a code, such as an id.
    case possible
    /// They have a name, and what is called a code or number.
    case clear

    static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
  }

  /// The objects of one level as a table.
  private struct Table {
    let header: [String]
    var rows: [[String]] = []
    var lists: [Int: Set<Int>] = [:]

    var likeness: Likeness {
      let columns = TableColumns(guessing: header, rows: rows)
      if !columns.isComplete { return .unlikely }
      return columns.hasClearCode(in: header) ? .clear : .possible
    }
  }

  /// Finds the objects; `nil` if there are none, or they have only one value each.
  ///
  /// - Throws: `ForeignProblem.tooMany` for too many objects or columns.
  init?(_ value: JSONValue) throws(ForeignProblem) {
    var best: (table: Table, likeness: Likeness)?
    var problem: ForeignProblem?
    var records = Self.records(in: value, shared: [:])
    while true {
      let own = records.filter { $0.likeness == nil }
      if own.isEmpty { break }
      var likeness = Likeness.unlikely
      do throws(ForeignProblem) {
        try ForeignReading.check(entryCount: records.count)
        let table = try Self.table(of: own)
        likeness = table.likeness
        if best.map({ likeness > .unlikely && likeness >= $0.likeness }) ?? true {
          // Cards may be beside groups of cards.
          let all = records.filter { $0.likeness ?? likeness >= likeness }
          best = (all.count == own.count ? table : try Self.table(of: all), likeness)
        }
      } catch {
        // Around cards, or within them, there may be anything.
        problem = problem ?? error
      }
      records = records.flatMap { record in
        if record.likeness != nil { return [record] }
        let inner = Self.recordsWithin(record)
        if likeness == .unlikely || (likeness == .possible && !inner.isEmpty) { return inner }
        // What is clearly a card is one around others, too, with its own values.
        return [
          Record(
            object: Self.withoutRecords(record.object), shared: record.shared, likeness: likeness)
        ] + inner
      }
    }
    if let problem, best?.likeness ?? .unlikely == .unlikely { throw problem }
    guard let table = best?.table, table.header.count > 1 else { return nil }
    (header, rows, lists) = (table.header, table.rows, table.lists)
  }

  private static func table(of records: [Record]) throws(ForeignProblem) -> Table {
    var flat: [(row: [String: String], lists: Set<String>)] = []
    var names: Set<String> = []
    for record in records {
      var values: [String: [String]] = [:]
      flatten(record.object, at: "", into: &values)
      let row = record.shared.merging(values.mapValues { $0.joined(separator: ", ") }) { $1 }
      names.formUnion(row.keys)
      guard names.count <= maxColumnCount else {
        throw .tooMany(.columns, limit: maxColumnCount)
      }
      flat.append((row, Set(values.filter { $0.value.count > 1 }.keys)))
    }
    var table = Table(header: names.sorted())
    for (row, lists) in flat {
      if !lists.isEmpty {
        table.lists[table.rows.count] = Set(
          table.header.indices.filter { lists.contains(table.header[$0]) })
      }
      table.rows.append(table.header.map { row[$0] ?? "" })
    }
    return table
  }

  /// The objects in arrays that are not themselves within such an object, in the order of the text, and of keys.
  private static func records(in value: JSONValue, shared: [String: String]) -> [Record] {
    switch value {
    case .array(let elements):
      let objects = elements.filter { !$0.keys.isEmpty }
      return objects.isEmpty
        ? elements.flatMap { records(in: $0, shared: shared) }
        : objects.map { Record(object: $0, shared: shared) }
    case .object(let members):
      return members.sorted { $0.key < $1.key }.flatMap { records(in: $0.value, shared: shared) }
    case .null, .bool, .number, .string: return []
    }
  }

  /// An object without the arrays whose objects are records.
  private static func withoutRecords(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(members.filter { records(in: $0.value, shared: [:]).isEmpty })
  }

  /// The objects in the arrays of an object.
  private static func recordsWithin(_ record: Record) -> [Record] {
    guard case .object(let members) = record.object else { return [] }
    var shared = record.shared
    for (key, value) in members {
      let text = value.text
      if !text.isEmpty, text.utf8.count <= longestShared {
        shared["\(sharedPrefix) \(key.limited(to: longestKey))"] = text
      }
    }
    return records(in: record.object, shared: shared)
  }

  /// Adds the values within a value; with one more column than there may be, the rest does not matter.
  private static func flatten(
    _ value: JSONValue, at path: String, into values: inout [String: [String]]
  ) {
    guard values.count <= maxColumnCount else { return }
    switch value {
    case .null: break
    case .bool(let isTrue): values[path, default: []].append(isTrue ? "true" : "false")
    // Several elements of an array, such as tags, share a column.
    case .number(let text), .string(let text): values[path, default: []].append(text)
    case .array(let elements): for element in elements { flatten(element, at: path, into: &values) }
    case .object(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        let key = key.limited(to: longestKey)
        flatten(member, at: path.isEmpty ? key : "\(path) \(key)", into: &values)
      }
    }
  }
}
