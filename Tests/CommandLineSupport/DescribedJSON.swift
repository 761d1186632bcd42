package import Foundation
import SystemPackage

/// The description of all JSON for people, `Sources/Wallet/JSON.md`, as tests compare it with what is encoded.
package struct DescribedJSON: Sendable {
  /// A call of the pages.
  package struct Call: Sendable {
    /// `GET` or `POST`.
    package let method: String
    /// Its name, after `/api/`.
    package let name: String
    /// The types of what it answers; none if that is no JSON.
    package let types: [String]
  }

  /// A field of a value.
  struct Field: Sendable {
    let type: String
    let isOptional: Bool
  }

  /// A value that the document describes.
  struct Value: Sendable {
    var base: String?
    var fields: [String: Field] = [:]
    /// Whether only commands print it.
    let isOfCommands: Bool
  }

  /// All values, by name.
  let values: [String: Value]
  /// The types of what each command prints, by what is typed, such as `key check` and `read --isbn`.
  package let commands: [String: [String]]
  /// All calls, in the order of the document.
  package let calls: [Call]

  /// The document of this checkout.
  package static let described: DescribedJSON? = {
    let path = Person.checkout.appending("Sources/Wallet/JSON.md").string
    return (try? String(contentsOfFile: path, encoding: .utf8)).map(DescribedJSON.init)
  }()

  /// Parses a document.
  package init(_ text: String) {
    var values: [String: Value] = [:]
    var (commands, calls): ([String: [String]], [Call]) = ([:], [])
    var (chapter, name) = ("", "")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        chapter = String(line.dropFirst(3))
        name = ""
      } else if let heading = line.wholeMatch(of: #/### `(\w+)`(?:: `(\w+)` and)?/#) {
        name = String(heading.1)
        values[name] = Value(
          base: heading.2.map(String.init), isOfCommands: chapter == "Values of commands alone")
      } else if line.hasPrefix("### ") {
        name = ""
      }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.dropFirst().dropLast().split(
        separator: "|", omittingEmptySubsequences: false
      )
      .map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[0].matches(of: #/`([^`]+)`/#).map { String($0.1) }
      if !name.isEmpty {
        let type = cells[1]
        for field in names {
          values[name]?.fields[field] = Field(
            type: type.hasSuffix("?") ? String(type.dropLast()) : type,
            isOptional: type.hasSuffix("?"))
        }
      } else if chapter == "Scripts" {
        for command in names { commands[command, default: []] += Self.types(in: cells[1]) }
      } else if let call = names[0].wholeMatch(of: #/(GET|POST) ([a-z-]+)/#) {
        calls.append(
          Call(
            method: String(call.1), name: String(call.2), types: Self.types(in: cells[2])))
      }
    }
    (self.values, self.commands, self.calls) = (values, commands, calls)
  }

  /// Every field of every value, as `Card.name`: of those that only commands print, or of all others.
  package func fields(ofCommands: Bool) -> Set<String> {
    var names: Set<String> = []
    for (name, value) in values where value.isOfCommands == ofCommands {
      names.formUnion(value.fields.keys.map { "\(name).\($0)" })
    }
    return names
  }

  /// The types that a cell names: `[Card]`; of ``FullCard`, or `{x: text}` of something else``, both.
  static func types(in cell: String) -> [String] {
    cell.matches(of: #/`(\[?[A-Z]\w*\]?|\{.*?\})`/#).map { String($0.1) }
  }
}

/// Compares JSON with the document, and remembers which fields it met.
package struct JSONComparison {
  private let described: DescribedJSON
  /// The fields that were met, as `Card.name`, those of a value's base by the name of the base.
  package private(set) var met: Set<String> = []
  /// What does not agree with the document.
  package private(set) var problems: [String] = []

  /// Begins a comparison.
  package init(with described: DescribedJSON) { self.described = described }

  /// Compares JSON with a type; `name` tells what was encoded.
  package mutating func compare(_ json: Data, with type: String, _ name: String) {
    guard let value = try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    else { return problems.append("\(name) is no JSON") }
    compare(value, type, name)
  }

  private mutating func compare(_ value: Any, _ type: String, _ place: String) {
    if type.hasPrefix("[") {
      guard let list = value as? [Any] else { return problems.append("\(place) is no list") }
      for each in list { compare(each, String(type.dropFirst().dropLast()), place) }
    } else if type.hasPrefix("{") {
      compare(value, fields: Self.inline(type), nil, place)
    } else if let fields = fields(of: type) {
      compare(value, fields: fields, type, place)
    } else if !Self.matches(value, type) {
      problems.append("\(place) is no \(type)")
    }
  }

  private mutating func compare(
    _ value: Any, fields: [String: (owner: String, field: DescribedJSON.Field)], _ type: String?,
    _ place: String
  ) {
    guard let object = value as? [String: Any] else {
      return problems.append("\(place) is no object")
    }
    for (name, each) in object {
      guard let (owner, field) = fields[name] else {
        problems.append("\(place): \(type ?? "it") has “\(name)”, which is not described")
        continue
      }
      if type != nil { met.insert("\(owner).\(name)") }
      compare(each, field.type, "\(place).\(name)")
    }
    for (name, (_, field)) in fields where !field.isOptional && object[name] == nil {
      problems.append("\(place): \(type ?? "it") has no “\(name)”")
    }
  }

  /// The fields of a value and its bases; the nearest description of a field counts.
  private func fields(
    of type: String
  ) -> [String: (owner: String, field: DescribedJSON.Field)]? {
    guard let value = described.values[type] else { return nil }
    let own = value.fields.mapValues { (owner: type, field: $0) }
    guard let base = value.base, let others = fields(of: base) else { return own }
    return others.merging(own) { $1 }
  }

  /// The fields of `{pin: text, next: text?}`.
  private static func inline(
    _ type: String
  ) -> [String: (owner: String, field: DescribedJSON.Field)] {
    var fields: [String: (owner: String, field: DescribedJSON.Field)] = [:]
    for each in type.dropFirst().dropLast().split(separator: ", ") {
      let parts = each.split(separator: ": ").map(String.init)
      let isOptional = parts[1].hasSuffix("?")
      fields[parts[0]] = (
        "", .init(type: isOptional ? String(parts[1].dropLast()) : parts[1], isOptional: isOptional)
      )
    }
    return fields
  }

  private static func matches(_ value: Any, _ type: String) -> Bool {
    let number = value as? NSNumber
    let isBool = number.map { Self.isTruth($0) } ?? false
    switch type {
    case "text": return value is String
    case "bool": return isBool
    case "number": return number != nil && !isBool
    case "day": return (value as? String)?.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
    case "moment":
      return (value as? String)?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/#) != nil
    default: return false
    }
  }

  /// Whether a number came from `true` or `false`.
  private static func isTruth(_ number: NSNumber) -> Bool {
    "\(type(of: number))".contains("Boolean")
  }
}
