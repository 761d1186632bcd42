internal import FoundationEssentials

extension Encodable {
  /// The value as one line of JSON, keys sorted, slashes as they are.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a report holds only numbers, words, lists and finite values")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
