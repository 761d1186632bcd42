internal import Cards

/// The text printed below a symbol for people.
enum HumanReadable {
  /// Retail codes in the groups of GS1 General Specifications 4.14, other linear kinds as their text, matrix kinds
  /// nothing.
  static func text(of barcode: Barcode) -> String {
    let digits = String(decoding: barcode.bytes, as: UTF8.self)
    let addOn = barcode.traits.addOn.map { "  " + $0 } ?? ""
    switch barcode.symbology {
    case .ean13: return groups(digits, [1, 6, 6]) + addOn
    case .ean8: return groups(digits, [4, 4]) + addOn
    case .upcA: return groups(digits, [1, 5, 5, 1]) + addOn
    case .upcE: return groups(digits, [1, 6, 1]) + addOn
    case let kind where kind.shape == .matrix: return ""
    case .pdf417, .compactPDF417, .microPDF417: return ""
    default:
      return barcode.text.printable
    }
  }

  private static func groups(_ digits: String, _ lengths: [Int]) -> String {
    var rest = digits[...]
    var parts: [Substring] = []
    for length in lengths {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: " ")
  }
}
