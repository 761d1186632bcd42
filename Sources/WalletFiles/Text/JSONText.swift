internal import Cards

/// Writes JSON (RFC 8259).
enum JSONText {
  /// A value as one line, with sorted keys; only what must be escaped is.
  static func written(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): quoted(text)
    case .array(let elements): "[" + elements.map(written).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(written($0.value))" }
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
