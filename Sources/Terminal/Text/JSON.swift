internal import Cards
internal import FoundationEssentials

extension Encodable {
  /// The value as one line of JSON, with sorted keys and unescaped slashes.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a report holds only numbers, words, lists and finite values")
    }
    return String(decoding: data, as: UTF8.self).escapingSteeringCharacters
  }
}

extension String {
  /// Equivalent JSON that escapes characters which would control a terminal or reorder its text (`printable`).
  fileprivate var escapingSteeringCharacters: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.value >= 0x7F, String(scalar).printable != String(scalar) {
        result += scalar.jsonEscape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
