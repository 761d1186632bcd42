internal import Cards

/// The objects of a JSON text that are alike, as rows of a table: those in its arrays, however deep these are.
///
/// Values within values get a column of their own, named by the path to them: `barcode value`. Of arrays within arrays,
/// as with cards in groups, the first level whose objects look like cards counts; they also get what the objects around
/// them say.
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

  /// An object, and what the objects around it say, by the column's name.
  private struct Record {
    let object: JSONValue
    var shared: [String: String] = [:]
  }

  /// Finds the objects; `nil` if there are none, or they have only one value each.
  ///
  /// - Throws: `ForeignProblem.tooMany` for too many objects or columns.
  init?(_ value: JSONValue) throws(ForeignProblem) {
    var first: (header: [String], rows: [[String]])?
    var records = Self.records(in: value, shared: [:])
    while !records.isEmpty {
      try ForeignReading.check(entryCount: records.count)
      let table = try Self.table(of: records)
      if TableColumns(guessing: table.header, rows: table.rows).isComplete {
        first = table
        break
      }
      first = first ?? table
      records = records.flatMap(Self.recordsWithin)
    }
    guard let first, first.header.count > 1 else { return nil }
    (header, rows) = first
  }

  private static func table(
    of records: [Record]
  ) throws(ForeignProblem) -> (header: [String], rows: [[String]]) {
    var flat: [[String: String]] = []
    var names: Set<String> = []
    for record in records {
      var values: [String: [String]] = [:]
      flatten(record.object, at: "", into: &values)
      let row = record.shared.merging(values.mapValues { $0.joined(separator: ", ") }) { $1 }
      names.formUnion(row.keys)
      guard names.count <= maxColumnCount else {
        throw .tooMany(.columns, limit: maxColumnCount)
      }
      flat.append(row)
    }
    let header = names.sorted()
    return (header, flat.map { row in header.map { row[$0] ?? "" } })
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
