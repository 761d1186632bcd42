internal import Cards

/// The name of an uploaded file from the header `X-Name`, never used as a path.
struct UploadName: Sendable {
  private static let longest = 200

  /// The last part of the name, without control characters; `photo` if nothing is left.
  let text: String

  /// Decodes a percent-encoded name (RFC 3986, 2.1).
  init(_ header: String?) {
    let decoded = String(decoding: PercentEncoding.bytes(of: header ?? ""), as: UTF8.self)
    let name = decoded.split { $0 == "/" || $0 == "\\" }.last ?? ""
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
}
