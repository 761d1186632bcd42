internal import Cards

/// A value in JSON (RFC 8259), with numbers as they are written.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a key; `nil` if this is not an object or has no such key.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The keys of an object; none for anything else.
  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return Array(members.keys)
  }

  /// The names of an object's keys that have a value but are not read.
  ///
  /// - Returns: At most 32 names, none longer than 100 characters, and then how many more there are.
  func unreadKeys(except read: Set<String>) -> [String] {
    let unread = keys.filter { key in !read.contains(key) && self[key] != .null }.sorted()
    let names = unread.prefix(32).map { $0.limited(to: 100) }
    return unread.count > names.count ? names + ["\(unread.count - names.count) more"] : names
  }

  /// The values of an array; none for anything else.
  var elements: [JSONValue] {
    if case .array(let elements) = self { return elements }
    return []
  }

  /// The text of a string or number; empty for anything else.
  var text: String {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: ""
    }
  }

  /// Whether it is true, also in quotes, as in some passes.
  var isTrue: Bool { self == .bool(true) || text.lowercased() == "true" }

  /// The value as one line of JSON, with sorted keys and only the necessary escapes.
  var written: String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.written)" }
        .joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted.unicodeScalars.append("\\")
        quoted.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += scalar.jsonEscape
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONValue? {
  /// The text of a string or number; empty for anything else.
  var text: String { self?.text ?? "" }
  /// Whether it is true.
  var isTrue: Bool { self?.isTrue ?? false }
  /// The values of an array; none for anything else.
  var elements: [JSONValue] { self?.elements ?? [] }
}
