/// Amounts as other programs read them.
package enum DecimalAmount {
  /// Thousandths as a decimal number: `12`, `-3.5`, `0.125`.
  package static func text(_ thousandths: Int64) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let padded = String(repeating: "0", count: 3 - digits.count) + digits
    let decimals = String(padded.reversed().drop { $0 == "0" }.reversed())
    return "\(thousandths < 0 ? "-" : "")\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}
