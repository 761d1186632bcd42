internal import Cards

/// A value in JSON (RFC 8259), with numbers as they were written.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a key; `nil` if this is no object or has no such key.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The keys of an object; none for anything else.
  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return Array(members.keys)
  }

  /// The names of an object's keys that have a value and are not read; the last one means all others where they are many.
  ///
  /// - Parameter read: The keys that are read.
  /// - Returns: 33 names at most, none longer than 100 characters.
  func unreadKeys(besides read: Set<String>) -> [String] {
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

  /// Whether it is true, also in the quotes that some passes put around it.
  var isTrue: Bool { self == .bool(true) || text.lowercased() == "true" }
}

extension JSONValue? {
  /// The text of a string or number; empty for anything else.
  var text: String { self?.text ?? "" }
  /// Whether it is true.
  var isTrue: Bool { self?.isTrue ?? false }
  /// The values of an array; none for anything else.
  var elements: [JSONValue] { self?.elements ?? [] }
}
