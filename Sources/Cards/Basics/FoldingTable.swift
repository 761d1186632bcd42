/// The letters that fold to something other than their lower case: Unicode's compatibility decomposition (NFKD) of
/// their full case folding, without marks.
///
/// The standard library has no such decomposition, and Foundation's would add 40 MB of data to this program: the golden
/// tests generate the text from it.
struct FoldingTable: Sendable {
  /// The table, parsed when the first text that is not ASCII is folded.
  static let shared = FoldingTable(text)

  /// Consecutive scalars that all fold to the same letters, or to consecutive letters.
  private struct Run {
    var first: UInt32 = 0
    var last: UInt32 = 0
    var isCounting = false
    /// What the first becomes, in `letters`.
    var replacement = 0..<0
  }

  /// In the order of their scalars.
  private var runs: [Run] = []
  private var letters: [Unicode.Scalar] = []

  /// Parses a table; byte by byte, because splitting it takes several milliseconds.
  ///
  /// - Parameter text: Runs separated by spaces: a scalar, or the first and last of several joined by `-`; then `=` and
  ///   what they all become, or `+` and what the first becomes if the others count up from there. Numbers are
  ///   hexadecimal; each resulting scalar ends with `.`.
  private init(_ text: String) {
    var run = Run()
    var number: UInt32 = 0
    for byte in (text + " ").utf8 {
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt32(byte - 0x30)
      case 0x61...0x66: number = number << 4 | UInt32(byte - 0x61 + 10)
      case UInt8(ascii: "-"): run.first = number
      case UInt8(ascii: "="), UInt8(ascii: "+"):
        run.last = number
        if run.first == 0 { run.first = number }
        run.isCounting = byte == UInt8(ascii: "+")
      case UInt8(ascii: "."):
        if let letter = Unicode.Scalar(number) { letters.append(letter) }
      default:
        run.replacement = (runs.last?.replacement.upperBound ?? 0)..<letters.count
        runs.append(run)
        run = Run()
      }
      if byte < 0x30 || byte == UInt8(ascii: "=") { number = 0 }
    }
  }

  /// What a scalar becomes; `nil` if it stays.
  ///
  /// - Complexity: logarithmic in the length of the table.
  func replacement(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    var indices = runs.startIndex..<runs.endIndex
    while !indices.isEmpty {
      let middle = indices.lowerBound + indices.count / 2
      let run = runs[middle]
      if scalar.value < run.first {
        indices = indices.lowerBound..<middle
      } else if scalar.value > run.last {
        indices = middle + 1..<indices.upperBound
      } else {
        let step = run.isCounting ? scalar.value - run.first : 0
        return letters[run.replacement].compactMap { Unicode.Scalar($0.value + step) }
      }
    }
    return nil
  }
}
