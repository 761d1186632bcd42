internal import Cards

/// What the first three digits of an EAN-13 mean (GS1 General Specifications, section 1.4.2; GS1's table of prefixes).
struct PrefixMeaning {
  let name: String
  let kind: CardKind

  private static let meanings: [(range: ClosedRange<Int>, name: String, kind: CardKind)] = [
    (977...977, "Periodical", .other), (978...979, "Book", .book),
    (980...980, "Refund receipt", .coupon),
    (981...984, "Coupon", .coupon), (990...999, "Coupon", .coupon),
  ]

  /// Looks a code up; `nil` if its prefix has no known meaning.
  init?(_ barcode: Barcode) {
    let digits = barcode.canonicalText
    guard barcode.symbology == .ean13, let prefix = Int(digits.prefix(3)),
      let found = Self.meanings.first(where: { $0.range.contains(prefix) }),
      found.kind != .book || BookNumber.isbn13(statedBy: barcode) != nil
    else { return nil }
    (name, kind) = (found.name, found.kind)
  }
}

extension Barcode {
  /// The digits as they are printed.
  fileprivate var canonicalText: String { String(decoding: bytes, as: UTF8.self) }
}
