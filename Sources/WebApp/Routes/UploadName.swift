/// What a person calls an uploaded file, as the header `X-Name` gives it: never used as a path.
struct UploadName: Sendable {
  private static let longest = 200

  /// The last part of the name, without control characters; `photo` if nothing is left.
  let text: String

  /// Takes a percent-encoded name apart (RFC 3986, 2.1).
  init(_ header: String?) {
    let name = Self.decoded(header ?? "").split { $0 == "/" || $0 == "\\" }.last ?? ""
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !Self.isControl(scalar) { scalars.append(scalar) }
    let clean = String(String(scalars).prefix(Self.longest))
    // A dash would mean standard input.
    text = clean.isEmpty || clean == "-" ? "photo" : clean
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  private static func decoded(_ text: String) -> String {
    let typed = Array(text.utf8)
    var bytes: [UInt8] = []
    var place = 0
    while place < typed.count {
      if typed[place] == UInt8(ascii: "%"), place + 2 < typed.count,
        let high = Character(Unicode.Scalar(typed[place + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(typed[place + 2])).hexDigitValue
      {
        bytes.append(UInt8(high << 4 | low))
        place += 3
      } else {
        bytes.append(typed[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
